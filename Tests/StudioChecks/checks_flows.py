"""Flows of a user in Chromium, judged by ports and files."""
import contextlib
import json
import re
import shutil
import signal
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from studio import INSTRUMENT, PLAYER, SINK, Studio, scale, slow, wait, write_take

C4, D4, E4, G4 = 60, 62, 64, 67


def opened(bench):
    """Returns the page of the studio, which is opened again only if it shows another one."""
    studio, page = bench.studio, bench.page
    if page.shows is not studio or page.status != "live":
        page.open(studio)
    return page


@contextlib.contextmanager
def unplugged(bench, *options):
    """Unplugs the LinnStrument for a time."""
    bench.succeed("instrument", "unplug")
    try:
        yield
    finally:
        bench.succeed("instrument", "plug", *options)


def playing(bench):
    """Chooses the listening port as the output."""
    sink, page = bench.sink, opened(bench)
    if page.run("return document.getElementById('output').selectedOptions[0].textContent") != SINK:
        page.choose_output(SINK)
    page.run("document.activeElement.blur()")
    sink.clear()
    return page, sink


def lines(page):
    """Returns the texts of the visible lines of the log."""
    return page.run("return [...document.querySelectorAll('#log .line')].map((line) => line.textContent)")


def until_dark(page):
    page.until(lambda: page.shown("grid") == "" and page.shown("piano") == "" and not page.boxes("#held-rows li"),
               "the cells, the keys, or the list stay lit")


# Inputs


def check_note_of_the_instrument_lights_its_cell_its_key_and_the_list(bench):
    page = opened(bench)
    until_dark(page)
    page.settle()
    size = page.run("const {clientWidth, clientHeight} = document.getElementById('grid'); return [clientWidth, clientHeight]")
    dark = set(page.colors("#grid", 0, 0, *size))
    bench.keys.send("cc 3 1")  # Another input has another color, and it is the later one of the list.
    page.until_text("#log", "cc 3 1")
    bench.player.send("on C4 79")
    page.until(lambda: "C4 " in page.shown("grid"), "the cell is dark")
    page.until(lambda: page.shown("piano") == "C4 pressed 79", "the key is dark")
    row = page.find("#held-rows [data-note='60']").text
    assert "C4" in row and "79" in row, row
    page.settle()
    assert not set(page.colors("#grid", 0, 0, *size)) <= dark, "no cell has another color"
    page.until(lambda: page.data(f"[data-port='{INSTRUMENT}']", "state") in ("lit", "on"), "the port looks idle")
    page.until_text("#log", "note-on C4 79")
    voice = page.data(f"[data-port='{INSTRUMENT}']", "voice")
    others = ("#held-rows .heading", "#held-rows .held", "#log .line:last-child .from")
    assert [page.data(other, "voice") for other in others] == [voice] * 3, "one input has several colors"
    # Another page has missed the order in which the inputs have sent.
    page.driver.refresh()
    page.until(lambda: page.data(f"[data-port='{INSTRUMENT}']", "voice") == voice, "a reloaded page has another color")
    page.until(lambda: page.data("#log .line:last-child .from", "voice") == voice, "the log has another color")
    hexadecimal = page.run(f"return getComputedStyle(document.documentElement).getPropertyValue('--voice-{voice}').slice(1)")
    color = ",".join(str(int(hexadecimal[place:place + 2], 16)) for place in (0, 2, 4))
    assert color in page.colors("#grid", 0, 0, *size), "the cell has another color"
    strip = "#strip canvas"
    page.until(lambda: color in page.colors(strip, 0, 0, *page.box(strip)[2:]), "the strip has another color")
    bench.player.send("off C4 64")
    until_dark(page)
    page.settle()
    assert set(page.colors("#grid", 0, 0, *size)) <= dark, "a cell stays lit"
    complaints = [text for text in page.console() if "getImageData" not in text]  # That one is about page.colors().
    assert complaints == [], complaints


@slow
def check_expression_of_a_note_is_shown(bench):
    page = opened(bench)
    bench.player.send("rpn 0 1536 cp 88 cc 74 52 pb 12288 on E4 70")
    page.until(lambda: page.boxes("#held-rows [data-note='64']"))
    row = page.find("#held-rows [data-note='64']").text
    assert "+6.00" in row and "88" in row and "52" in row, row
    bench.player.send("off E4 0 pb 8192 cp 0 cc 74 0")
    until_dark(page)


@slow
def check_lines_of_values_are_painted_when_they_appear(bench):
    page = opened(bench)
    # While the lines have no room, their first pictures aren't painted.
    page.set_width(390)
    page.until(lambda: not page.find("#value-rows").is_displayed())
    bench.player.send("cc 20 64")
    page.until(lambda: page.boxes("#value-rows [data-name='controller 20'], #value-rows [data-name='cc 20']"),
               "the value isn't listed")
    time.sleep(12)  # Until then, the line moves, and is painted anyway.
    for scheme in ("light", "dark"):
        page.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        page.set_width(1500)
        page.until(lambda: page.run("""return [...document.querySelectorAll("#value-rows canvas")].every((canvas) => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, 1, 1);
            return data[0] + data[1] + data[2] > 0;
        })"""), f"lines are black in {scheme} colors")
        page.set_width(390)
    page.shows = None


def check_texts_fit_into_a_small_window(bench):
    page = opened(bench)
    write_take(page.shows.folder / "take-2026-11-30-170640.mid", scale())
    page.driver.refresh()
    page.until(lambda: page.boxes("#takes [data-file='take-2026-11-30-170640.mid']"), "the take isn't listed")
    bench.player.send("on C#4 79 off C#4 64")
    page.until_text("#log", "note-off C#4 64")
    cut = page.run("""return [...document.querySelectorAll(
        "#log .line .words, .held.labels span, #takes .name > :last-child")].filter(
        (node) => node.scrollWidth > node.clientWidth + 1 && node.textContent.length < 20).map((node) => node.textContent)""")
    assert cut == [], cut


@slow
def check_pedal_holds_a_note(bench):
    page = opened(bench)
    bench.player.send("cc 64 127 on D4 60 off D4 64")
    page.until(lambda: page.shown("piano") == "D4 held by pedal", "the pedal doesn't hold the note")
    page.until(lambda: page.data("#held-rows [data-note='62']", "pedal") == "true")
    page.until_text("#value-rows", "sustain")
    bench.player.send("cc 64 0")
    until_dark(page)


def check_unplugged_instrument_is_missing_and_comes_back_by_itself(bench):
    page = opened(bench)
    port = f"[data-port='{INSTRUMENT}']"
    page.until(lambda: page.data(port, "state") not in (None, "missing"))
    before = page.content(f"{port} .detail")
    bench.player.send("on C4 79")
    page.until(lambda: page.shown("piano") == "C4 pressed 79")
    page.enter("#words", "nonsense")
    page.until(lambda: page.data("#outcome", "error") == "true", "the words are sent")
    error = page.content("#message")
    with unplugged(bench, "--renumber"):
        page.until(lambda: page.data(port, "state") == "missing", "the port isn't missing")
        assert "missing since" in page.content(f"{port} .detail")
        assert page.text("#losses").startswith(f"⚠ {INSTRUMENT} is missing"), page.text("#losses")
        until_dark(page)
    page.until(lambda: page.data(port, "state") not in (None, "missing"), "the port doesn't come back")
    page.until(lambda: "missing" not in page.content("#losses"), "the page says that the port is missing")
    page.until_text("#announcer", "connected again")
    assert (page.content("#message"), page.data("#outcome", "error")) == (error, "true"), "a notice hides the error"
    after = page.content(f"{port} .detail")
    assert re.search(r"\d+:\d+", after)[0] not in before, (before, after)
    assert len(page.boxes(port)) == 1, "the port is listed twice"
    bench.made.pop("player").process.kill()
    bench.player.send("on E4 80")
    page.until(lambda: page.shown("piano") == "E4 pressed 80", "the port is silent after it came back")
    bench.player.send("off E4 0")
    until_dark(page)


# Playing


def check_mouse_holds_a_note(bench):
    page, sink = playing(bench)
    page.press_mouse(C4)
    sink.expect("90 3C ..")
    assert sink.sounding() == {(1, C4)}
    assert page.shown("piano").startswith("C4 pressed"), page.shown("piano")
    page.release_mouse(C4)
    sink.expect("90 3C ..", "80 3C ..")
    # A finger that slides ends the note of the key that it leaves.
    page.press_mouse(C4)
    page.mouse_at("mouseMoved", *page.place_of_key(E4))
    sink.expect("90 3C ..", "80 3C ..", "90 3C ..", "80 3C ..", "90 40 ..")
    page.mouse_at("mouseReleased", *page.place_of_key(E4))
    wait(lambda: sink.sounding() == set(), "all notes ended")


def check_cells_of_the_grid_play(bench):
    page, sink = playing(bench)
    client = bench.studio.connect()
    columns, notes = client.hello["columns"], client.hello["notes"]
    client.close()
    x, y, width, height = page.box("#grid")

    def place(note):
        row, column = divmod(notes.index(note), columns)
        return x + (column + 0.5) * width / columns, y + (row + 0.9) * height / 8

    page.mouse_at("mousePressed", *place(C4))
    sink.expect("90 3C ..")
    page.mouse_at("mouseMoved", *place(E4))
    sink.expect("90 3C ..", "80 3C ..", "90 40 ..")
    page.mouse_at("mouseReleased", *place(E4))
    wait(lambda: sink.sounding() == set(), "all notes ended")


@slow
def check_fingers_play_as_hard_as_they_press(bench):
    page, sink = playing(bench)
    page.fingers("touchStart", (C4, 0.3))
    sink.expect("90 3C 34")
    page.fingers("touchStart", (C4, 0.3), (G4, 0.8))
    sink.expect("90 3C 34", "90 43 6A")
    page.fingers("touchEnd", (G4, 0.8))
    wait(lambda: sink.sounding() != {(1, C4), (1, G4)}, "the first finger ends its note")
    page.fingers("touchEnd")
    wait(lambda: sink.sounding() == set(), "all notes ended")
    page.fingers("touchStart", (E4, 0.6))
    sink.expect("90 40 54")
    page.fingers("touchCancel")
    wait(lambda: sink.sounding() == set(), "a canceled touch ends its note")


def check_pressure_on_a_held_key_is_sent_and_ends_with_the_key(bench):
    page, sink = playing(bench)

    def move(depth):
        page.mouse_at("mouseMoved", *page.place_of_key(C4, depth))
    page.press_mouse(C4)
    sink.expect("90 3C ..")
    move(0.85)  # A hand isn't still.
    move(0.3)
    sink.expect("90 3C ..", "D0 7F")
    move(0.6)
    sink.expect("90 3C ..", "D0 7F", "D0 [2-5].")
    page.release_mouse(C4)
    sink.expect("D0 [2-5].", "D0 00", "80 3C ..")
    assert [message[:2] for message in sink.bytes] == ["90", "D0", "D0", "D0", "80"], sink.bytes
    # Of a note, and of a finger, whose force counts.
    Select(page.find("#aftertouch")).select_by_value("note")
    sink.clear()
    page.fingers("touchStart", (E4, 0.3))
    page.fingers("touchMove", (E4, 0.8, 0.85))
    sink.expect("90 40 34", "A0 40 66")
    page.fingers("touchCancel")
    sink.expect("A0 40 66", "A0 40 00", "80 40 ..")
    # A page that is gone doesn't leave its pressure.
    sink.clear()
    page.press_mouse(C4)
    move(0.3)
    sink.expect("90 3C ..", "A0 3C 7F")
    page.run("window.dispatchEvent(new Event('blur'))")
    sink.expect("A0 3C 7F", "A0 3C 00", "80 3C ..")
    page.release_mouse(C4)
    Select(page.find("#aftertouch")).select_by_value("")
    sink.clear()
    page.press_mouse(C4)
    move(0.3)
    page.release_mouse(C4)
    sink.expect("90 3C ..", "80 3C ..")
    assert len(sink.events) == 2, sink.bytes
    Select(page.find("#aftertouch")).select_by_value("channel")


def check_computer_key_plays_until_it_is_released(bench):
    page, sink = playing(bench)
    page.run("document.activeElement.blur()")
    page.key("keyDown", "KeyA", "a")
    sink.expect("90 3C 50")
    for _ in range(3):
        page.command("Input.dispatchKeyEvent", type="keyDown", code="KeyA", key="a", autoRepeat=True)
    page.key("keyDown", "KeyD", "d")
    sink.expect("90 3C 50", "90 40 50")
    page.key("keyUp", "KeyA", "a")
    page.key("keyUp", "KeyD", "d")
    wait(lambda: sink.sounding() == set(), "all notes ended")
    assert len(sink.events) == 4, sink.bytes
    # Letters in a field aren't notes.
    page.find("#words").send_keys("asdf")
    page.find("#words").clear()
    page.run("document.activeElement.blur()")
    page.key("keyDown", "KeyG", "g")
    sink.expect("90 43 50")
    page.key("keyUp", "KeyG", "g")
    sink.expect("80 43 ..")
    assert len(sink.events) == 6, sink.bytes
    # A list that was opened by a click and changed by a key leaves the letters to the piano.
    page.run("""const list = document.getElementById("channel");
        list.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        list.focus({ focusVisible: true });
        list.dispatchEvent(new Event("change", { bubbles: true }));""")
    assert page.run("return document.activeElement.id") == "", "the list keeps the letters"


@slow
def check_notes_end_if_the_page_loses_the_focus(bench):
    page, sink = playing(bench)
    page.press_mouse(C4)
    sink.expect("90 3C ..")
    page.run("window.dispatchEvent(new Event('blur'))")  # Headless Chromium has no other windows.
    sink.expect("90 3C ..", "80 3C ..")
    page.release_mouse(C4)
    page.key("keyDown", "KeyS", "s")
    sink.expect("90 3E ..")
    page.close_tab(page.new_tab())
    sink.expect("90 3E ..", "80 3E ..")
    page.key("keyUp", "KeyS", "s")


@slow
def check_notes_end_if_the_page_is_left(bench):
    page, sink = playing(bench)
    page.press_mouse(C4)
    sink.expect("90 3C ..")
    page.driver.get("about:blank")
    page.shows = None
    sink.expect("90 3C ..", "80 3C ..")


def check_notes_end_if_the_tab_is_closed(bench):
    page, sink = playing(bench)
    earlier = page.new_tab()
    page.open(bench.studio)
    page.key("keyDown", "KeyA", "a")
    page.press_mouse(G4)
    sink.expect("90 43 ..")
    wait(lambda: len(sink.sounding()) == 2)
    page.close_tab(earlier)
    wait(lambda: sink.sounding() == set(), "all notes ended")


def check_escape_ends_everything(bench):
    page, sink = playing(bench)
    page.press_mouse(C4)
    page.enter("#words", "ch 3 on E2 70")
    sink.expect("92 28 46")
    page.run("document.activeElement.blur()")
    page.key("rawKeyDown", "Escape")
    page.key("keyUp", "Escape")
    sink.expect("92 28 46", "80 3C ..")
    for channel in range(16):
        for controller in (64, 120, 123):
            wait(lambda channel=channel, controller=controller: f"B{channel:X} {controller:02X} 00" in sink.bytes,
                 f"controller {controller} of channel {channel + 1} arrives")
    page.until_text("#message", "panic: ended all notes at the output")
    assert page.content("#command") == f"midirec send --out '{SINK}' panic", page.content("#command")
    page.release_mouse(C4)
    assert (1, C4) not in sink.sounding()
    page.until(lambda: "panic 64 messages" in lines(page)[-1], f"the log ends with {lines(page)[-3:]}")


def check_escape_that_closes_a_menu_or_a_dialog_does_no_more(bench):
    page, sink = playing(bench)
    for opener, box in (("#open-panels", "#panels"), ("#open-help", "#help")):
        page.click(opener)
        page.until(lambda box=box: page.find(box).is_displayed())
        page.key("rawKeyDown", "Escape")
        page.key("keyUp", "Escape")
        page.until(lambda box=box: not page.find(box).is_displayed(), f"{box} stays open")
    page.press_mouse(C4)
    sink.expect("90 3C ..")
    page.release_mouse(C4)
    sink.expect("90 3C ..", "80 3C ..")
    assert len(sink.events) == 2, sink.bytes


def check_words_are_sent_or_their_error_is_shown(bench):
    page, sink = playing(bench)
    page.enter("#words", "ch 2 on C4 79 off C4 0")
    sink.expect("91 3C 4F", "81 3C 00")
    page.until_text("#command", "midirec send --out")
    assert page.content("#command").endswith("ch 2 on C4 79 off C4 0"), page.content("#command")
    assert page.content("#words-error") == ""
    page.enter("#words", "on C4 500")
    page.until(lambda: "500" in page.content("#words-error"), "the error isn't shown")
    assert len(sink.events) == 2, sink.bytes
    page.enter("#words", "on E4 30 +150ms off E4 0")
    sink.expect("90 40 1E", "80 40 00")
    first, second = sink.events[-2:]
    assert 0.14 < (second["time"] - first["time"]) / 1e9 < 0.4, (first, second)


# Takes


def with_take(bench, **options):
    """Returns the page, the studio, and a take that isn't in its folder."""
    path = bench.new_folder() / "played.mid"
    write_take(path, scale(**options))
    return opened(bench), bench.studio, path


def list_take(page, take, name):
    """Adds a take to the studio's folder, and chooses it."""
    shutil.copy(take, page.shows.folder / name)
    page.driver.refresh()
    page.until(lambda: page.boxes(f"#takes [data-file='{name}']"), "the take isn't listed")
    page.settle()  # The list scrolls to the take that was chosen before.
    page.find(f"#takes [data-file='{name}'] button").click()
    page.until_text("#take-title", name)


def record(page):
    page.click("#record")
    page.until(lambda: page.find("#record").get_attribute("aria-pressed") == "true", "nothing is recorded")


def stop(page):
    page.click("#record")
    page.until(lambda: page.find("#record").get_attribute("aria-pressed") == "false", "the take doesn't end")


def check_recorded_take_equals_what_was_played(bench):
    page, studio, take = with_take(bench)
    for index in range(6):
        write_take(studio.folder / f"earlier {index}.mid", scale())
    page.driver.refresh()
    page.until(lambda: len(page.boxes("#takes .take")) >= 6, "the takes aren't listed")
    page.run("document.getElementById('takes').scrollTop = 1000")
    before = set(studio.takes())
    record(page)
    page.until_text("#command", "midirec capture --in all -o take-")
    command = page.content("#command")
    bench.play_on_instrument(take)
    page.until_text("#losses", "8 notes")
    page.click("#test-note")  # An action between both.
    page.until(lambda: page.content("#command") != command)
    stop(page)
    page.until_text("#message", "recorded take-")
    found, = set(studio.takes()) - before
    assert page.content("#command") == command and found.name in command, (page.content("#command"), command)
    page.until_text(f"#takes [data-file='{found.name}']", "8 notes")
    page.until(lambda: page.content("#take-title") == found.name, "the take isn't chosen")
    assert page.run('''const [row, box] = [`[data-file="${arguments[0]}"]`, "#takes"].map(
        (selector) => document.querySelector(selector).getBoundingClientRect());
        return row.top >= box.top && row.bottom <= box.bottom''', found.name), "the take isn't seen in the list"
    bench.assert_same(take, found)
    bench.succeed("verify", found)


@slow
def check_take_has_what_was_played_since_the_click(bench):
    page, studio = opened(bench), bench.studio
    before = set(studio.takes())
    client = studio.connect()
    start = client.until("state")["now"]
    bench.player.send("on C4 70 +50ms off C4 0")
    client.until("state", lambda state: state["held"])
    client.until("state", lambda state: not state["held"])
    # As if the click had been before the note, which the recorder itself doesn't receive.
    client.succeed("record", at=start)
    client.succeed("mark", name="early", at=start + 1000)
    bench.player.send(" ".join(f"on {note} 70 +10ms off {note} 0" for note in range(61, 69)))
    page.until_text("#losses", "9 notes")
    client.succeed("stop")
    take, = set(studio.takes()) - before
    events = bench.succeed("show", take, "--events")
    assert "early" in events, events
    # A message at the time of the click is in the take, and one a microsecond before isn't.
    bench.player.send("on C2 70 +5ms off C2 0 +5ms on D2 71 +5ms off D2 0")
    times = {}

    def is_complete(log):
        times.update({line[8]: line[1] for line in log["lines"]})
        return "80 26 00" in times
    client.until("log", is_complete)
    for at, wanted in ((times["90 26 47"], (2, 1)), (times["90 26 47"] + 1, (1, 0))):
        client.succeed("record", at=at)
        done = client.succeed("stop")
        assert (done["messages"], done["notes"]) == wanted, (at, times, done)
    client.close()
    # A click on the page, without a wait for its effect.
    page.until(lambda: page.find("#record").get_attribute("aria-pressed") == "false")
    page.click("#record")
    bench.player.send("on E4 70 off E4 0")
    page.until_text("#losses", "1 note")
    stop(page)
    page.until_text("#message", "1 note")
    until_dark(page)


def check_take_has_what_pages_play(bench):
    client = bench.studio.connect()
    _ = bench.sink
    state = client.until_state(lambda state: {"midirec studio", SINK} <= {port["name"] for port in state["outputs"]})
    addresses = {port["name"]: port["address"] for port in state["outputs"]}
    for output, inputs in ((None, None), ("midirec studio", None), ("midirec studio", [0]), (SINK, [0])):
        client.succeed("output", address=addresses.get(output))
        # Before and after the recorder starts.
        start = client.succeed("ping")["now"]
        for note in range(60, 64):
            client.succeed("press", note=note, velocity=70)
            client.succeed("release", note=note)
            if note == 60:
                client.succeed("record", at=start, inputs=inputs)
        # Only the notes become a part of the take.
        client.succeed("panic")
        done = client.succeed("stop")
        assert (done["messages"], done["notes"]) == (8, 4), (output, inputs, done)
        shown = bench.succeed("show", bench.studio.folder / done["file"], "--events")
        assert "midirec studio" in shown and shown.index("C4") < shown.index("C#4"), shown
    # What is held ends with the output.
    client.succeed("press", note=65, velocity=70)
    client.until_state(lambda state: state["held"])
    client.succeed("output")
    client.until_state(lambda state: not state["held"])
    client.close()


def check_take_has_what_new_inputs_play_at_once(bench):
    client = bench.studio.connect()
    client.succeed("record")
    # One appears at the start, and one later. They play as soon as the studio is connected, and end.
    for name, note, count in (("Early", "E4", 2), ("Late", "F4", 4)):
        bench.succeed("send", "--as", name, "--wait", f"on {note} 70 +5ms off {note} 0")
        client.until_state(lambda state, count=count: state["recording"]["messages"] == count)
    done = client.succeed("stop")
    assert (done["messages"], done["notes"]) == (4, 2), done
    shown = bench.succeed("show", bench.studio.folder / done["file"], "--events")
    assert all(shown.count(text) > 1 for text in ("E4", "F4")) and "Early" in shown and "Late" in shown, shown
    client.close()


def check_take_ends_at_the_stop(bench):
    client = bench.studio.connect()
    sent = time.monotonic()
    client.command("record")
    stop = client.command("stop")
    recorded = client.until("reply")
    longest = time.monotonic() - sent
    done = client.until("reply", lambda reply: reply == stop)
    assert recorded["error"] is None and done["error"] is None, (recorded, done)
    # Until the end of its file, the take waits for messages from before the stop.
    shown = json.loads(bench.succeed("show", bench.studio.folder / done["file"], "--json"))
    assert shown["duration"] / 1e9 < longest + 0.25, (shown, longest)
    client.close()


@slow
def check_take_has_what_an_unplugged_input_played(bench):
    client = bench.studio.connect()
    client.until_state(lambda state: any(port["name"] == INSTRUMENT and port["isConnected"] for port in state["inputs"]))
    start = client.state["now"]
    bench.player.send("on E4 70 +50ms off E4 0")
    client.until("state", lambda state: state["held"])
    client.until("state", lambda state: not state["held"])
    client.succeed("record", at=start)
    with unplugged(bench):
        pass  # Before the take gets the earlier messages.
    done = client.succeed("stop")
    assert (done["messages"], done["notes"]) == (2, 1), done
    # It may be gone before the recording starts.
    bench.made.pop("player").process.kill()
    bench.player.send("on E4 70 +50ms off E4 0")
    client.until("state", lambda state: state["held"])
    client.until("state", lambda state: not state["held"])
    with unplugged(bench):
        client.until_state(lambda state: any(port["name"] == INSTRUMENT and not port["isConnected"] for port in state["inputs"]))
        client.succeed("record", at=start)
        done = client.succeed("stop")
    assert (done["messages"], done["notes"]) == (4, 2), done
    client.close()
    bench.made.pop("player").process.kill()


@slow
def check_last_minutes_are_kept(bench):
    # In another studio, the take would start with the controllers of earlier checks.
    page, studio = bench.page, bench.start()
    page.open(studio)
    take = bench.new_folder() / "played.mid"
    write_take(take, scale())
    before = set(studio.takes())
    client = studio.connect()
    start = client.until("state")["now"]
    bench.play_on_instrument(take)
    client.until_state(lambda state: state["now"] > start and not state["held"])
    page.click("#keep")
    page.until_text("#message", "kept take-")
    kept, = set(studio.takes()) - before
    page.until(lambda: page.boxes(f"#takes [data-file='{kept.name}']"), "the take isn't listed")
    bench.succeed("verify", kept)
    reply = client.succeed("keep", **{"from": start, "to": client.state["now"] + 1_000_000})
    bench.assert_same(take, studio.folder / reply["file"])
    client.close()


def recording_without_a_page(bench):
    """Starts a recording of a studio, and closes the page."""
    studio = bench.start()
    take = bench.new_folder() / "played.mid"
    write_take(take, scale())
    client = studio.connect()
    client.succeed("record")
    client.close()
    bench.play_on_instrument(take)
    return studio, take


@slow
def check_recording_goes_on_without_a_page(bench):
    studio, take = recording_without_a_page(bench)
    client = studio.connect()
    client.until("state", lambda state: state["recording"]["notes"] == 8)
    assert studio.end() == 0
    found, = studio.takes()
    bench.assert_same(take, found)
    assert not list(studio.folder.glob("*.recording.*")), "the journal is left"


@slow
def check_recording_survives_a_crash(bench):
    studio, take = recording_without_a_page(bench)
    journal = wait(lambda: next(studio.folder.glob("*.recording.mid"), None), "there is a journal")
    # It is at most a second behind.
    wait(lambda: bench.run("diff", take, journal, "--tolerance", "60ms").returncode == 0, "the journal is complete")
    assert studio.end(signal.SIGKILL) == -9
    bench.succeed("recover", journal)
    found, = studio.takes()
    bench.assert_same(take, found)


@slow
def check_take_is_replayed_from_a_position_at_a_speed_and_in_a_loop(bench):
    page, sink = playing(bench)
    _, _, take = with_take(bench, step=0.2)
    list_take(page, take, "scale.mid")
    notes = [f"90 {60 + index:02X} {40 + index:02X}" for index in range(8)]

    sink.clear()
    page.click("#replay")
    page.until_text("#message", "replaying scale.mid")
    sink.expect(*notes, f"80 {67:02X} ..")
    page.until(lambda: page.content("#message") == "replayed scale.mid", "the page says that the take plays")
    on = [event for event in sink.events if event["kind"] == "note-on"]
    assert 1.3 < (on[7]["time"] - on[0]["time"]) / 1e9 < 1.6, on
    page.until_text("#replay", "Replay")

    sink.clear()
    Select(page.find("#speed")).select_by_value("2")
    page.click("#replay")
    sink.expect(*notes)
    on = [event for event in sink.events if event["kind"] == "note-on"]
    assert 0.65 < (on[7]["time"] - on[0]["time"]) / 1e9 < 0.9, on
    page.until_text("#replay", "Replay")

    sink.clear()
    page.drag("#take-box", 0.55, 0.55)
    page.click("#replay")
    sink.expect(notes[7], "80 43 ..")
    assert notes[5] in sink.bytes and notes[3] not in sink.bytes, sink.bytes
    page.until_text("#replay", "Replay")

    sink.clear()
    page.find("#loop").click()
    page.click("#replay")
    sink.expect(*notes[5:], *notes, notes[0])
    page.until_text("#replay", "Stop")
    page.driver.refresh()
    page.until_text("#replay", "Stop")
    page.until(lambda: page.find("#loop").is_selected() and page.find("#speed").get_attribute("value") == "2",
               "a reloaded page shows other settings of the replay")
    page.click("#replay")
    page.until_text("#replay", "Replay")
    wait(lambda: sink.sounding() == set(), "the notes of a stopped replay ended")
    count = len([event for event in sink.events if event["kind"] == "note-on"])
    page.until(lambda: page.content("#replay").endswith("Replay"))
    assert len([event for event in sink.events if event["kind"] == "note-on"]) == count, "the replay goes on"
    page.find("#loop").click()


@slow
def check_name_that_would_hide_a_take_is_refused(bench):
    page, studio, take = with_take(bench)
    shutil.copy(take, studio.folder / "there.mid")
    list_take(page, take, "seen.mid")
    before = set(studio.folder.iterdir())
    for name, reason in ((".hidden", "begin with a dot"), ("run.recording", "still grows"), ("a/b.mid", "leave out the slash"),
                         ("there", "there.mid already exists")):
        page.enter("#rename #take-name", name)
        page.until_text("#message", reason)
        assert page.content("#take-title") == "seen.mid", page.content("#take-title")
        page.until(lambda: page.find("#take-name").get_attribute("value") == "seen.mid", "the field keeps a refused name")
        assert set(studio.folder.iterdir()) == before, name
    client = studio.connect()
    assert "gone.mid" in client.do("rename", file="gone.mid", name="other")["error"]
    client.close()


@slow
def check_take_is_renamed_and_trimmed(bench):
    page, studio, take = with_take(bench, step=0.2)
    list_take(page, take, "a.mid")
    before = set(studio.takes())
    page.enter("#rename #take-name", "ein Lied.mid")
    page.until_text("#take-title", "ein Lied.mid")
    renamed = studio.folder / "ein Lied.mid"
    assert set(studio.takes()) == before - {studio.folder / "a.mid"} | {renamed}
    page.enter("#rename #take-name", "../b")
    page.until(lambda: page.data("#outcome", "error") == "true", "a name with a folder isn't refused")
    assert renamed in studio.takes() and len(studio.takes()) == len(before)
    page.click("#trim")
    page.until_text("#message", "drag in the take")
    assert len(studio.takes()) == len(before)
    page.drag("#take-box", 0.49, 0.99)
    page.until_text("#take-part", "chosen")
    page.click("#trim")
    page.until_text("#message", "wrote the part")
    part, = set(studio.takes()) - before - {renamed}
    notes = [line for line in bench.succeed("show", part, "--events").splitlines() if re.search(r"note.on", line, re.IGNORECASE)]
    assert 3 <= len(notes) <= 4, notes
    page.until_text("#take-title", part.name)


def check_take_becomes_a_session_that_passes(bench):
    page, studio, take = with_take(bench, count=4)
    list_take(page, take, "four.mid")
    page.find("#take-session").click()
    page.until(lambda: page.find("#session-dialog").is_displayed())
    page.press("scale", on="")  # Instead of the offered name.
    assert page.find("#session-name").get_attribute("value") == "scale"
    texts = page.run("return [...document.querySelectorAll('#session-subjects label')].map((label) => label.textContent)")
    assert len(texts) == 5 and all(", and compare " in text for text in texts), texts
    page.find("#session-dialog input[value=grid]").click()
    page.find("#session-dialog button[type=submit]").click()
    session = "#sessions [data-name=scale]"
    page.until(lambda: page.boxes(session), "the session isn't listed")

    def press(text):
        found = [button for button in page.boxes(f"{session} button") if button.text == text]
        assert found, f"the session has no button {text}"
        found[0].click()
    page.until(lambda: page.data(session, "verdict") == "new", "the session isn't new")
    page.until(lambda: page.boxes(f"{session} .decision:not([hidden])"), "the result of a new session isn't shown")
    press("accept")
    page.until(lambda: page.data(session, "verdict") == "accepted")
    press("run")
    page.until(lambda: page.data(session, "verdict") == "passed", "the session hasn't passed")
    folder = next(path.parent for path in studio.folder.rglob("session.yaml"))
    bench.succeed("test", folder)


# The page


@slow
def check_log_is_filtered(bench):
    # Another studio's log may be full of the messages of earlier checks.
    page, keys = bench.page, bench.keys
    page.open(bench.start())
    page.until(lambda: page.boxes("[data-port='Keys']:not([data-state=missing])"), "the port Keys isn't connected")
    assert f"listens to {INSTRUMENT}, " in page.text("#no-messages"), page.text("#no-messages")
    keys.send("on C4 1 cc 74 3 off C4 0")
    page.until(lambda: not page.find("#no-messages").is_displayed(), "the page says that nothing was received")
    page.until_text("#log", "74")
    page.fill("#only", "note")
    page.until(lambda: lines(page) and all("note" in line for line in lines(page)),
               "the filter has no effect")
    shown = page.content("#log-count")
    assert re.fullmatch(r"[\d,]+ of [\d,]+", shown), shown
    page.fill("#only", "nonsense")
    page.until_text("#only-error", "nonsense")
    page.until(lambda: page.content("#log-count") == "", "a refused filter has a count")
    assert page.find("#only").get_attribute("aria-invalid") == "true"
    for width in (400, 800, 1200):
        page.set_width(width)
        page.run("document.querySelector('[data-tab-choice=log]').click()")
        whole = page.run("""const [error, panel] = ["#only-error", "[data-panel=log]"].map((name) => document.querySelector(name));
            return error.scrollHeight <= error.clientHeight && document.getElementById("log").clientHeight > 40
              && error.getBoundingClientRect().bottom <= panel.getBoundingClientRect().bottom""")
        assert whole, f"the error is cut at {width} pixels"
    page.fill("#only", "cc:74")
    page.until(lambda: page.content("#only-error") == "" and lines(page)
               and all("74" in line for line in lines(page)), "the second filter has no effect")
    page.find("#only").send_keys(Keys.CONTROL, "a")
    page.find("#only").send_keys(Keys.BACKSPACE)
    bench.keys.send("clock clock clock cc 75 1")
    page.until_text("#log", "75")
    page.until_text("#log-hidden", "hidden")
    assert not any("clock" in line for line in lines(page)), lines(page)
    page.find("#timing").click()
    page.until_text("#log-room", "clock")
    page.find("#timing").click()
    page.until(lambda: "clock" not in page.content("#log-room"))


@slow
def check_two_pages_show_the_same(bench):
    page = opened(bench)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("window")
    try:
        page.open(bench.studio)
        bench.player.send("on G4 99")
        page.until(lambda: page.shown("piano") == "G4 pressed 99", "the second page is dark")
        second = page.driver.current_window_handle
        page.driver.switch_to.window(first)
        page.until(lambda: page.shown("piano") == "G4 pressed 99", "the first page is dark")
        bench.player.send("off G4 0")
        until_dark(page)
        record(page)
        page.driver.switch_to.window(second)
        page.until(lambda: page.find("#record").get_attribute("aria-pressed") == "true", "the second page doesn't know")
        until_dark(page)
        stop(page)
        page.driver.switch_to.window(first)
        page.until(lambda: page.find("#record").get_attribute("aria-pressed") == "false")
        page.driver.switch_to.window(second)
    finally:
        page.close_tab(first)


def check_reload_keeps_the_choices_of_the_address(bench):
    page = opened(bench)
    port = f"[data-port='{INSTRUMENT}']"
    page.find(f"{port} [data-choice=pin]").click()
    page.fill("#only", "cc:74")
    page.until(lambda: "only=" in page.run("return location.hash"), "the filter isn't in the address")
    assert bench.studio.token not in page.driver.current_url, "the token stays in the address"
    page.driver.refresh()
    page.until(lambda: page.status == "live", "a reloaded page isn't live")
    page.until(lambda: page.boxes(f"{port} [data-choice=pin][aria-pressed=true]"), "the choice is lost")
    assert page.find("#only").get_attribute("value") == "cc:74"
    bench.keys.send("cc 74 9 cc 75 9")
    page.until_text("#log", "74")
    assert all("74" in line for line in lines(page)), lines(page)
    page.shows = None  # The next check starts without these choices.


@slow
def check_wrong_token_shows_nothing(bench):
    page = bench.page
    page.load(bench.studio.address.replace(bench.studio.token, "0" * 32))
    page.until(lambda: page.status == "refused", "the page doesn't say that it was refused")
    assert "Open the address" in page.text("#banner"), page.text("#banner")
    assert page.boxes("#inputs li") == [] and page.content("#folder") == "", "the page shows the state"
    assert page.shown("grid") == "" and page.boxes("#takes .take") == []
    # The address that midirec printed helps in the same tab.
    page.run("location.hash = arguments[0]", bench.studio.token)
    page.until(lambda: page.status == "live", "the right address doesn't help")


@slow
def check_end_of_the_studio_is_shown(bench):
    page, studio = opened(bench), bench.studio
    bench.player.send("on C4 50")
    page.until(lambda: page.shown("piano") == "C4 pressed 50")
    studio.end(signal.SIGKILL)
    page.until(lambda: page.content("#status-text") == "not connected", "the page says that it is live")
    page.until(lambda: "earlier state" in page.content("#banner"), page.content("#banner"))
    bench.player.send("off C4 0")
    again = Studio(bench.program, studio.folder, port=studio.port)
    bench.made["studio"] = again
    page.until(lambda: page.status == "refused", "the page doesn't say that the studio was restarted")
    assert "new address" in page.text("#banner"), page.text("#banner")
    page.run("location.hash = arguments[0]", again.token)
    page.until(lambda: page.status == "live", "the new address doesn't help")
    until_dark(page)
    page.shows = again


@slow
def check_missing_output_comes_back(bench):
    page = opened(bench)
    page.choose_output(PLAYER)
    with unplugged(bench, "--renumber"):
        page.until(lambda: page.find("#output-missing").is_displayed(), "the output isn't missing")
        list_take(page, with_take(bench)[2], "unheard.mid")
        page.click("#replay")
        page.until_text("#message", "replaying unheard.mid; the output is missing")
    page.until(lambda: not page.find("#output-missing").is_displayed(), "the output doesn't come back")
    page.click("#panic")
    bench.made.pop("player").process.kill() if "player" in bench.made else None
    page.enter("#words", "on C4 50 off C4 0")
    page.until_text("#log", "C4 50")
    assert page.data("#outcome", "error") == "false", page.content("#message")


@slow
def check_names_of_ports_are_only_text(bench):
    name = "<img src=x onerror=window.harm=1>"
    page = opened(bench)
    page.console()  # What earlier checks have caused.
    bench.made["hostile"] = sender = type(bench.keys)(bench.midirec, "--as", name, "--wait")
    page.until_text("#inputs", name)
    sender.send("on C4 1 off C4 0")
    page.until_text("#log", "C4 1")
    bench.end("hostile")
    page.until(lambda: page.run("return [...document.querySelectorAll('.port')].some((row) => row.dataset.state === 'missing')"))
    assert "missing" not in page.content("#losses"), "the top misses a program that has ended"
    assert page.run("return window.harm") is None
    assert page.driver.find_elements(By.CSS_SELECTOR, "main img") == []
    complaints = page.console()
    assert complaints == [], complaints


@slow
def check_killed_browser_ends_its_notes(bench):
    page, sink = playing(bench)
    page.press_mouse(C4)
    sink.expect("90 3C ..")
    page.kill()
    sink.expect("90 3C ..", "80 3C ..")
    bench.made.pop("page").end()


# Screen readers

NAMED = {"button", "checkbox", "radio", "slider", "textbox", "searchbox", "combobox", "tab", "link", "application", "region", "log",
         "dialog", "alertdialog", "navigation", "toolbar", "group", "search", "table", "img", "tablist"}


def unnamed(page):
    """Returns what a screen reader presents without a name, and the number of what has the focus in turn."""
    found, count = [], 0
    for node in page.command("Accessibility.getFullAXTree")["nodes"]:
        if node.get("ignored"):
            continue
        role, name = node["role"]["value"], node.get("name", {}).get("value", "").strip()
        properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        count += bool(properties.get("focusable"))
        if not name and (properties.get("focusable") or role in NAMED):
            found.append((role, node.get("backendDOMNodeId")))
    for index, (role, number) in enumerate(found):
        html = page.command("DOM.getOuterHTML", backendNodeId=number)["outerHTML"] if number else ""
        found[index] = (role, html[:200])
    return found, count


@slow
def check_screen_reader_gets_a_name_for_every_control(bench):
    write_take(bench.studio.folder / "read aloud.mid", scale())
    page = opened(bench)
    page.driver.refresh()
    page.until(lambda: page.status == "live" and page.boxes("#takes .take"), "no take is listed")
    bench.player.send("cc 74 30 pb 9000 on C4 79")
    page.until(lambda: page.boxes("#held-rows [data-note='60']"))
    found, count = unnamed(page)
    assert found == [] and count > 60, (found, count)
    for opener, closer in (("#take-session", "#session-cancel"), ("#open-help", "#help button"), ("#open-panels", "#open-panels")):
        page.find(opener).click()
        found, _ = unnamed(page)
        assert found == [], found
        page.find(closer).click()
    page.set_width(390)
    tabs = page.boxes("#tabs [role=tab]")
    for tab in tabs:
        tab.click()
        found, _ = unnamed(page)
        assert found == [], found
    page.set_width(1200)
    bench.player.send("pb 8192 off C4 0")
    until_dark(page)


@slow
def check_live_regions_rest_while_notes_come(bench):
    page = opened(bench)
    page.run("""window.spoken = [];
        const observer = new MutationObserver((changes) => {
          for (const { target } of changes) {
            const node = target.nodeType === 1 ? target : target.parentElement;
            const region = node.closest("[aria-live]:not([aria-live=off]), [role=status], [role=alert]");
            if (region && region.textContent.trim()) window.spoken.push(`${region.id}: ${region.textContent}`);
          }
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });""")
    bench.player.send(" ".join(f"on {note} 80 cc 74 {note} +20ms off {note} 64 +20ms" for note in range(40, 90)) + " on C4 80")
    page.until(lambda: page.boxes("#held-rows [data-note='60']"))
    assert page.run("return window.spoken") == []
    # What the user must know is spoken once.
    with unplugged(bench):
        page.until(lambda: any("disconnected" in text for text in page.run("return window.spoken")), "a lost port isn't spoken")
        assert sum("announcer" in text for text in page.run("return window.spoken")) <= 2, page.run("return window.spoken")
    page.until(lambda: any("connected again" in text for text in page.run("return window.spoken")), "the port isn't spoken")
    bench.made.pop("player").process.kill()
    until_dark(page)


@slow
def check_buttons_keep_their_places(bench):
    page = opened(bench)
    buttons = "header button, [data-panel=strip] .bar-top > button, [data-panel=log] .bar-top > button, #octave-up"
    places = f"""return [...document.querySelectorAll("{buttons}")].filter((button) => (
        // In one column, the log is below lists that grow.
        button.checkVisibility() && (innerWidth >= 1100 || !button.closest("[data-panel=log]")))).map((button) => {{
        const {{ x, y }} = button.getBoundingClientRect();
        return `${{button.id}} ${{Math.round(x)}} ${{Math.round(y + scrollY)}}`;
    }})"""
    bench.player.send("on C4 50 off C4 0")
    page.until_text("#log", "C4")
    page.until(lambda: not page.find("#no-messages").is_displayed())

    def at_all_widths():
        found = {}
        for width in (1200, 800, 400):
            page.set_width(width)
            found[width] = page.run(places)
        page.set_width(1200)
        return found
    page.run("document.querySelector('[data-tab-choice=play]').click()")
    before = at_all_widths()
    page.drag("#strip", 0.3, 0.95)
    page.until(lambda: page.content("#range-text") != "")
    page.click("#pause")
    bench.player.send("clock " * 40)
    page.until_text("#log-hidden", "hidden")
    record(page)
    bench.player.send("on C4 50 off C4 0")
    page.until_text("#losses", "1 note")
    with unplugged(bench):
        page.until_text("#losses", "missing")
        page.run("document.getElementById('message').textContent = 'two lines '.repeat(28)")
        after = at_all_widths()
    assert after == before, (before, after)
    stop(page)
    page.click("#pause")
    page.click("#clear-range")
    page.until(lambda: "missing" not in page.content("#losses"), "the instrument is still missing")
    bench.made.pop("player").process.kill()


# The keyboard

# Notes where the focus goes. What a box has scrolled doesn't change the order.
WATCH_FOCUS = """window.stops = [];
    window.nameOf = (node) => node.id || node.title || node.getAttribute("aria-label") || node.textContent;
    document.addEventListener("focusin", ({ target }) => {
      const boxOf = (node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        let y = 0;
        for (let outer = node.parentElement; outer; outer = outer.parentElement) y += outer.scrollTop;
        return { left, top: top + y, right, bottom: bottom + y };
      };
      const box = boxOf(target);
      const part = target.closest("[data-panel], header, nav, footer, dialog, [popover]");
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      const { left, top: y, width, height } = target.getBoundingClientRect();
      const top = document.elementFromPoint(left + width / 2, y + height / 2);
      window.stops.push({
        name: nameOf(target), part: part.dataset.panel ?? (part.id || part.localName), box, partBox: boxOf(part),
        isMarked: outlineStyle !== "none" && parseFloat(outlineWidth) > 0, isOnTop: target.contains(top) || top?.contains(target),
      });
    });"""
TABBABLE = """return [...document.querySelectorAll("button, input, select, a[href], [tabindex]")].filter((node) => (
    node.tabIndex >= 0 && !node.disabled && node.checkVisibility({ visibilityProperty: true })
    && !node.closest("dialog, [popover]"))).map(nameOf)"""


def press_tab(page):
    page.command("Input.dispatchKeyEvent", type="rawKeyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
    page.command("Input.dispatchKeyEvent", type="keyUp", key="Tab", code="Tab", windowsVirtualKeyCode=9)


def follows(earlier, later):
    """Returns whether a box is read after another one: it is below, or at the right in the same row."""
    return later["top"] >= earlier["bottom"] - 3 or (later["left"] >= earlier["left"] and later["bottom"] > earlier["top"])


def assert_tab_order(page):
    """Presses Tab for each control, and compares the order with the places of the controls."""
    wanted = page.run(TABBABLE)
    page.run("""document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute("tabindex");
        scrollTo(0, 0);
        window.stops = [];""")
    for _ in wanted:
        press_tab(page)
    stops = page.run("return window.stops")
    names = [stop["name"] for stop in stops]
    assert set(wanted) <= set(names), f"not reached: {set(wanted) - set(names)}"
    unseen = [stop["name"] for stop in stops if not (stop["isMarked"] and stop["isOnTop"])]
    assert unseen == [], f"the focus isn't seen: {unseen}"
    for earlier, later in zip(stops, stops[1:]):
        if earlier["part"] == later["part"]:
            assert follows(earlier["box"], later["box"]), (earlier, later)
        else:
            earlier_box, later_box = earlier["partBox"], later["partBox"]
            assert later_box["top"] >= earlier_box["bottom"] - 3 or later_box["left"] >= earlier_box["right"], (earlier, later)


def opened_with_takes(bench, *names):
    for name in names:
        write_take(bench.studio.folder / f"{name}.mid", scale())
    page = opened(bench)
    page.driver.refresh()
    page.until(lambda: page.status == "live" and len(page.boxes("#takes .take")) > 1, "the takes aren't listed")
    return page


@slow
def check_tab_goes_through_the_page_as_it_is_seen(bench):
    page = opened_with_takes(bench, "first", "second")
    page.until(lambda: page.boxes("#presets .preset"), "no preset is listed")
    page.run(WATCH_FOCUS)
    assert_tab_order(page)
    page.set_width(390)
    for tab in ("play", "takes"):
        page.run("document.querySelector(`[data-tab-choice=${arguments[0]}]`).click()", tab)
        assert_tab_order(page)
    page.shows = None


@slow
def check_f6_goes_from_panel_to_panel(bench):
    page = opened(bench)
    panels = page.run("return [...document.querySelectorAll('[data-panel]')].map((box) => box.dataset.panel)")
    page.run("document.activeElement.blur()")

    def press(modifiers=0):
        for kind in ("rawKeyDown", "keyUp"):
            page.command("Input.dispatchKeyEvent", type=kind, key="F6", code="F6", windowsVirtualKeyCode=117, modifiers=modifiers)
        return page.run("return document.activeElement.dataset.panel")
    for name in [*panels, panels[0]]:
        assert press() == name, name
    shift = 8
    assert press(shift) == panels[-1]
    assert press(shift) == panels[-2]
    # A closed panel is left out.
    page.run("document.querySelector('[data-panel-choice=log]').click()")
    page.run("document.getElementById('piano').focus()")
    assert press() == panels[panels.index("log") + 1]
    page.run("document.querySelector('[data-panel-choice=log]').click()")


def focused(page):
    return page.run("return document.activeElement.id || document.activeElement.textContent.slice(0, 40)")


def check_arrows_reach_every_control_of_a_list_and_the_focus_returns(bench):
    page = opened_with_takes(bench, "one", "two")
    page.press(Keys.ARROW_DOWN, on="#takes .take-button")
    second = page.boxes("#takes .take")[1].get_attribute("data-file")
    assert page.run("return document.activeElement.closest('.take').dataset.file") == second
    page.press(Keys.ARROW_RIGHT, on="")
    assert focused(page) == "≠", focused(page)
    page.press(Keys.ENTER, on="")
    page.until(lambda: page.find("#compared").is_displayed(), "the takes aren't compared")
    page.press(Keys.ENTER, on="#compared-close")
    assert focused(page) == "≠", focused(page)
    # From the list, Tab goes to what the chosen take can do.
    for goal in ("take-box", "replay"):
        press_tab(page)
        assert focused(page) == goal, focused(page)
    for opener, box in (("open-panels", "panels"), ("open-help", "help"), ("take-session", "session-dialog")):
        page.press(Keys.ENTER, on=f"#{opener}")
        page.until(lambda box=box: page.find(f"#{box}").is_displayed())
        assert page.run("return document.activeElement.closest('dialog, [popover]')?.id") == box
        page.key("rawKeyDown", "Escape")
        page.key("keyUp", "Escape")
        page.until(lambda box=box: not page.find(f"#{box}").is_displayed(), f"{box} stays open")
        assert focused(page) == opener, focused(page)
    page.run("document.activeElement.blur()")


@slow
def check_message_and_command_are_of_one_action(bench):
    page, sink = playing(bench)
    page.enter("#words", "on C4 79 off C4 0")
    sink.expect("90 3C 4F")
    page.until_text("#command", "on C4 79 off C4 0")
    page.click("#keep")
    page.until_text("#message", "kept take-")
    assert page.content("#command") == "" and not page.find("#copy-command").is_enabled(), page.content("#command")
    page.enter("#words", "on C4 79 off C4 0")
    page.until_text("#command", "on C4 79 off C4 0")
    page.click("#copy-log")
    page.until(lambda: "cop" in page.content("#message"), "the page doesn't report the copy")
    assert page.content("#command") == "", page.content("#command")
    # The server keeps the command of the latest action that has one.
    page.enter("#words", "on C4 79 off C4 0")
    page.until_text("#message", "sent")
    command = page.content("#command")
    page.click("#copy-command")
    page.until(lambda: page.content("#message") != "sent")
    assert page.content("#command") == command, "the copied command vanishes"
    # The command line of another page is one line.
    with contextlib.closing(bench.studio.connect()) as client:
        client.succeed("shown", words="ls\n\x1b[2Jrm\u202e")
    with contextlib.closing(bench.studio.connect()) as client:
        assert client.until("shownCommand") == "ls\\x0A\\x1B[2Jrm\\u202E"


@slow
def check_focus_goes_to_the_neighbor_of_a_vanished_control(bench):
    page = opened_with_takes(bench, "near", "nearer")
    client = bench.studio.connect()
    for name in ("a-first", "b-second"):
        client.succeed("makeSession", file="near.mid", name=name, subject="piano")
    client.close()
    page.until(lambda: page.boxes("#sessions [data-name='b-second']"), "the sessions aren't listed")

    def until_focused(name):
        page.until(lambda: focused(page) == name, f"the focus is on {focused(page)!r}, not on {name!r}")
    # Tab reaches the decision about an open result.
    page.press(Keys.ENTER, on="#sessions [data-name='a-first'] .name")
    page.until(lambda: page.boxes("#sessions [data-name='a-first'] .decision:not([hidden])"), "the result isn't shown")
    for goal in ("accept", "reject", "report"):
        while focused(page) != goal:
            press_tab(page)
            assert focused(page) not in ("b-second", "copy-command", ""), f"Tab doesn't reach {goal}, but {focused(page)}"
    page.press(Keys.ENTER, on="#sessions [data-name='a-first'] .decision button")
    page.until_text("#message", "accepted the result of a-first")
    until_focused("a-first")
    page.press(Keys.ENTER, on="#undo")
    page.until_text("#message", "undone: accepted the result of a-first")
    page.until(lambda: page.run("return document.activeElement.closest('footer') !== null"), focused(page))
    # A deleted row.
    remove = "#sessions [data-name='a-first'] [title^=Delete]"
    page.until(lambda: page.find(remove).is_displayed())
    page.press(Keys.ENTER, on=remove)
    page.until_text("#message", "deleted the session a-first")
    until_focused("b-second")
    # The end of judging, and a range that is cleared.
    page.click("#judge")
    page.until(lambda: page.find("#stop-judging").is_displayed())
    page.press(Keys.ENTER, on="#stop-judging")
    until_focused("strip")
    # Escape in a field, after which the computer's keys play.
    page.press(Keys.ESCAPE, on="#only")
    assert page.run("return document.activeElement.closest('[data-panel]')?.dataset.panel") == "log", focused(page)
    assert not page.run("return document.activeElement.matches('[type=text]')")
    page.run("document.activeElement.blur()")
    page.settle()
    assert page.run("return document.activeElement === document.body"), "a control that was left gets the focus again"


def check_f9_records_and_stops(bench):
    page = opened(bench)
    button = page.find("#record")

    def press_f9():
        page.command("Input.dispatchKeyEvent", type="rawKeyDown", key="F9", code="F9", windowsVirtualKeyCode=120)
        page.command("Input.dispatchKeyEvent", type="keyUp", key="F9", code="F9", windowsVirtualKeyCode=120)
    assert button.get_attribute("aria-keyshortcuts") == "F9" and "(F9)" in button.get_attribute("title")
    page.click("#open-help")
    press_f9()
    page.key("rawKeyDown", "Escape")
    page.key("keyUp", "Escape")
    page.settle()
    assert button.get_attribute("aria-pressed") == "false", "a key of a dialog records"
    page.run("document.activeElement.blur()")
    page.key("keyDown", "KeyA", "a")
    press_f9()
    page.until(lambda: button.get_attribute("aria-pressed") == "true", "nothing is recorded")
    page.key("keyUp", "KeyA", "a")
    page.run("document.getElementById('words').focus()")
    press_f9()
    page.until(lambda: button.get_attribute("aria-pressed") == "false", "the take doesn't end")
    page.until_text("#message", "recorded take-")
