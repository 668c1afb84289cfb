"""The states of both takes at the time cursor."""
from selenium.webdriver.common.keys import Keys


def check_the_state_at_the_cursor_is_that_of_both_takes(page):
    page.open("piece.html")
    for wanted in page.facts["states"]:
        page.set_cursor(wanted["milliseconds"] * 1000)
        found = {side: page.state(side) for side in ("expected", "actual")}
        for side in found:
            assert found[side]["notes"] == wanted[side], (wanted, side, found[side])
        for name, values in wanted["values"].items():
            assert [found["expected"].get(name), found["actual"].get(name)] == values, (wanted, name, found)


def check_what_differs_now_is_marked(page):
    page.open("piece.html")
    page.set_cursor(3500000)
    assert page.find("#state-rows tr").get_attribute("class") == "differs"
    assert page.text("#state-rows tr th") == "≠ notes"
    page.set_cursor(500000 - 200000)
    assert page.text("#state-rows tr th") == "notes"


def check_the_slider_moves_the_cursor(page):
    page.open("piece.html")
    page.set_cursor(3000000)
    before = page.roll["cursor"]
    page.press(Keys.ARROW_RIGHT, on="#time")
    assert page.roll["cursor"] > before
    assert page.text("#now") == f"{page.roll['cursor'] / 1e6:.6f}".rstrip("0").rstrip(".") + " s", page.text("#now")


def check_the_state_is_spoken_once_the_cursor_rests(page):
    page.open("piece.html")
    page.click("#difference-4")
    page.until(lambda: "C5" in (page.run("return document.getElementById('announcer').textContent")))
    spoken = page.run("return document.getElementById('announcer').textContent")
    assert spoken == (
        "Difference 5 of 12: C5 on channel 1: D5 instead, a whole tone up. At 3 s. "
        "Expected: C5 ch 1, vel 100. Actual: D5 ch 1, vel 100."), spoken
    assert page.find("#announcer").get_attribute("aria-live") == "polite"
