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


def check_kinds_filter_the_picture(page):
    page.open("piece.html")
    extra = page.x_of(5300000), page.y_of(66)
    assert page.pixel(*extra) == page.color("--actual")
    signs = page.colors("#roll canvas", page.x_of(9000000) - 6, 24, 12, 16)
    assert ",".join(map(str, page.color("--channel"))) in signs, signs
    page.click("#kinds [data-kind=missing]")
    assert page.pixel(*extra) != page.color("--actual")
    signs = page.colors("#roll canvas", page.x_of(9000000) - 6, 24, 12, 16)
    assert len(signs) == 1, signs
    page.click_roll(*extra)
    assert page.roll["chosen"] is None, page.roll
    page.click_roll(page.x_of(1500000), page.y_of(64))
    assert page.roll["chosen"] == 2, page.roll


def check_address_keeps_the_kinds_and_the_difference(page):
    page.open("piece.html", height=1400)
    page.click("#kinds [data-kind=missing]")
    page.click("#difference-2")
    page.press("b", "n")
    page.driver.refresh()
    page.settle()
    assert len(page.find_all("#list [role=option]")) == 2
    assert page.find("#kinds [data-kind=missing]").get_attribute("aria-pressed") == "true"
    assert page.roll["chosen"] == 11, page.roll


def check_pitch_channel_velocity_and_time_have_their_own_colors(page):
    page.open("piece.html", height=1200)
    places = {"pitch": (3500000, 74), "channel": (9250000, 52), "velocity": (8750000, 55), "time": (2800000, 67),
              "actual": (5380000, 66)}
    colors = {aspect: page.pixel(page.x_of(time), page.y_of(note)) for aspect, (time, note) in places.items()}
    assert colors == {aspect: page.color(f"--{aspect}") for aspect in places}, colors
    assert len(set(map(tuple, colors.values()))) == 5
    sign = page.find("#kinds [data-kind='wrong pitch'] .sign").value_of_css_property("color")
    assert sign.startswith("rgba({}, {}, {}".format(*page.color("--pitch"))), sign


def check_pointing_at_a_note_shows_its_details(page):
    page.open("piece.html")
    page.mouse("mouseMoved", page.x_of(9250000), page.y_of(52))
    assert page.text("#hover").split("\n") == [
        "expected: E3, ch 1, vel 100, 9 s, to 9.5 s (0.5 s)", "actual: E3, ch 2, vel 100, 9 s, to 9.5 s (0.5 s)",
        "# E3 on channel 1: channel 2 instead of 1"], page.text("#hover")
    page.mouse("mouseMoved", page.x_of(500000), page.y_of(60))
    assert page.text("#hover") == "C4, ch 1, vel 100, 0 s, to 1 s (1 s)"
    page.mouse("mouseMoved", page.x_of(5000000), 32)
    assert page.text("#hover") == "← sustain pedal on channel 1: early by 1.000 s"
    page.mouse("mouseMoved", page.x_of(1500000), page.y_of(78))
    assert not page.find("#hover").is_displayed()


def check_velocities_are_shown_below_the_notes(page):
    page.open("piece.html", height=1000)
    box, offset = page.find("#velocities canvas").rect, page.find("#roll").rect

    def y_of(velocity):
        return 6 + (1 - velocity / 127) * (box["height"] - 8)

    x = page.x_of(8500000)
    stem = page.colors("#velocities canvas", x - 3, y_of(60) - 1, 6, 2)
    assert ",".join(map(str, page.color("--velocity"))) in stem, stem
    ring = page.colors("#velocities canvas", x - 5, y_of(100) - 5, 10, 10)
    assert ",".join(map(str, page.color("--expected"))) in ring, ring
    for kind, buttons in (("mousePressed", 1), ("mouseReleased", 0)):
        page.mouse(kind, x, box["y"] - offset["y"] + y_of(60), button="left", buttons=buttons, clickCount=1)
    page.settle()
    assert page.roll["chosen"] == 9, page.roll


def check_b_switches_between_bars_and_seconds(page):
    page.open("bars.html", height=1400)
    assert page.find("#bars").get_attribute("aria-pressed") == "true"
    page.click("#difference-6")
    assert page.text("#now") == "3:3.40", page.text("#now")
    page.press("b")
    assert page.text("#now") == "5.2 s" and "1 s" in page.text("#difference-2"), page.text("#difference-2")
    page.click("#bars")
    assert page.text("#now") == "3:3.40"
    page.open("piece.html")
    assert not page.find("#bars").is_displayed()


def check_both_takes_can_be_heard(page):
    page.open("piece.html")
    for side, isHeard in (("expected", True), ("actual", False)):
        page.set_cursor(1200000)  # E4, which is missing
        # Each frame reports its level, so that a slow check doesn't hear the next note.
        page.run("""
            const roll = document.getElementById("roll");
            window.levels = [];
            new MutationObserver(() => levels.push([Number(roll.dataset.cursor), Number(roll.dataset.level)]))
                .observe(roll, { attributes: true, attributeFilter: ["data-level"] });
            """)
        page.click(f"#play-{side}")
        assert page.run("return document.getElementById('roll').dataset.playing") == side
        page.until(lambda: page.run("return levels.some(([cursor]) => cursor > 1500000)"))
        level = page.run("return levels.find(([cursor]) => cursor > 1500000)[1]")
        assert (level > 0.01) == isHeard, (side, level)
        page.press(" ")
        at = page.roll["cursor"]
        page.settle()
        assert page.roll["cursor"] == at and page.text(f"#play-{side}").startswith("▶")


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


def check_passages_are_marked_above_their_notes(page):
    page.open("passages.html")
    rows = page.find_all("#list [role=option]")
    assert rows[0].text.split("\n") == ["↕", "bars 2 to 3", "1 s", "a tone higher (2 notes)"], rows[0].text
    bracket = 22 + 20 - 3  # above the end of the signs
    colors = [page.pixel(page.x_of(time), bracket) for time in (1500000, 2900000, 3500000)]
    assert colors == [page.color("--pitch"), page.color("--pitch"), page.color("--actual")], colors
    assert page.pixel(page.x_of(500000), bracket) == page.color("--page")
    # The notes have the color of the effect, except for a note with a difference of its own.
    assert page.pixel(page.x_of(1700000), page.y_of(64)) == page.color("--pitch")
    assert page.pixel(page.x_of(2700000), page.y_of(66)) == page.color("--time")
    page.mouse("mouseMoved", page.x_of(3600000), 32)
    assert page.text("#hover") == "− bar 4: 1 note missing", page.text("#hover")
    page.mouse("mouseMoved", page.x_of(1500000), page.y_of(64))
    assert page.text("#hover").split("\n")[-1] == "↕ bars 2 to 3: a tone higher (2 notes)", page.text("#hover")


def check_clicking_in_a_passage_chooses_it(page):
    page.open("passages.html")
    page.click_roll(page.x_of(3600000), 32)
    assert page.roll["chosen"] == 1 and page.roll["cursor"] == 3000000, page.roll
    page.open("passages.html")
    page.click_roll(page.x_of(1500000), page.y_of(64))
    assert page.roll["chosen"] == 0, page.roll
    page.press("n", "n")
    assert page.roll["chosen"] == 2, page.roll


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
    assert len(page.find_all(".lane[data-lane]")) == 2
    page.click("#more-lanes")
    assert [lane.text for lane in page.find_all(".lane[data-lane] button")][2] == "controller 7, channel 1"
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


def check_without_scripts_differences_are_listed(page):
    page.open("empty.html")
    page.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        for name, wanted in (("piece", "1.000000 E4 on channel 1: missing"), ("alignment", "3:2.00 · 0:06.4 G4: missing")):
            page.driver.get((page.folder / f"{name}.html").as_uri())
            shown = [row.text for row in page.find_all("noscript li") if row.is_displayed()]
            assert wanted in shown, shown
            assert not page.find("main").is_displayed() and not page.find("header").is_displayed()
    finally:
        page.command("Emulation.setScriptExecutionDisabled", value=False)
