"""Sounds of the studio in Chromium, judged by the catalog of `midirec fonts`, the number of voices, and audio files."""
import json
import shlex
import struct
import wave

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from studio import scale, slow, wait, write_take

C4, E4 = 60, 64
FONT = "TimGM6mb"


def catalog(bench):
    """Returns the variables of a catalog that the checks share."""
    return {"XDG_DATA_HOME": str(bench.share("catalog folder", lambda: Folder(bench.new_folder())).path)}


class Folder:
    def __init__(self, path):
        self.path = path

    def end(self):
        """The folder goes with all others."""


def opened(bench):
    """Returns the page of a studio whose audio goes to a file."""
    name = "studio with sound"
    if name in bench.made and bench.made[name].process.poll() is not None:
        bench.end(name)
    studio = bench.share(name, lambda: bench.start(
        # Writing the audio takes a third of the simulated processor, so that checks turn their sounds off.
        options=["--audio-file", str(bench.folder / "sound.wav")], environment=catalog(bench)))
    page = bench.page
    if page.shows is not studio or page.status != "live":
        page.open(studio)
    page.run("document.querySelector('[data-panel=sounds]').scrollIntoView()")
    page.until(lambda: page.boxes("#presets li"), "no presets are listed")
    return page


def search(page, words):
    page.fill("#sound-words", words)
    page.find("#sound-words").send_keys(Keys.ENTER)
    page.until_text("#message", "searched the presets")
    page.until(lambda: all(words in name.lower() for name in names(page)), "other presets are listed")
    page.run("document.activeElement.blur()")


def names(page):
    return page.run("return [...document.querySelectorAll('#presets .name')].map((name) => name.textContent)")


def row(preset):
    return f"#presets [data-preset='{preset}']"


def choose(page, preset, name):
    page.run("document.querySelector(arguments[0]).click()", f"{row(preset)} .preset-button")
    page.until_text("#message", f"the sound is {name}")
    page.until(lambda: page.content("#sound-name") == name)


def until_voices(page, isSounding):
    page.until(lambda: (int(page.data("[data-panel=sounds]", "voices")) > 0) == isSounding,
               f"{page.data('[data-panel=sounds]', 'voices')} voices sound")


def turn_off(page):
    page.run("document.getElementById('sound-off').click()")
    page.until(lambda: page.content("#sound-name") == "No sound chosen", "the sound isn't off")


def favorites(bench):
    return json.loads(bench.succeed("fonts", "presets", "--favorites", "--json", environment=catalog(bench)))


# The catalog


def check_search_finds_presets(bench):
    page = opened(bench)
    search(page, "organ")
    command = shlex.split(page.content("#command"))
    assert command == ["midirec", "fonts", "presets", "--search", "organ"], command
    found = json.loads(bench.succeed(*command[1:], "--json", environment=catalog(bench)))
    assert names(page) == [preset["name"] for preset in found], (names(page), found)
    assert page.content("#presets-rest") == f"{len(found)} presets"
    page.fill("#sound-words", "no such sound")
    page.until_text("#presets-rest", "No preset matches.")
    # The search is in the address.
    page.driver.refresh()
    page.until(lambda: page.status == "live")
    page.run("document.querySelector('[data-panel=sounds]').scrollIntoView()")
    page.until_text("#presets-rest", "No preset matches.")
    search(page, "")


def check_favorite_is_in_the_catalog(bench):
    page = opened(bench)
    client = page.shows.connect()
    before = client.until_state(lambda state: True)["catalog"]
    search(page, "organ")
    page.run("document.querySelector(arguments[0]).click()", f"{row(f'{FONT}:0:19')} .star")
    page.until_text("#command", f"midirec fonts favorite {FONT}:0:19 --name")
    page.until(lambda: page.boxes("#presets .star[aria-pressed=true]"), "the favorite isn't listed")
    name = page.run("return document.querySelector('#presets .star[aria-pressed=true] + button .name').textContent")
    found = favorites(bench)
    assert [(one["name"], one["bank"], one["program"]) for one in found] == [(name, 0, 19)], found
    # Other pages see it, too.
    client.until_state(lambda state: state["catalog"] > before)
    listed = client.succeed("sounds", isFavorites=True)["sounds"]["presets"]
    assert [one["preset"] for one in listed] == [name], listed
    client.close()
    page.run("document.querySelector(arguments[0]).click()", f"{row(name)} .star")
    page.until_text("#message", "no longer a favorite")
    assert favorites(bench) == []
    search(page, "")


@slow
def check_effects_are_saved_as_a_favorite(bench):
    page = opened(bench)
    search(page, "piano 1")
    choose(page, f"{FONT}:0:0", "Piano 1")
    assert page.content("#command").startswith(f"midirec synth --in all --font {FONT} --preset 0:0"), page.content("#command")
    page.run("""const slider = document.getElementById('sound-reverb');
        slider.value = 0.25;
        slider.dispatchEvent(new Event('change'))""")
    page.until_text("#message", "reverb 0.25")
    page.until_text("#command", "--reverb 0.25 && midirec synth --in all --preset")
    page.enter("#sound-title", "Far away")
    page.until(lambda: page.content("#sound-name") == "★ Far away")
    found, = (one for one in favorites(bench) if one["name"] == "Far away")
    assert found["settings"]["reverb"]["level"] == 0.25, found
    page.until_text("#command", "midirec synth --in all --preset 'Far away'")
    turn_off(page)
    search(page, "far")
    page.run("document.querySelector(arguments[0]).click()", f"{row('Far away')} .star")
    page.until_text("#message", "no longer a favorite")
    search(page, "")


@slow
def check_tag_chooses_fonts(bench):
    page = opened(bench)
    Select(page.find("#sound-font")).select_by_visible_text(FONT)
    page.until(lambda: page.find("#new-tag").is_displayed())
    page.enter("#new-tag", "Keys & more")
    page.until_text("#tag-chips", "Keys & more")
    tagged = json.loads(bench.succeed("fonts", "list", "--tag", "Keys & more", "--json", environment=catalog(bench)))
    assert [font["name"] for font in tagged] == [FONT], tagged
    page.until_text("#sound-tag", "Keys & more (1 font)")
    Select(page.find("#sound-tag")).select_by_visible_text("Keys & more (1 font)")
    page.until_text("#command", "midirec fonts list --tag 'Keys & more'")
    page.until(lambda: len(page.boxes("#presets li")) > 100)
    page.run("document.querySelector('#tag-chips button').click()")
    page.until_text("#presets-rest", "No preset matches.")
    for selector in ("#sound-tag", "#sound-font"):
        Select(page.find(selector)).select_by_index(0)
    page.until(lambda: len(page.boxes("#presets li")) > 100)
    page.run("document.activeElement.blur()")


# Playing


@slow
def check_chosen_preset_plays_what_comes_in_and_what_the_page_plays(bench):
    audio = bench.folder / "played.wav"
    studio = bench.start(options=["--audio-file", str(audio)], environment=catalog(bench))
    page, keys = bench.page, bench.keys
    page.open(studio)
    page.run("document.querySelector('[data-panel=sounds]').scrollIntoView()")
    page.until(lambda: page.boxes(row(f"{FONT}:0:16")))
    choose(page, f"{FONT}:0:16", "Organ 1")
    keys.send("on C4 90")
    until_voices(page, True)
    keys.send("off C4 0")
    until_voices(page, False)
    # Without an output, the piano needs only a sound.
    page.press_mouse(E4)
    until_voices(page, True)
    page.run("window.dispatchEvent(new Event('blur'))")
    until_voices(page, False)
    page.release_mouse(E4)
    # An organ would sound forever.
    keys.send("on C4 90")
    until_voices(page, True)
    page.run("document.getElementById('panic').click()")
    until_voices(page, False)
    keys.send("off C4 0")
    page.enter("#words", "on C4 90 +3s off C4 0")
    until_voices(page, True)
    until_voices(page, False)
    assert studio.end() == 0
    page.shows = None
    with wave.open(str(audio)) as sound:
        data = sound.readframes(sound.getnframes())
    samples = struct.unpack(f"<{len(data) // 2}h", data)
    assert max(samples) > 300, max(samples)


@slow
def check_what_was_played_is_heard_again(bench):
    page = opened(bench)
    search(page, "")
    page.run("document.querySelector(arguments[0]).click()", f"{row(f'{FONT}:0:16')} button[aria-label^=Hear]")
    page.until(lambda: page.data("#outcome", "error") == "true" or page.content("#sound-name") == "Organ 1")
    turn_off_if_on(page)
    bench.keys.send("on C4 90 +200ms off C4 0 on E4 90 +200ms off E4 0")
    page.until_text("#log", "note-off E4")
    page.run("document.querySelector(arguments[0]).click()", f"{row(f'{FONT}:0:16')} button[aria-label^=Hear]")
    page.until_text("#message", "plays with Organ 1")
    until_voices(page, True)
    assert page.content("#sound-name") == "Organ 1"
    # It ends by itself, and no sound is chosen, as before.
    page.until(lambda: page.content("#sound-name") == "No sound chosen", "it doesn't end")
    assert page.shows.connect().until_state(lambda state: True).get("sound") is None


def turn_off_if_on(page):
    if page.content("#sound-name") != "No sound chosen":
        turn_off(page)


def voices(state):
    return (state.get("sound") or {"voices": 0})["voices"]


@slow
def check_take_is_heard_without_an_output(bench):
    page = opened(bench)
    write_take(page.shows.folder / "scale.mid", scale())
    search(page, "")
    choose(page, f"{FONT}:0:16", "Organ 1")
    client = page.shows.connect()
    command = client.succeed("replay", file="scale.mid")["command"]
    assert command.startswith(f"midirec play scale.mid --synth --font {FONT} --preset 0:16"), command
    client.until_state(lambda state: voices(state) > 0)
    client.until_state(lambda state: state.get("replay") is None and voices(state) == 0)
    command = client.succeed("audition", file="scale.mid", preset=f"{FONT}:0:0")["command"]
    assert f"--synth --font {FONT} --preset 0:0" in command, command
    client.until_state(lambda state: state["sound"]["isAudition"] and voices(state) > 0)
    client.until_state(lambda state: not state["sound"]["isAudition"] and state["sound"]["name"] == "Organ 1")
    client.close()
    turn_off(page)


# Machines that lack something


@slow
def check_damaged_catalog_says_what_to_do(bench):
    # A simulated machine can't hide the built-in font.
    folder = bench.new_folder() / "midirec" / "fonts"
    folder.mkdir(parents=True)
    (folder / "catalog.sqlite").write_bytes(b"no database" * 1000)
    studio = bench.start(environment={"XDG_DATA_HOME": str(folder.parent.parent)})
    page = bench.page
    page.open(studio)
    page.run("document.querySelector('[data-panel=sounds]').scrollIntoView()")
    page.until_text("#sound-problem", "delete the file and add the fonts again")
    assert page.find("#sound-problem").is_displayed()
    studio.end()
    page.shows = None


@slow
def check_machine_without_audio_says_what_to_do(bench):
    studio = bench.start(environment=catalog(bench))
    page = bench.page
    page.open(studio)
    page.run("document.querySelector('[data-panel=sounds]').scrollIntoView()")
    page.until(lambda: page.boxes(row(f"{FONT}:0:0")))
    page.run("document.querySelector(arguments[0]).click()", f"{row(f'{FONT}:0:0')} .preset-button")
    page.until_text("#sound-problem", "No audio output: ")
    assert "midirec studio --audio. Or use the sound of this page." in page.content("#sound-problem"), page.content("#sound-problem")
    page.find("#page-sound").click()
    page.until(lambda: "this page" not in page.content("#sound-problem"), "the page advises a sound that it has")
    page.until_text("#sound-name", "This page")
    page.find("#page-sound").click()
    assert page.content("#sound-name") == "No sound chosen"
    studio.end()
    page.shows = None


@slow
def check_machine_without_fluidsynth_says_what_to_do(bench):
    folder = bench.new_folder()
    (folder / "libfluidsynth.so.3").write_text("no library")
    studio = bench.start(environment={**catalog(bench), "LD_LIBRARY_PATH": str(folder)})
    page = bench.page
    page.open(studio)
    page.run("document.querySelector('[data-panel=sounds]').scrollIntoView()")
    page.until_text("#sound-problem", "FluidSynth isn't available; install libfluidsynth3")
    page.run("document.querySelector(arguments[0]).click()", f"{row(f'{FONT}:0:0')} .preset-button")
    page.until_text("#sound-problem", "FluidSynth can't be loaded")
    # The others go on, and so does the sound of the page.
    client = studio.connect()
    client.succeed("record")
    client.succeed("stop")
    client.close()
    studio.end()
    page.shows = None


@slow
def check_chosen_output_that_is_missing_is_reported_at_once(bench):
    absent = bench.folder / "absent" / "sound.wav"
    for options, part in ((["--audio", "alsa"], "no audio output: "), (["--audio-file", str(absent)], "no audio output: "),
                          (["--audio", "organ"], 'no audio driver named "organ"')):
        studio = bench.start(options=options, environment=catalog(bench))
        client = studio.connect()
        problem = client.until_state(lambda state: state.get("soundProblem"))["soundProblem"]
        assert part in problem, problem
        client.close()
    page = bench.page
    page.open(studio)
    page.until_text("#sound-problem", "No audio driver named")
    assert page.find("#sound-problem").is_displayed()
    page.shows = None


def page_notes(page):
    return int(page.data("[data-panel=sounds]", "pageNotes"))


@slow
def check_sound_of_the_page_begins_by_itself_once(bench):
    studio, page = bench.start(), bench.page
    write_take(studio.folder / "long.mid", [(index / 4, (0x90 if index % 2 == 0 else 0x80, 60, 80)) for index in range(80)])
    page.open(studio)
    page.until(lambda: page.boxes("#takes .take"), "no take is listed")
    page.click("#replay")
    page.until_text("#sound-name", "This page")
    page.until(lambda: page_notes(page) > 0, "the replay isn't heard")
    page.click("#replay")
    page.until(lambda: page_notes(page) == 0, "the stopped replay is heard")
    page.find("#page-sound").click()
    page.click("#replay")
    page.until_text("#message", "choose an output or a sound first")
    assert page.content("#sound-name") == "No sound chosen"
    studio.end()
    page.shows = None


@slow
def check_sound_of_the_page_plays_and_never_hangs(bench):
    page, keys = opened(bench), bench.keys
    turn_off_if_on(page)
    page.find("#page-sound").click()
    page.run("document.activeElement.blur()")
    page.until(lambda: page.run("return !document.getElementById('page-again').disabled"))

    def holds(count):
        page.until(lambda: page_notes(page) == count, f"{page_notes(page)} notes sound, not {count}")
    # What comes in.
    keys.send("on C4 90")
    holds(1)
    keys.send("on E4 90")
    holds(2)
    keys.send("off C4 0 off E4 0")
    holds(0)
    # What the page plays, although there is neither an output nor a sound.
    page.press_mouse(C4)
    holds(1)
    assert page.data("#outcome", "error") == "false", page.content("#message")
    page.release_mouse(C4)
    holds(0)
    page.key("keyDown", "KeyA", "a")
    holds(1)
    page.run("window.dispatchEvent(new Event('blur'))")
    holds(0)
    page.key("keyUp", "KeyA", "a")
    keys.send("on C4 90")
    holds(1)
    page.run("document.getElementById('panic').click()")
    holds(0)
    keys.send("off C4 0")
    # A replay in real time, its end, and sent words.
    write_take(page.shows.folder / "paged.mid", scale(count=40, step=0.1))
    page.driver.refresh()
    page.until(lambda: page.boxes("#takes [data-file='paged.mid']"), "the take isn't listed")
    page.find("#takes [data-file='paged.mid'] button").click()
    page.click("#replay")
    page.until_text("#message", "replaying paged.mid")
    page.until(lambda: page_notes(page) > 2, "the page doesn't play the replay")
    page.until_text("#take-time", "0:02 / 0:04")
    page.click("#replay")
    page.until_text("#message", "stopped the replay")
    holds(0)
    page.click("#test-chord")
    page.until_text("#message", "sent C major")
    holds(3)
    holds(0)
    keys.send("on E4 90")
    holds(1)
    # A disconnected studio can't end its notes.
    page.shows.end()
    page.shows = None
    holds(0)
    keys.send("off E4 0")
    wait(lambda: page.status != "live")
