"""Light and dark colors, narrow and wide windows, and accessibility."""
from selenium.webdriver.common.keys import Keys

CONTRAST = """
  const channels = (text) => {
    const [red, green, blue, alpha] = text.match(/[\\d.]+/g).map(Number);
    return {rgb: [red, green, blue], alpha: alpha ?? 1};
  };
  const luminance = ({rgb}) => {
    const [red, green, blue] = rgb.map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = channels(getComputedStyle(at).backgroundColor);
      if (color.alpha === 1) return color;
    }
    return channels('rgb(255, 255, 255)');
  };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!hasText || !element.checkVisibility() || element.disabled) continue;
    const pair = [luminance(channels(getComputedStyle(element).color)), luminance(background(element))];
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    found.push([ratio, element.tagName + '#' + element.id + '.' + element.className]);
  }
  return found"""


def contrasts(page, least=10):
    """Checks all texts, of which the page has more than a number."""
    found = page.run(CONTRAST)
    assert len(found) > least, found
    low = [entry for entry in found if entry[0] < 4.5]
    assert low == [], low


def check_text_can_be_read_in_the_light(page):
    page.open("piece.html")
    page.click("#difference-3")
    page.click("#kinds [data-kind=late]")
    contrasts(page)


def check_text_can_be_read_in_the_dark(page):
    page.open("piece.html", dark=True)
    page.click("#difference-3")
    page.click("#kinds [data-kind=late]")
    contrasts(page)


def check_the_help_can_be_read(page):
    for dark in (False, True):
        page.open("piece.html", dark=dark)
        page.press("?")
        contrasts(page)


def check_the_table_of_sessions_can_be_read(page):
    for dark in (False, True):
        page.open("sessions/index.html", dark=dark)
        contrasts(page)


def check_the_picture_has_the_colors_of_the_system(page):
    seen = []
    for dark in (False, True):
        page.open("piece.html", dark=dark)
        seen.append(page.run("return getComputedStyle(document.body).backgroundColor"))
        assert page.pixel(page.x_of(5300000), page.y_of(66)) == page.color("--actual")
        seen.append(page.pixel(page.x_of(5300000), page.y_of(66)))
    assert seen[0] != seen[2] and seen[1] != seen[3], seen


def check_the_button_turns_the_colors(page):
    page.open("piece.html")
    before = page.pixel(page.x_of(300000), page.y_of(63))
    page.click("#theme")
    assert page.run("return document.documentElement.dataset.theme") == "dark"
    assert page.pixel(page.x_of(300000), page.y_of(63)) != before
    assert page.text("#theme") == "Light"


def check_a_phone_shows_all_without_scrolling_sideways(page):
    for name in ("piece.html", "crowd.html", "empty.html", "names.html", "sessions/index.html"):
        for width in (320, 390):
            page.open(name, width=width, height=844, touch=True)
            inner, whole = page.run("return [innerWidth, document.documentElement.scrollWidth]")
            assert whole <= inner == width, (name, width, inner, whole)


def check_on_a_phone_differences_come_before_the_picture(page):
    page.open("piece.html", width=390, height=844, touch=True)
    row, rows, roll = page.find("#difference-0").rect, page.find("#list").rect, page.roll_box
    assert row["y"] < 200, row
    assert rows["y"] + rows["height"] < roll["y"] < 844 - 180, (rows, roll)


def check_on_a_low_screen_nothing_lies_over_the_picture(page):
    page.open("piece.html", width=844, height=390, touch=True)
    roll, state = page.roll_box, page.find("#state").rect
    assert roll["height"] >= 180 and roll["y"] + roll["height"] <= state["y"], (roll, state)
    assert page.run("return document.documentElement.scrollWidth") <= 844


def check_a_wide_window_is_filled_and_does_not_scroll(page):
    page.open("piece.html", width=1600, height=900)
    whole = page.run("return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert whole == [1600, 900], whole
    assert page.roll_box["width"] > 1000


def check_everything_that_can_be_used_has_a_name_and_a_role(page):
    page.open("piece.html")
    tree = page.command("Accessibility.getFullAXTree")["nodes"]
    usable = ("button", "slider", "listbox", "application", "link", "searchbox")
    nodes = [node for node in tree if node.get("role", {}).get("value") in usable and not node.get("ignored")]
    assert len(nodes) > 15, len(nodes)
    nameless = [node["role"]["value"] for node in nodes if not node.get("name", {}).get("value")]
    assert nameless == [], nameless
    options = [node for node in tree if node.get("role", {}).get("value") == "option"]
    assert options and all("channel" in node["name"]["value"] or "take" in node["name"]["value"]
                           or "System" in node["name"]["value"] for node in options)


def check_the_keyboard_reaches_all_and_shows_where_it_is(page):
    page.open("piece.html")
    reached, hidden = [], []
    for _ in range(60):
        page.press(Keys.TAB, on=None)
        name, outline = page.run("""const at = document.activeElement;
            return [at.id || at.dataset?.kind || at.textContent.slice(0, 30), getComputedStyle(at).outlineStyle]""")
        if reached and name == reached[0]:
            break
        reached.append(name)
        if outline == "none" and name:
            hidden.append(name)
    for wanted in ("previous", "next", "zoom-in", "theme", "open-help", "roll", "time", "list", "missing", "more-lanes"):
        assert wanted in reached, (wanted, reached)
    assert [name for name in hidden if name in reached[:-1]] == [], hidden
