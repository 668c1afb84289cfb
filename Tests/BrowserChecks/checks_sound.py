"""The report of two audio files: images, player, and appearance. PageSamples+Sound.swift describes their sound."""
import base64

import checks_looks
from selenium.webdriver.common.keys import Keys

PAGE = "sound.html"
FIRST = 2.5  # seconds: the position of the missing note
AUDIOS = "return [...document.querySelectorAll('audio')].map((audio) => "


def audios(page, expression):
    return page.run(AUDIOS + expression + ")")


def inked(page, selector):
    """Returns the number of colors of a canvas."""
    box = page.find(selector).size
    return len(page.colors(selector, 0, 0, box["width"], box["height"]))


def check_two_sounds_are_drawn(page):
    page.open(PAGE)
    for lane in ("expected", "actual", "difference"):
        assert inked(page, f".wave[data-lane={lane}]") > 3, lane
        assert inked(page, f".spectrum[data-lane={lane}]") > 10, lane


def check_the_first_difference_is_where_it_was_made(page):
    page.open(PAGE)
    page.click("[data-picture='0']")
    mark, lanes = page.find("#first-mark").rect, page.find("#lanes").rect
    whole = audios(page, "audio.duration")[0]
    assert abs((mark["x"] - lanes["x"]) / lanes["width"] * whole - FIRST) < 0.05, (mark, lanes, whole)
    # No difference is visible before it, and one is visible after it.
    x = mark["x"] - lanes["x"]
    quiet = page.colors(".spectrum[data-lane=difference]", 2, 2, x - 30, 100)
    loud = page.colors(".spectrum[data-lane=difference]", x + 2, 2, 20, 100)
    assert len(quiet) == 1 < len(loud), (len(quiet), len(loud))


def check_both_sounds_and_their_difference_can_be_played(page):
    page.open(PAGE)
    page.until(lambda: all(state >= 2 for state in audios(page, "audio.readyState")))
    assert audios(page, "audio.error") == [None] * 3
    before = float(page.find("#seek").get_attribute("value"))
    page.press(" ", on=None)
    page.until(lambda: float(page.find("#seek").get_attribute("value")) > before + 0.1)
    assert page.text("#play") == "Pause" and audios(page, "audio.paused") == [False, True, True]
    page.press("3", on=None)
    page.until(lambda: audios(page, "audio.paused") == [True, True, False])
    assert page.find("input[value=difference]").is_selected()
    # The other side continues at the same position.
    assert float(page.find("#seek").get_attribute("value")) >= before + 0.1
    page.press(" ", on=None)
    page.until(lambda: page.text("#play") == "Play")


def check_a_click_on_the_picture_is_where_the_player_goes(page):
    page.open(PAGE)
    page.click("[data-picture='0']")
    lanes = page.find("#lanes").rect
    for kind, buttons in (("mousePressed", 1), ("mouseReleased", 0)):
        page.command("Input.dispatchMouseEvent", type=kind, x=lanes["x"] + lanes["width"] / 4, y=lanes["y"] + 60,
                     button="left", buttons=buttons, clickCount=1)
    page.settle()
    whole = audios(page, "audio.duration")[0]
    assert abs(float(page.find("#seek").get_attribute("value")) - whole / 4) < 0.02


def check_d_goes_to_the_first_difference_of_sounds(page):
    page.open(PAGE)
    page.run("document.getElementById('seek').value = 0; document.getElementById('seek').dispatchEvent(new Event('input'))")
    page.press("d", on=None)
    assert abs(float(page.find("#seek").get_attribute("value")) - (FIRST - 1)) < 0.02


def check_the_keyboard_reaches_the_player(page):
    page.open(PAGE)
    reached = []
    for _ in range(12):
        page.press(Keys.TAB, on=None)
        reached.append(page.run("""const at = document.activeElement;
            return [at.id || at.value || at.dataset.picture, getComputedStyle(at).outlineStyle]"""))
    names = [name for name, _ in reached]
    for wanted in ("theme", "play", "to-first", "expected", "seek", "1", "0"):
        assert wanted in names, (wanted, names)
    assert all(outline != "none" for name, outline in reached if name), reached


def check_the_page_of_sounds_can_be_read(page):
    for dark in (False, True):
        page.open(PAGE, dark=dark)
        checks_looks.contrasts(page)


def check_the_page_of_sounds_fits_a_phone(page):
    for width in (320, 390):
        page.open(PAGE, width=width, height=844, touch=True)
        inner, whole = page.run("return [innerWidth, document.documentElement.scrollWidth]")
        assert whole <= inner == width, (width, inner, whole)


def check_the_page_of_sounds_asks_for_nothing_from_outside(page):
    page.open(PAGE)
    page.until(lambda: all(state >= 2 for state in audios(page, "audio.readyState")))
    asked = page.requests()
    assert asked and all(url.startswith(("file:", "blob:", "data:")) for url in asked), asked
    assert page.console() == []


def check_on_paper_sounds_are_light(page):
    page.open(PAGE, dark=True)
    # Omitted parameters are the same as without emulation.
    dark = {"name": "prefers-color-scheme", "value": "dark"}
    page.command("Emulation.setEmulatedMedia", media="print", features=[dark])
    assert not page.find("#player").is_displayed() and page.find("#lanes").is_displayed()
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    assert page.run("return getComputedStyle(document.body).backgroundColor") == "rgb(244, 246, 248)"
    page.run("window.dispatchEvent(new Event('afterprint'))")
    assert page.run("return document.documentElement.dataset.theme") == "dark"
    assert base64.b64decode(page.command("Page.printToPDF", printBackground=True)["data"])[:4] == b"%PDF"
    page.command("Emulation.setEmulatedMedia", media="")


def on_paper(page, name):
    """Opens a report as it is printed on A4, 190 mm wide."""
    page.open(name)
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    page.command("Emulation.setEmulatedMedia", media="print")
    page.command("Emulation.setDeviceMetricsOverride", width=718, height=1000, deviceScaleFactor=1, mobile=False)
    page.settle()


def off_paper(page):
    page.run("window.dispatchEvent(new Event('afterprint'))")
    page.command("Emulation.setEmulatedMedia", media="")
    page.settle()


def check_on_paper_sounds_are_drawn_for_paper(page):
    on_paper(page, PAGE)
    # Neither distorted nor coarse, and completely on the sheet.
    sizes = page.run("""return [...document.querySelectorAll('#lanes canvas')].map((canvas) =>
        [canvas.width / canvas.clientWidth, canvas.height / canvas.clientHeight, canvas.getBoundingClientRect().right])""")
    assert len(sizes) == 7, sizes
    for across, down, right in sizes:
        assert abs(across - down) < 0.05 and across > 2 and right <= 718, sizes
    off_paper(page)
    assert page.run("const wave = document.querySelector('.wave'); return wave.width - wave.clientWidth") == 0


def check_on_paper_nothing_of_sounds_is_useless(page):
    on_paper(page, PAGE)
    buttons = page.find_all("button, input, output, #playhead")
    assert buttons and not any(button.is_displayed() for button in buttons)
    legend = page.text(".legend")
    assert "playback" not in legend and legend.endswith("marks the first difference."), legend
    off_paper(page)
    assert page.text(".legend").endswith("the solid line the playback position.")


def check_the_marks_of_sounds_cross_no_words(page):
    page.open("sound-names.html")
    for picture in ("1", "0"):
        page.click(f"[data-picture='{picture}']")
        axis = page.find("#axis").rect["y"]
        for mark in ("#first-mark", "#playhead"):
            box = page.find(mark).rect
            assert box["y"] + box["height"] <= axis + 1, (mark, box, axis)
    # The label of the first difference begins at its line and lies above it.
    word, mark = page.find("figcaption").rect, page.find("#first-mark").rect
    assert mark["x"] < word["x"] + word["width"], (word, mark)
    # For the browser, an element without pointer events is never on top.
    page.run("document.getElementById('first-mark').style.pointerEvents = 'auto'")
    top = page.run("return document.elementFromPoint(arguments[0], arguments[1]).tagName", mark["x"] + 1, word["y"] + 8)
    assert top == "FIGCAPTION", top


def broken_words(page):
    """Returns the words in file names that begin on one line and end on the next."""
    return page.run(r"""
        const broken = [];
        for (const {firstChild: text} of document.querySelectorAll('#sounds .name')) {
          for (const word of text.data.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            if (range.getClientRects().length > 1) broken.push(word[0]);
          }
        }
        return broken""")


def check_long_names_of_sounds_are_not_broken(page):
    for width in (320, 390, 1280):
        page.open("sound-names.html", width=width, height=844)
        assert page.find_all("#sounds .name") and broken_words(page) == [], (width, broken_words(page))
        inner, whole = page.run("return [innerWidth, document.documentElement.scrollWidth]")
        assert whole <= inner, (width, inner, whole)
    on_paper(page, "sound-names.html")
    assert broken_words(page) == []
    off_paper(page)


def check_equal_sounds_have_a_page(page):
    page.open("sound-same.html")
    assert page.text("#verdict") == "same: every sample"
    assert page.find_all("[data-picture], #to-first") == []
    assert inked(page, ".wave[data-lane=expected]") > 3


def check_hostile_names_of_sounds_are_only_text(page):
    page.open("sound-same.html")
    assert page.facts["hostile"] in page.text("h1"), page.text("h1")
    assert page.run("return window.hacked ?? null") is None
