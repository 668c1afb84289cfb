"""Names that contain code, and network access."""


def quiet(page):
    said = page.console()
    assert said == [], said


def check_pages_have_nothing_to_complain_of(page):
    for name in ("piece.html", "same.html", "empty.html", "crowd.html", "sessions/index.html"):
        page.open(name)
        quiet(page)


def check_pages_ask_for_nothing(page):
    for name in ("piece.html", "names.html", "sessions/index.html"):
        page.open(name)
        page.run("document.querySelector('button').focus()")
        asked = [address for address in page.requests() if not address.startswith("data:")]
        assert len(asked) == 1 and asked[0].endswith(name), asked


def check_the_policy_forbids_requests(page):
    page.open("piece.html")
    answer = page.driver.execute_async_script("""const done = arguments[0];
        fetch('data:text/plain,x').then(() => done('fetched'), () => done('refused'))""")
    assert answer == "refused", answer


def check_hostile_names_are_only_text(page):
    page.open("names.html")
    assert page.run("return window.harm") is None
    assert page.find_all("img") == []
    hostile = page.facts["hostile"]
    for selector in ("#title", "#verdict", "#remarks"):
        assert page.run("return document.querySelector(arguments[0]).textContent", selector) == hostile
    assert page.driver.title == " ".join(hostile.split()), page.driver.title
    page.press("n", "n")
    assert page.run("return window.harm") is None
    assert page.run("return document.querySelector('.difference .subject').textContent") == hostile
    quiet(page)


def check_hostile_names_of_sessions_are_only_text(page):
    page.open("sessions/index.html")
    assert page.run("return window.harm") is None
    assert page.find_all("img") == []
    names = page.run("return [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent)")
    assert page.facts["hostile"] in names, names
    quiet(page)


def check_markup_in_a_page_could_not_run_anything(page):
    """Even without escaping, the code of an attribute isn't run."""
    page.open("piece.html")
    page.run("document.body.insertAdjacentHTML('beforeend', '<img src=\"data:,\" onerror=\"window.harm = 1\">')")
    page.settle()
    assert page.run("return window.harm") is None
