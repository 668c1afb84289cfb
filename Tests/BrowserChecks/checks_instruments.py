"""The expected and actual display of an instrument at the time cursor, side by side."""
from checks_looks import contrasts

COLUMNS, ROWS = 25, 8


def canvas(side):
    return f"#sides canvas[data-side={side}]"


def shown(page, side):
    """Returns the description of a side's display."""
    return page.find(canvas(side)).get_attribute("data-shown")


def marks(page):
    both = [page.find(canvas(side)).get_attribute("data-marks") for side in ("expected", "actual")]
    assert both[0] == both[1], both
    return both[0]


def size(page, side):
    return page.run("""const canvas = document.querySelector(arguments[0]);
        return [canvas.clientWidth, canvas.clientHeight]""", canvas(side))


def cell_colors(page, side, cell):
    """Returns the colors in a cell as "red,green,blue"."""
    width, height = size(page, side)
    width, height = width / COLUMNS, height / ROWS
    return page.colors(canvas(side), cell % COLUMNS * width, cell // COLUMNS * height, width, height)


def text(color):
    return ",".join(map(str, color))


BLUE, GREEN, ORANGE = "30,108,255", "34,177,76", "255,140,26"


def check_lit_cells_have_the_colors_of_their_notes(page):
    page.open("grid.html")
    page.set_cursor(1500000)
    assert shown(page, "expected") == (
        "C4 blue at column 6, row 5; E4 green at column 10, row 5; C4 blue at column 6, row 4; "
        "E4 green at column 10, row 4; C4 blue at column 6, row 3"), (
        shown(page, "expected"))
    assert shown(page, "actual") == (
        "E4 green at column 10, row 5; C4 blue at column 6, row 4; E4 green at column 11, row 4; "
        "C4 blue at column 6, row 3")
    for side, colors in (("expected", {BLUE: {55, 80, 105}, GREEN: {59, 84}}),
                          ("actual", {BLUE: {80, 105}, GREEN: {59, 85}})):
        shown_colors = page.colors_of_cells(canvas(side), COLUMNS, ROWS)
        for color, cells in colors.items():
            found = {cell for cell, in_cell in enumerate(shown_colors) if color in in_cell}
            assert found == cells, (side, color, found)


def check_a_cell_lit_on_one_side_is_marked_on_both(page):
    page.open("grid.html")
    page.set_cursor(1500000)
    assert marks(page) == "column 6, row 5 missing; column 10, row 4 missing; column 11, row 4 extra", marks(page)
    for side in ("expected", "actual"):
        width, height = size(page, side)
        # The bar of a sign crosses the middle of its cell.
        marked = {cell for cell in range(COLUMNS * ROWS) if page.color("--text") == page.pixel(
            (cell % COLUMNS + 0.5) * width / COLUMNS, (cell // COLUMNS + 0.5) * height / ROWS, canvas(side))}
        assert marked == {55, 84, 85}, (side, marked)
    # Dashed in the color of the side that has it.
    assert text(page.color("--expected")) in cell_colors(page, "actual", 55)
    assert text(page.color("--actual")) in cell_colors(page, "expected", 85)


def check_lights_fill_their_cells_and_differ_by_color(page):
    page.open("lights.html")
    page.set_cursor(500000)
    assert shown(page, "expected").startswith("red light at column 1, row 7; blue light at column 2, row 7; C4 blue at")
    assert "C4 blue, white light at column 6, row 4" in shown(page, "expected"), shown(page, "expected")
    assert marks(page) == "column 1, row 7 missing; column 2, row 7 other; column 6, row 5 missing", marks(page)
    red = "229,38,43"
    for side, cells in (("expected", {0}), ("actual", {1})):
        found = {cell for cell, colors in enumerate(page.colors_of_cells(canvas(side), COLUMNS, ROWS)) if red in colors}
        assert found == cells, (side, found)
    page.set_cursor(3500000)
    assert shown(page, "expected") == "red light at column 1, row 7; white light at column 6, row 4"
    assert shown(page, "actual") == (
        "red light at column 2, row 7; white light at column 6, row 4; green light at column 25, row 0")
    assert page.text("#instrument-legend").startswith(
        "Cells of held notes are lit in the note's color, and filled cells have lights; ")


def check_the_grid_follows_the_cursor(page):
    page.open("grid.html")
    page.click("#difference-1")
    assert marks(page) == "column 6, row 5 missing; column 10, row 4 missing; column 11, row 4 extra", marks(page)
    page.set_cursor(2500000)
    assert marks(page) == "column 10, row 4 missing; column 11, row 4 extra", marks(page)
    page.set_cursor(3500000)
    assert (shown(page, "expected"), shown(page, "actual"), marks(page)) == ("", "", "")
    page.set_cursor(4500000)
    assert (shown(page, "expected"), shown(page, "actual")) == (
        "G4 blue at column 13, row 5", "G4 orange at column 13, row 5")
    assert marks(page) == "column 13, row 5 other"
    assert ORANGE in cell_colors(page, "actual", 62) and BLUE in cell_colors(page, "expected", 62)


def check_the_grid_is_described(page):
    page.open("grid.html")
    page.set_cursor(500000)
    labels = [page.find(canvas(side)).get_attribute("aria-label") for side in ("expected", "actual")]
    assert labels == [
        "Expected: C4 blue at column 6, row 5; C4 blue at column 6, row 4; C4 blue at column 6, row 3",
        "Actual: C4 blue at column 6, row 4; C4 blue at column 6, row 3"], labels
    spoken = "document.getElementById('announcer').textContent"
    page.until(lambda: "Not the same" in page.run(f"return {spoken}"))
    assert page.run(f"return {spoken}").endswith("Not the same: column 6, row 5 missing."), page.run(f"return {spoken}")
    assert "at column 6, row 5; column 6, row 4; column 6, row 3, color blue" in page.state("expected")["notes"][0]
    assert page.text("#difference-1").endswith("column 11, row 4 instead of column 10, row 4")
    numbers = [page.text(f"#sides figure:first-child {labels}").split() for labels in (".rows", ".columns")]
    assert numbers == [list("76543210"), ["1", "5", "10", "15", "20", "25"]], numbers
    page.set_cursor(3500000)
    assert page.find(canvas("actual")).get_attribute("aria-label") == "Actual: no cell is lit"


def check_the_grid_follows_the_theme(page):
    page.open("grid.html", dark=True)
    page.set_cursor(1500000)
    dark = cell_colors(page, "expected", 0)
    assert text(page.color("--dark-row")) in dark
    assert BLUE in cell_colors(page, "expected", 55)
    page.click("#theme")
    assert text(page.color("--dark-row")) in cell_colors(page, "expected", 0) != dark


def check_the_grid_has_room_in_a_narrow_window(page):
    for width in (320, 390):
        page.open("grid.html", width=width, height=844, touch=True)
        boxes = [page.find(canvas(side)).rect for side in ("expected", "actual")]
        assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"], boxes
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes), boxes
        inner, whole = page.run("return [innerWidth, document.documentElement.scrollWidth]")
        assert whole <= inner == width, (inner, whole)


def check_a_window_with_a_grid_does_not_scroll(page):
    for name in ("grid.html", "grid-128.html", "piano.html"):
        page.open(name, width=1280, height=720)
        whole = page.run("return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert whole == [1280, 720], (name, whole)
        boxes = [page.find(canvas(side)).rect for side in ("expected", "actual")]
        assert boxes[0]["y"] == boxes[1]["y"] and boxes[1]["x"] > boxes[0]["x"] + boxes[0]["width"], boxes
        roll, instrument = page.roll_box, page.find("#instrument").rect
        main = page.run("const main = document.querySelector('main'); return [main.scrollHeight, main.clientHeight]")
        assert main[0] == main[1], (name, main)
        assert roll["height"] >= 160 and roll["y"] + roll["height"] <= instrument["y"] + 1, (roll, instrument)


def check_in_a_low_window_nothing_lies_over_the_grid(page):
    page.open("grid-128.html", width=1280, height=560)
    roll, instrument, state = page.roll_box, page.find("#instrument").rect, page.find("#state").rect
    assert roll["y"] + roll["height"] <= instrument["y"] + 1, (roll, instrument)
    legend = page.find("#instrument-legend").rect
    for upper in (instrument, page.find(canvas("actual")).rect, legend):
        assert upper["y"] + upper["height"] <= state["y"] + 1, (upper, state)
    assert page.run("return document.documentElement.scrollHeight") == 560


def check_pressed_keys_are_tinted_and_sustained_ones_hatched(page):
    page.open("piano.html")
    page.set_cursor(4250000)
    assert shown(page, "expected") == shown(page, "actual") == "A3 pressed 100"
    whole = [0, 0, *size(page, "expected")]
    key, tint = page.color("--key"), page.color("--tint")
    tinted = [round(tint[part] * 0.78 + key[part] * 0.22) for part in range(3)]

    def has_tinted(side):
        found = [list(map(int, color.split(","))) for color in page.colors(canvas(side), *whole)]
        return any(all(abs(color[part] - tinted[part]) <= 1 for part in range(3)) for color in found)

    assert has_tinted("expected") and has_tinted("actual")
    page.set_cursor(4700000)
    assert shown(page, "expected") == "A3 held by pedal"
    assert not has_tinted("expected")
    hatched = page.colors(canvas("expected"), *whole)
    page.set_cursor(6700000)
    assert shown(page, "expected") == ""
    assert len(page.colors(canvas("expected"), *whole)) < len(hatched)


def check_keys_that_differ_are_marked(page):
    page.open("piano.html")
    for time, wanted in ((4250000, ""), (5300000, "A3 missing; F#4 extra"), (1500000, "E4 missing"),
                         (3500000, "C5 missing; D5 extra"), (9250000, "F4 extra"),
                         (9800000, "C3 other; F4 extra")):
        page.set_cursor(time)
        assert marks(page) == wanted, (time, marks(page))
    assert page.find(canvas("expected")).get_attribute("aria-label") == "Expected: C3 held by pedal"


def check_a_keyboard_can_be_opened_for_plain_notes(page):
    page.open("piece.html")
    page.set_cursor(3500000)
    assert not page.find(canvas("expected")).is_displayed()
    page.click("#show-instrument")
    assert page.find(canvas("expected")).is_displayed()
    assert page.find("#show-instrument").get_attribute("aria-expanded") == "true"
    assert marks(page) == "C5 missing; D5 extra"


def check_text_beside_a_grid_can_be_read(page):
    for dark in (False, True):
        page.open("grid.html", dark=dark)
        page.set_cursor(1500000)
        contrasts(page)
