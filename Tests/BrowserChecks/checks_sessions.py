"""The table of all sessions."""


def shown(page):
    return [row.text for row in page.find_all("tbody tr") if row.is_displayed()]


def check_all_sessions_are_listed_with_their_verdicts(page):
    page.open("sessions/index.html")
    rows = shown(page)
    assert len(rows) == page.facts["sessions"], rows
    assert page.text(".summary") == "1 passed, 2 different, 1 new, 1 unstable, 1 failed"
    assert "failed" in rows[5] and 'did you mean "tolerance"?' in rows[5], rows[5]
    assert "run 3" in rows[4], rows[4]


def check_verdicts_filter_the_table(page):
    page.open("sessions/index.html")
    page.click("[data-mark=new].chip")
    assert len(shown(page)) == 1 and "pedals/new" in shown(page)[0], shown(page)
    assert page.text("#shown") == "1 of 6 shown"
    page.click("[data-mark=failed].chip")
    assert len(shown(page)) == 2


def check_words_filter_the_table(page):
    page.open("sessions/index.html")
    page.find("#find").send_keys("chords minor")
    assert len(shown(page)) == 1 and "chords/minor" in shown(page)[0], shown(page)


def check_a_difference_leads_to_its_page_and_back(page):
    page.open("sessions/index.html")
    page.click("tbody a")
    assert page.text("#title") == "chords/minor, notes"
    assert page.text("#differences-heading") == "2 differences"
    page.click("#home")
    assert len(shown(page)) == page.facts["sessions"]


def check_a_hostile_session_has_a_page_too(page):
    page.open("sessions/index.html")
    page.find_all("tbody a")[1].click()
    page.settle()
    assert page.text("#differences-heading") == "2 differences"
    assert page.run("return window.harm") is None
