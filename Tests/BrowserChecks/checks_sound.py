"""The page of two sounds: pictures, the player, and how it looks. PageSamples+Sound.swift says what is heard in it."""
import base64

from selenium.webdriver.common.keys import Keys

import checks_looks

PAGE = "sound.html"
FIRST = 2.5  # seconds: where the note is missing
AUDIOS = "return [...document.querySelectorAll('audio')].map((audio) => "


def audios(page, expression):
    return page.run(AUDIOS + expression + ")")


def inked(page, selector):
    """How many colours a canvas has."""
    box = page.find(selector).size
    return len(page.colours(selector, 0, 0, box["width"], box["height"]))


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
    # Before it there is no difference to be seen, and there is one after it.
    x = mark["x"] - lanes["x"]
    quiet = page.colours(".spectrum[data-lane=difference]", 2, 2, x - 30, 100)
    loud = page.colours(".spectrum[data-lane=difference]", x + 2, 2, 20, 100)
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
    # The other one goes on where the one before was.
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
    # What isn't named again is as without emulation.
    dark = {"name": "prefers-color-scheme", "value": "dark"}
    page.command("Emulation.setEmulatedMedia", media="print", features=[dark])
    assert not page.find("#player").is_displayed() and page.find("#lanes").is_displayed()
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    assert page.run("return getComputedStyle(document.body).backgroundColor") == "rgb(244, 246, 248)"
    page.run("window.dispatchEvent(new Event('afterprint'))")
    assert page.run("return document.documentElement.dataset.theme") == "dark"
    assert base64.b64decode(page.command("Page.printToPDF", printBackground=True)["data"])[:4] == b"%PDF"
    page.command("Emulation.setEmulatedMedia", media="")


def check_equal_sounds_have_a_page(page):
    page.open("sound-same.html")
    assert page.text("#verdict") == "same: every sample"
    assert page.find_all("[data-picture], #to-first") == []
    assert inked(page, ".wave[data-lane=expected]") > 3


def check_hostile_names_of_sounds_are_only_text(page):
    page.open("sound-same.html")
    assert page.facts["hostile"] in page.text("h1"), page.text("h1")
    assert page.run("return window.hacked ?? null") is None
