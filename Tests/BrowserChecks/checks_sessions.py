"""The tables of all sessions."""
import urllib.parse


def shown(page):
    return [row.text for row in page.find_all("tbody tr") if row.is_displayed()]


def check_sessions_that_need_attention_come_first(page):
    page.open("sessions/index.html")
    assert page.text("h1") == "1 failed, 2 different, 1 unstable, 1 new, 1 passed"
    rows = shown(page)
    assert [row.split("\n")[0].split(" ")[1] for row in rows] == [
        "failed", "different", "different", "unstable", "new"], rows
    assert 'did you mean "tolerance"?' in rows[0], rows[0]
    assert "first: 1.000000 E4 on channel 1: missing" in rows[1], rows[1]
    assert "run 3" in rows[3], rows[3]
    assert "0.125 s" in rows[1], rows[1]


def check_passed_sessions_are_collapsed(page):
    page.open("sessions/index.html")
    assert page.text("#passed summary") == "✓ 1 passed"
    assert "chords/major" not in "".join(shown(page))
    page.click("#passed summary")
    assert "chords/major" in shown(page)[-1]


def check_header_tells_when_and_how_sessions_ran(page):
    page.open("sessions/index.html")
    assert page.text(".run") == "2026-11-26 15:30:12 UTC, 12.345 s, midirec 0.1.0\nmidirec test '<b>'", page.text(".run")


def check_verdicts_filter_the_table(page):
    page.open("sessions/index.html")
    page.click("[data-verdict=new].chip")
    assert len(shown(page)) == 1 and "pedals/new" in shown(page)[0], shown(page)
    assert page.text("#shown") == "1 of 6 shown"
    page.click("[data-verdict=failed].chip")
    assert len(shown(page)) == 2
    page.click("[data-verdict=passed].chip")
    assert len(shown(page)) == 3, "a chosen verdict opens the passed sessions"


def check_words_filter_the_table(page):
    page.open("sessions/index.html")
    page.find("#find").send_keys("chords minor")
    assert len(shown(page)) == 1 and "chords/minor" in shown(page)[0], shown(page)
    page.find("#find").clear()
    page.find("#find").send_keys("major")
    assert len(shown(page)) == 1 and "chords/major" in shown(page)[0], shown(page)


def check_results_that_differ_in_the_same_way_are_grouped(page):
    page.open("sessions/index.html")
    assert [button.text for button in page.find_all(".same")] == ["same as 1 other"] * 2
    page.click(".same")
    assert len(shown(page)) == 2, shown(page)
    page.click(".same")
    assert len(shown(page)) == 5


def check_address_keeps_the_filters(page):
    page.open("sessions/index.html")
    page.click("[data-verdict=different].chip")
    page.find("#find").send_keys("chords")
    assert "find=chords" in page.driver.current_url, page.driver.current_url
    page.driver.refresh()
    assert len(shown(page)) == 1 and page.find("#find").get_attribute("value") == "chords"
    assert page.find("[data-verdict=different].chip").get_attribute("aria-pressed") == "true"
    page.find("tbody tr:not([hidden]) a").click()
    assert page.text("#title") == "chords/minor, notes"
    page.click("#home")
    assert len(shown(page)) == 1 and urllib.parse.urlparse(page.driver.current_url).fragment


def check_a_difference_leads_to_its_page_and_back(page):
    page.open("sessions/index.html")
    page.click("tbody a")
    assert page.text("#title") == "chords/minor, notes"
    assert page.text("#differences-heading") == "4 differences"
    page.click("#home")
    assert len(shown(page)) == page.facts["sessions"] - 1


def check_a_hostile_session_has_a_page_too(page):
    page.open("sessions/index.html")
    page.find_all("tbody a")[1].click()
    page.settle()
    assert page.text("#differences-heading") == "4 differences"
    assert page.run("return window.harm") is None


def check_failures_of_many_sessions_are_in_sight(page):
    for width, height in ((1280, 800), (390, 844)):
        page.open("many/index.html", width=width, height=height)
        first = page.find("#others tbody tr").rect
        assert first["y"] + first["height"] < height, first
    assert page.text("h1") == "10 different, 9,990 passed"
    size = sum(file.stat().st_size for file in (page.folder / "many").iterdir())
    assert size < 50_000_000, size
    page.find("#find").send_keys("session-00042")
    assert len(shown(page)) == 1, shown(page)


def check_columns_of_sessions_break_no_words(page):
    for width in (390, 1000, 1280):
        page.open("sessions/index.html", width=width)
        broken = page.run("""
            const broken = [];
            const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
              for (const word of texts.currentNode.data.matchAll(/[^\\s/-]+/g)) {
                const range = document.createRange();
                range.setStart(texts.currentNode, word.index);
                range.setEnd(texts.currentNode, word.index + word[0].length);
                // Longer words don't fit.
                if (word[0].length < 24 && range.getClientRects().length > 1) broken.push(word[0]);
              }
            }
            return broken""")
        assert broken == [], (width, broken)
        assert page.run("return document.documentElement.scrollWidth") == width
