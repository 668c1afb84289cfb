"""The page of a note alignment."""
import checks_looks
from checks_safety import quiet
from checks_view import near
from selenium.webdriver.common.keys import Keys

MUSICAL, REAL = "musical", "real"


def view(page):
    """Returns the axis, and the start and length of the visible range in microseconds."""
    axis, start, span = page.run("return document.documentElement.dataset.drawn").split()
    return axis, float(start), float(span)


def x_of(page, time):
    _, start, span = view(page)
    gutter = 52
    width = page.run("return document.getElementById('picture').clientWidth")
    return gutter + (time - start) / span * (width - gutter)


def colors_at(page, time, top, bottom):
    """Returns the colors of the picture at a time, between two parts of its height."""
    height = page.run("return document.getElementById('picture').clientHeight")
    return page.colors("#picture canvas", x_of(page, time), height * top, 2, height * (bottom - top))


def rows(page):
    return [row.text.splitlines() for row in page.find_all("#list [role=option]")]


def bars(page):
    """Returns the state of the row of bars: the chosen bar, its description, and the take that plays."""
    box = page.find("#bars")
    return (int(box.get_attribute("aria-valuenow")), box.get_attribute("aria-valuetext"),
            page.run("return document.getElementById('picture').dataset.playing"))


def heard(page):
    """Returns the takes that play, in order, until no take plays."""
    sides = []

    def is_over():
        side = bars(page)[2]
        if side and side not in sides:
            sides.append(side)
        return sides and not side

    page.until(is_over)
    return sides


def check_mistakes_are_listed_with_place_and_time(page):
    page.open("alignment.html")
    assert page.text("#verdict") == "different: 1 missing, 1 extra, 1 wrong pitch, 1 swapped"
    assert rows(page) == [
        ["↕", "D4", "1:4.00 · 0:02.8", "played as D#4"],
        ["⇄", "A4", "2:2.00 · 0:04.0", "played after E4; expected before it"],
        ["−", "G4", "3:2.00 · 0:06.4", "missing"],
        ["+", "D3", "4:1.50 · 0:08.5", "extra"],
    ], rows(page)


def check_kinds_of_mistakes_filter_the_list(page):
    page.open("alignment.html")
    page.click("[data-kind=missing]")
    assert [row[1] for row in rows(page)] == ["G4"]
    page.click("[data-kind=extra]")
    assert [row[1] for row in rows(page)] == ["G4", "D3"]
    assert page.text("#differences-heading") == "2 of 4 mistakes"


def check_notes_are_at_their_places_on_both_axes(page):
    page.open("alignment.html")
    missing, extra = page.color("--expected"), page.color("--actual")

    def is_seen(color, *place):
        # Edges between pixels are a little lighter.
        return any(max(abs(int(a) - b) for a, b in zip(seen.split(","), color)) < 60
                   for seen in colors_at(page, *place))

    # The missing note is expected from 4.5 s to 5 s. In the performance, its beat would be at 6.4 s.
    assert view(page)[0] == MUSICAL
    assert is_seen(missing, 4_750_000, 0.05, 0.4)
    assert not is_seen(missing, 6_600_000, 0.05, 0.4)
    # The extra note was played from 8.5 s to 8.59 s, which is 6.25 s in the score.
    assert is_seen(extra, 6_275_000, 0.5, 0.8)
    page.click("[data-axis=real]")
    assert view(page)[0] == REAL
    assert is_seen(missing, 6_700_000, 0.05, 0.4)
    assert is_seen(extra, 8_540_000, 0.5, 0.8)


def check_a_mistake_is_shown_when_chosen(page):
    page.open("alignment.html")
    page.click("#zoom-in")
    page.click("#zoom-in")
    page.click("#difference-3")
    _, start, span = view(page)
    near(start + span / 2, 6_284_000, 30_000)
    assert page.text("#hover") == "4:1.50: D3: extra"
    assert page.find("#difference-3").get_attribute("aria-selected") == "true"


def check_keys_step_through_the_mistakes(page):
    page.open("alignment.html")

    def chosen():
        return page.run(
            "return [...document.querySelectorAll('#list [role=option]')].findIndex(row => row.ariaSelected === 'true')")

    seen = [chosen()]
    for key in "nnnpnnn":
        page.press(key, on="#picture")
        seen.append(chosen())
    assert seen == [-1, 0, 1, 2, 1, 2, 3, 0], seen


def check_the_time_axis_keeps_the_moment(page):
    page.open("alignment.html")
    page.press("+", "+", "+", on="#picture")
    _, start, span = view(page)
    page.press("m", on="#picture")
    axis, real_start, real_span = view(page)
    assert axis == REAL
    # The nearest note to the middle stays in the middle, within a beat.
    near(real_start + real_span / 2, (start + span / 2) * 1.2 + 1_000_000, 700_000)


def check_a_note_is_described(page):
    page.open("alignment.html")
    page.click("[data-axis=real]")
    height = page.run("return document.getElementById('picture').clientHeight")
    box = page.run("const box = document.getElementById('picture').getBoundingClientRect(); return [box.x, box.y]")
    for y in range(int(height * 0.5), int(height * 0.85)):
        page.command("Input.dispatchMouseEvent", type="mouseMoved", x=box[0] + x_of(page, 8_540_000), y=box[1] + y)
        if page.text("#hover"):
            break
    assert page.text("#hover") == "Actual: D3, velocity 40, at 8.500 s of the performance, extra", page.text("#hover")


def check_the_page_of_an_alignment_can_be_read(page):
    for dark in (False, True):
        page.open("alignment.html", dark=dark)
        page.click("#difference-0")
        page.click("[data-kind=missing]")
        checks_looks.contrasts(page)


def check_the_page_of_an_alignment_fits_a_phone(page):
    page.open("alignment.html", width=390, height=844, touch=True)
    assert page.run("return document.documentElement.scrollWidth") <= 390
    assert page.find("#picture").size["height"] >= 400


def check_an_alignment_without_notes_has_a_page(page):
    page.open("alignment-empty.html")
    assert page.text("#verdict") == "same notes"
    assert page.text("#differences-heading") == "0 mistakes"
    assert page.text("#nothing") == "✓ No mistakes."


def check_hostile_names_of_alignments_are_only_text(page):
    page.open("alignment-names.html")
    assert page.run("return window.harm") is None
    assert page.find_all("img") == []
    shown = page.run("return document.querySelector('#remarks').textContent")
    assert page.facts["hostile"] in shown, shown
    quiet(page)


def check_the_page_of_an_alignment_asks_for_nothing(page):
    page.open("alignment.html")
    asked = [address for address in page.requests() if not address.startswith("data:")]
    assert len(asked) == 1 and asked[0].endswith("alignment.html"), asked
    quiet(page)


def check_both_takes_of_an_alignment_can_be_heard(page):
    page.open("alignment.html")
    for side in ("expected", "actual"):
        page.click(f"#play-{side}")
        assert page.run("return document.getElementById('picture').dataset.playing") == side
        page.until(lambda: float(page.run("return document.getElementById('picture').dataset.level ?? 0")) > 0.01)
        page.press(" ", on="#picture")
        assert page.text(f"#play-{side}").startswith("▶")


def check_fingers_zoom_and_choose_in_an_alignment(page):
    page.open("alignment.html", width=390, height=844, touch=True)
    page.run("document.getElementById('picture').scrollIntoView()")
    box = page.run("const box = document.getElementById('picture').getBoundingClientRect(); return [box.x, box.y]")

    def touch(kind, *points):
        page.command("Input.dispatchTouchEvent", type=kind, touchPoints=[
            {"x": box[0] + x, "y": box[1] + y, "id": index} for index, (x, y) in enumerate(points)])

    _, _, span = view(page)
    touch("touchStart", (190, 100), (250, 100))
    for spread in (40, 60, 90):
        touch("touchMove", (220 - spread, 100), (220 + spread, 100))
    touch("touchEnd")
    page.settle()
    near(view(page)[2], span / 3, span / 30)
    page.press("0", on="#picture")
    note = page.run("""const canvas = document.querySelector('#picture canvas');
        const ratio = canvas.width / canvas.clientWidth;
        const wanted = getComputedStyle(document.documentElement).getPropertyValue('--actual').trim();
        const {data} = canvas.getContext('2d').getImageData(arguments[0] * ratio, 0, 1, canvas.height);
        for (let y = canvas.height / 2 | 0; y < canvas.height; y += 1) {
          const found = [0, 1, 2].map((part) => data[4 * y + part].toString(16).padStart(2, '0')).join('');
          if ('#' + found === wanted) return y / ratio;
        }""", x_of(page, 6_275_000))
    touch("touchStart", (x_of(page, 6_275_000), note + 1))
    touch("touchEnd")
    page.settle()
    assert page.text("#hover") == "4:1.50: D3: extra", page.text("#hover")


def check_the_help_of_an_alignment_can_be_read(page):
    for dark in (False, True):
        page.open("alignment.html", dark=dark)
        page.press("?", on="#picture")
        assert "musical time, or real time" in page.text("#help")
        checks_looks.contrasts(page)


def check_bars_have_the_colors_of_their_mistakes(page):
    page.open("alignment.html")
    width = page.run("return document.getElementById('bars').clientWidth")
    # The first bar has one mistake, and all four have some.
    def above_the_number(bar):
        return page.colors("#bars canvas", width / 4 * bar + 4, 3, width / 4 - 10, 2)

    assert len(above_the_number(0)) == 1
    assert above_the_number(0) == above_the_number(1) == above_the_number(3)
    page.open("alignment-bars.html")
    width = page.run("return document.getElementById('bars').clientWidth")
    assert len(page.colors("#bars canvas", 0, 8, width, 4)) >= 2


def check_a_click_on_a_bar_plays_it_twice(page):
    page.open("alignment.html")
    width = page.run("return document.getElementById('bars').clientWidth")
    box = page.run("const box = document.getElementById('bars').getBoundingClientRect(); return [box.x, box.y]")
    for kind in ("mousePressed", "mouseReleased"):
        page.command("Input.dispatchMouseEvent", type=kind, x=box[0] + width * 0.6, y=box[1] + 10, button="left",
                     clickCount=1)
    assert heard(page) == ["expected", "actual"]
    assert bars(page)[:2] == (3, "bar 3: 1 mistake"), bars(page)
    assert page.text("#hover") == "bar 3: 1 mistake"


def check_keys_choose_and_play_a_bar(page):
    page.open("alignment.html")
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, on="#bars")
    assert bars(page) == (2, "bar 2: 1 mistake", ""), bars(page)
    page.press(Keys.END, on="#bars")
    assert bars(page)[0] == 4
    # The bar is in the middle of the picture, or the whole take is visible.
    _, start, span = view(page)
    assert start <= 6_000_000 and start + span >= 7_900_000
    page.press(Keys.ENTER, on="#bars")
    assert heard(page) == ["expected", "actual"]
    # A mistake that is chosen takes the place of the bar.
    page.press("n", on="#picture")
    assert page.text("#hover") != "bar 4: 1 mistake"


def check_thousands_of_bars_are_one_element(page):
    page.open("alignment-bars.html")
    assert page.run("return document.querySelectorAll('*').length") < 400
    page.press(Keys.END, on="#bars")
    assert bars(page)[1] == "bar 3000: no mistakes", bars(page)


def check_takes_are_rows_of_bars(page):
    page.open("progress.html")
    assert page.text("#verdict") == "3 takes, 4 bars"
    page.press(Keys.ARROW_RIGHT, on="#takes")
    assert page.text("#hover") == "1.mid, bar 1: 1 mistake"
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.END, on="#takes")
    assert page.text("#hover") == "3.mid, bar 4: no mistakes"
    left = page.run("return document.documentElement.dataset.drawn").split()[1]
    quiet(page)
    colors = [page.colors("#takes canvas", float(left) + 10, 22 + 26 * row, 20, 4) for row in (0, 2)]
    assert colors[0] != colors[1], colors


def check_the_page_of_progress_can_be_read(page):
    for dark in (False, True):
        page.open("progress.html", dark=dark)
        page.press(Keys.ARROW_RIGHT, on="#takes")
        checks_looks.contrasts(page, least=5)
    page.open("progress.html", width=390, height=844, touch=True)
    assert page.run("return document.documentElement.scrollWidth") <= 390


def check_hostile_names_of_takes_are_only_text(page):
    page.open("progress-names.html")
    assert page.run("return window.harm") is None
    assert page.find_all("img") == []
    page.press(Keys.ARROW_RIGHT, on="#takes")
    assert page.facts["hostile"] in page.text("#hover"), page.text("#hover")
    quiet(page)
