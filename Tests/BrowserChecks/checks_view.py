"""Scrolling, zooming, and the contents of the piano roll."""
from selenium.webdriver.common.keys import Keys

SHIFT = 8
ALT = 1


def near(value, wanted, within):
    assert abs(value - wanted) <= within, f"{value} instead of {wanted}"


def check_all_is_seen_at_first(page):
    page.open("piece.html")
    roll = page.roll
    assert roll["start"] <= 0 and roll["start"] + roll["span"] >= 10000000, roll
    box = page.roll_box
    for note in (52, 74):
        assert roll["top"] < page.y_of(note) < box["height"], note


def check_the_wheel_keeps_the_time_under_the_pointer(page):
    page.open("piece.html")
    for x, down in ((400, -300), (700, -500), (250, 400)):
        before, span = page.time_at(x), page.roll["span"]
        page.wheel(x, 200, down=down)
        near(page.time_at(x), before, span / 1000)
        assert (page.roll["span"] < span) == (down < 0), (span, page.roll)


def check_dragging_keeps_the_time_under_the_pointer(page):
    page.open("piece.html")
    page.press("+", "+", "+")
    before = page.time_at(600)
    page.drag_roll(600, 300, -150)
    near(page.time_at(450), before, page.roll["span"] / 300)


def check_pinching_keeps_the_time_between_the_fingers(page):
    page.open("piece.html", width=390, height=844, touch=True)
    before, span = page.time_at(220), page.roll["span"]
    page.touch("touchStart", [(190, 150), (250, 150)])
    for spread in (40, 60, 90):
        page.touch("touchMove", [(220 - spread, 150), (220 + spread, 150)])
    page.touch("touchEnd", [])
    page.settle()
    near(page.time_at(220), before, span / 100)
    near(page.roll["span"], span / 3, span / 30)


def check_a_finger_scrolls(page):
    page.open("piece.html", width=390, height=844, touch=True)
    page.press("+", "+")
    before = page.time_at(300)
    page.touch("touchStart", [(300, 150)])
    for x in (280, 240, 200):
        page.touch("touchMove", [(x, 150)])
    page.touch("touchEnd", [])
    page.settle()
    near(page.time_at(200), before, page.roll["span"] / 100)


def check_a_tap_chooses(page):
    page.open("piece.html", width=390, height=844, touch=True)
    x, y = page.x_of(5300000), page.y_of(66)
    page.touch("touchStart", [(x, y)])
    page.touch("touchEnd", [])
    page.settle()
    assert page.roll["chosen"] == 6, page.roll


def check_shift_and_wheel_scroll(page):
    page.open("piece.html")
    page.press("+", "+", "+")
    before = page.roll
    page.wheel(500, 200, down=200, modifiers=SHIFT)
    assert page.roll["start"] > before["start"], page.roll
    assert page.roll["span"] == before["span"]


def check_alt_and_wheel_make_rows_higher(page):
    page.open("piece.html")
    height = page.roll["rowHeight"]
    y = page.y_of(65)
    page.wheel(500, y, down=-400, modifiers=ALT)
    assert page.roll["rowHeight"] > height * 1.2, (height, page.roll)
    near(page.y_of(65), y, page.roll["rowHeight"])


def check_keys_scroll_and_zoom(page):
    page.open("piece.html")
    whole = page.roll["span"]
    page.press("+")
    near(page.roll["span"], whole * 0.6, whole / 1000)
    page.press("-")
    near(page.roll["span"], whole, whole / 1000)
    page.press("+", "+", Keys.HOME)
    start = page.roll["start"]
    page.press(Keys.ARROW_RIGHT)
    near(page.roll["start"], start + page.roll["span"] * 0.1, whole / 1000)
    page.press(Keys.ARROW_LEFT)
    near(page.roll["start"], start, whole / 1000)
    page.press(Keys.END)
    near(page.roll["start"] + page.roll["span"], start + whole, whole / 1000)
    page.press("0")
    near(page.roll["span"], whole, whole / 1000)


def check_shift_and_arrows_move_the_cursor(page):
    page.open("piece.html")
    page.set_cursor(3000000)
    before = page.roll["cursor"]
    page.press_with_shift(Keys.ARROW_RIGHT)
    near(page.roll["cursor"], before + page.roll["span"] / 100, 2)


def check_dragging_on_the_ruler_moves_the_cursor(page):
    page.open("piece.html")
    page.drag_roll(page.x_of(1000000), 8, 200)
    near(page.roll["cursor"], page.time_at(page.x_of(1000000) + 200), page.roll["span"] / 500)


def check_the_overview_scrolls(page):
    page.open("piece.html")
    page.press("+", "+", "+", "+")
    overview = page.find("#overview").rect
    page.mouse("mousePressed", overview["width"] * 0.9, -15, button="left", buttons=1, clickCount=1)
    page.mouse("mouseReleased", overview["width"] * 0.9, -15, button="left", buttons=0, clickCount=1)
    page.settle()
    near(page.roll["start"] + page.roll["span"] / 2, 8900000, 400000)


def check_notes_stand_at_their_places(page):
    page.open("piece.html")
    assert page.pixel(page.x_of(300000), page.y_of(60)) != page.pixel(page.x_of(300000), page.y_of(61))
    assert page.pixel(page.x_of(5300000), page.y_of(66)) == page.color("--actual")
    missing = page.colors("#roll canvas", page.x_of(1100000), page.y_of(64) - 5, 60, 10)
    assert ",".join(map(str, page.color("--actual"))) not in missing
    assert len(missing) > 2, "missing notes aren't hatched"


def check_what_was_expected_and_what_came_lie_over_one_another(page):
    page.open("piece.html")
    page.click("#difference-3")
    actual = page.color("--time")
    y = page.y_of(67)
    assert page.pixel(page.x_of(2030000), y) != actual, "came before it came"
    assert page.pixel(page.x_of(2500000), y) == actual


def check_far_out_notes_are_drawn_together(page):
    page.open("crowd.html")
    colors = page.colors("#roll canvas", 100, 100, 800, 200)
    for name in ("--same", "--expected", "--actual"):
        assert ",".join(map(str, page.color(name))) in colors, name


def check_far_out_values_are_drawn_together(page):
    page.open("crowd.html")
    lane = "[data-lane='0'] canvas"
    colors = {name: ",".join(map(str, page.color(name))) for name in ("--same-edge", "--actual", "--expected")}
    off = page.colors(lane, page.x_of(310000000), 0, page.x_of(590000000) - page.x_of(310000000), 64)
    assert colors["--actual"] in off and colors["--expected"] in off, off
    alike = page.colors(lane, page.x_of(700000000), 0, 300, 64)
    assert colors["--same-edge"] in alike, alike
    assert colors["--actual"] not in alike and colors["--expected"] not in alike, alike


def check_far_out_a_difference_can_be_chosen(page):
    page.open("crowd.html")
    page.click_roll(600, 250)
    assert page.roll["chosen"] is not None, page.roll


def check_help_opens_and_closes(page):
    page.open("piece.html")
    page.press("?")
    assert page.find("#help").is_displayed()
    assert "next and previous difference" in page.text("#help")
    page.press(Keys.ESCAPE, on=None)
    assert not page.find("#help").is_displayed()


def check_the_zoom_button_keeps_the_chosen_difference_in_place(page):
    page.open("piece.html")
    page.click("#difference-3")  # at 2 s
    before = page.x_of(2000000)
    for _ in range(4):
        page.click("#zoom-in")
    near(page.x_of(2000000), before, 3)
