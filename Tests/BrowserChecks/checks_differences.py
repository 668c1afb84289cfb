"""The list of differences, and its connection to the piano roll."""
from selenium.webdriver.common.keys import Keys


def check_every_difference_is_counted_and_listed(page):
    page.open("piece.html", height=1400)
    count = page.facts["differences"]
    assert page.text("#differences-heading") == f"{count} differences"
    rows = page.find_all("#list [role=option]")
    assert len(rows) == count, len(rows)
    assert rows[2].text.split("\n") == ["−", "E4 on channel 1", "1 s", "missing"], rows[2].text


def check_positions_can_be_bars_and_beats(page):
    page.open("bars.html", height=1400)
    rows = page.find_all("#list [role=option]")
    assert rows[2].text.split("\n") == ["−", "E4 on channel 1", "1:3.00", "missing"], rows[2].text
    # The lines of the grid are at the starts of bars.
    line = page.colors("#roll canvas", page.x_of(2000000), page.y_of(75), 1, 1)
    assert line != page.colors("#roll canvas", page.x_of(1000000), page.y_of(75), 1, 1), line


def check_kinds_are_counted_and_filter_the_list(page):
    page.open("piece.html", height=1400)
    chips = {chip.get_attribute("data-kind"): chip for chip in page.find_all("#kinds button")}
    counts = {kind: int(chip.find_element("css selector", ".count").text) for kind, chip in chips.items()}
    assert counts == page.facts["kinds"], counts
    chips["missing"].click()
    assert [row.text.split("\n")[1] for row in page.find_all("#list [role=option]")] == [
        "E4 on channel 1", "System Exclusive"]
    assert page.text("#differences-heading") == f"2 of {page.facts['differences']} differences"
    chips["extra"].click()
    assert len(page.find_all("#list [role=option]")) == 3
    chips["missing"].click()
    chips["extra"].click()
    assert len(page.find_all("#list [role=option]")) == page.facts["differences"]


def check_clicking_in_the_list_shows_the_difference(page):
    page.open("piece.html")
    page.click("#difference-3")  # G4, late by 60 ms at 2 s
    roll = page.roll
    assert roll["chosen"] == 3 and roll["cursor"] == 2000000, roll
    assert roll["start"] < 2000000 and roll["start"] + roll["span"] > 2060000, roll
    assert page.x_of(2060000) - page.x_of(2000000) >= 12, "60 ms isn't visible"
    assert page.find("#difference-3").get_attribute("aria-selected") == "true"
    assert page.find("#list").get_attribute("aria-activedescendant") == "difference-3"
    x, y = page.x_of(2000000), page.y_of(67)
    assert page.text("#chosen") == "G4 on channel 1: late by 60 ms, too short by 60 ms"
    ring = page.colors("#roll canvas", x - 4, y, 3, 1)
    assert ",".join(map(str, page.color("--chosen"))) in ring, ring


def check_clicking_in_the_picture_chooses_the_difference(page):
    page.open("piece.html", height=620)  # so low that the last rows of the list aren't visible
    page.click_roll(page.x_of(9250000), page.y_of(52))  # E3 on a different channel
    assert page.roll["chosen"] == 10, page.roll
    chosen = page.find("#list [aria-selected=true]")
    assert chosen.text.split("\n")[1] == "E3 on channel 1", chosen.text
    is_seen = page.run("""const [row, list] = [arguments[0], document.getElementById('list')]
        .map((element) => element.getBoundingClientRect());
        return row.top >= list.top - 1 && row.bottom <= list.bottom + 1""", chosen)
    assert is_seen, "the row isn't visible"


def check_clicking_a_sign_chooses_the_difference(page):
    page.open("piece.html")
    page.click_roll(page.x_of(9000000), 32)
    assert page.roll["chosen"] == 10, page.roll


def check_clicking_in_a_lane_chooses_the_difference(page):
    page.open("piece.html")
    x, offset = page.x_of(5500000), page.find("#roll").rect
    lane = page.find("[data-lane='0'] canvas").rect
    page.mouse("mousePressed", x, lane["y"] - offset["y"] + 30, button="left", buttons=1, clickCount=1)
    page.mouse("mouseReleased", x, lane["y"] - offset["y"] + 30, button="left", buttons=0, clickCount=1)
    page.settle()
    assert page.roll["chosen"] == 5, page.roll


def check_keys_step_through_the_differences(page):
    page.open("piece.html")
    page.press("n")
    first = page.roll["chosen"]
    assert first == 1, first  # The cursor starts at the first difference that has a time.
    page.press("n", "n")
    assert page.roll["chosen"] == 3
    page.press("p")
    assert page.roll["chosen"] == 2 and page.roll["cursor"] == 1000000, page.roll
    page.press(Keys.ESCAPE)
    assert page.roll["chosen"] is None
    assert not page.find("#chosen").is_displayed()


def check_arrows_choose_in_the_list(page):
    page.open("piece.html")
    page.press(Keys.HOME, on="#list")
    assert page.roll["chosen"] == 0
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, on="#list")
    assert page.roll["chosen"] == 2
    page.press(Keys.END, on="#list")
    assert page.roll["chosen"] == page.facts["differences"] - 1
    assert page.find_all("#list [aria-selected=true]"), "the selected row isn't visible"


def check_stepping_keeps_to_the_wanted_kinds(page):
    page.open("piece.html")
    page.click("#kinds [data-kind=missing]")
    page.press("n")
    assert page.roll["chosen"] == 2
    page.press("n")
    assert page.roll["chosen"] == 11
    page.press("n")
    assert page.roll["chosen"] == 11, "continues beyond the last one"


def check_a_lane_that_differs_is_shown_when_chosen(page):
    page.open("piece.html", height=600)
    page.click("[data-lane='0'] button")
    assert not page.find("[data-lane='0'] canvas").is_displayed()
    page.run("document.querySelector('#list').scrollTop = 200")
    page.settle()
    page.click("#difference-5")
    assert page.find("[data-lane='0'] canvas").is_displayed()
    assert page.find("[data-lane='0'] button").get_attribute("aria-expanded") == "true"


def check_other_values_can_be_opened(page):
    page.open("piece.html")
    assert len(page.find_all(".lane")) == 2
    page.click("#more-lanes")
    assert [lane.text for lane in page.find_all(".lane button")][2] == "controller 7, channel 1"
    assert not page.find("#more-lanes").is_displayed()


def check_equal_takes_are_said_to_be_so(page):
    page.open("same.html")
    assert page.text("#nothing") == "✓ Nothing differs."
    assert page.text("#differences-heading") == "0 differences"
    assert page.text("#verdict").startswith("same"), page.text("#verdict")
    assert not page.find("#list").is_displayed()
    assert not page.find("#next").is_enabled()


def check_an_empty_take_has_a_page(page):
    page.open("empty.html")
    assert page.text("#expected-name") == "expected.mid, 0 notes"
    assert page.state("expected")["notes"] == []
    page.press("n", "+", Keys.ARROW_RIGHT)
    assert page.console() == []
