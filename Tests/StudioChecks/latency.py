"""Measures the studio, and prints a line of JSON for each figure.

Times are from the moment at which this program writes the words of a note for `midirec send`, to the frame of the page
that shows the note; and from the key event of the page to the line of `midirec monitor`."""
import json
import random
import statistics
import subprocess
import time

from studio import SINK, wait, write_take

NOTES = 200
FLOOD_SECONDS, FLOOD_RATE = 10, 10_400  # events per second, which the start of the player lowers to 10,000
THROUGH, THROUGH_PORT = "Midi Through Port-0", "14:0"
WHITE = [(12 * (octave + 1) + place, f"{name}{octave}") for octave in (3, 4)
         for name, place in zip("CDEFGAB", (0, 2, 4, 5, 7, 9, 11))]
HOOKS = """
    window.drawn = [];
    window.pressed = [];
    window.frames = 0;
    const count = () => { window.frames += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
    const grid = document.getElementById('grid');
    new MutationObserver(() => {
      window.drawn.push([performance.timeOrigin + performance.now(), grid.dataset.shown]);
    }).observe(grid, {attributes: true, attributeFilter: ['data-shown']});
    addEventListener('keydown', () => window.pressed.push(performance.timeOrigin + performance.now()), true);"""


def report(name, **figures):
    print(json.dumps({"figure": name, **figures}), flush=True)


def summary(times):
    """Returns the median, the 99th percentile, and the maximum in milliseconds."""
    times = sorted(times)
    return {"count": len(times), "median_ms": round(statistics.median(times), 2),
            "p99_ms": round(times[min(len(times) - 1, int(len(times) * 0.99))], 2), "max_ms": round(times[-1], 2)}


def clock_offset(page):
    """Returns how far the page's clock is ahead of this program's, in milliseconds."""
    found = []
    for _ in range(20):
        before = time.time() * 1000
        there = page.run("return performance.timeOrigin + performance.now()")
        after = time.time() * 1000
        found.append((after - before, there - (before + after) / 2))
    return min(found)


def pause(seconds):
    """Waits for the pace of the measurement."""
    time.sleep(seconds)


def measure_notes(bench, page, offset):
    """The player of the LinnStrument → the lit cell."""
    chance = random.Random(1)
    sent = []
    for index in range(NOTES):
        note, name = WHITE[index % len(WHITE)]
        sent.append((time.time() * 1000, name))
        bench.player.send(f"on {note} 80")
        pause(0.08)
        bench.player.send(f"off {note} 64")
        pause(0.06 + chance.random() / 40)
    pause(1)
    drawn = [(at - offset, text.split(" ")[0]) for at, text in page.run("return window.drawn") if text]
    # A note comes back after more than a second.
    found = [next((at for at, text in drawn if text == name and start < at < start + 1000), None) for start, name in sent]
    times = [at - start for at, (start, _) in zip(found, sent) if at is not None]
    report("from midirec send to the lit cell", **summary(times), missed=len(sent) - len(times))


def measure_server(bench):
    """The player of the LinnStrument → a state that a program reads."""
    client = bench.studio.connect()
    client.until("state")
    times = []
    for index in range(NOTES):
        note = 48 + index % 24
        start = time.monotonic()
        bench.player.send(f"on {note} 80")
        client.until("state", lambda state: state["held"])
        times.append((time.monotonic() - start) * 1000)
        bench.player.send(f"off {note} 64")
        client.until("state", lambda state: not state["held"])
    client.close()
    report("from midirec send to the state of a program", **summary(times))


def measure_keys(bench, page, offset):
    """A key of the page → a port."""
    sink = bench.sink
    page.choose_output(SINK)
    page.run("document.activeElement.blur(); window.pressed = []")
    sink.clear()
    for index in range(50):
        page.key("keyDown", "KeyA", "a")
        page.key("keyUp", "KeyA", "a")
        wait(lambda count=2 * index + 2: len(sink.events) >= count, "the note arrives")
    shift = time.time() - time.monotonic()
    arrived = [(event["at"] + shift) * 1000 for event in sink.events if event["kind"] == "note-on"]
    pressed = [at - offset for at in page.run("return window.pressed")]
    report("from a key event of the page to midirec monitor", **summary([b - a for a, b in zip(pressed, arrived)]))


def measure_flood(bench, page, rounds=1):
    """Controllers from `aplaymidi`, which writes many at once, through the port Midi Through."""
    take = bench.new_folder() / "flood.mid"
    count = FLOOD_SECONDS * FLOOD_RATE
    write_take(take, [(index / FLOOD_RATE, (0xB0 | index % 16, 1 + index // 16 % 8, index % 128)) for index in range(count)],
               silence=0.05)  # The player ends with the file, whose last events must have arrived.

    def received(state):
        return sum(entry["count"] for entry in state["inputs"] if entry["name"] == THROUGH)
    client = bench.studio.connect()
    before = client.until("state")
    processor, memory, exits = bench.studio.processor_time, [round(bench.studio.memory)], []
    page.run("window.frames = 0")
    start = time.monotonic()
    for _ in range(rounds):
        player = subprocess.Popen(["aplaymidi", "--delay", "0", "--port", THROUGH_PORT, str(take)], stdin=subprocess.DEVNULL)
        while player.poll() is None:
            pause(0.1)
            client.succeed("ping")  # also reads the states, as a page does
        exits.append(player.returncode)
        memory.append(round(bench.studio.memory))
    seconds = time.monotonic() - start
    frames = page.run("return window.frames")
    wanted = received(before) + count * rounds
    state = client.until_state(lambda state: received(state) >= wanted or time.monotonic() > start + seconds + 5)
    client.close()
    events = received(state) - received(before)
    report("a flood of events", exits=sorted(set(exits)), seconds=round(seconds, 2), events=events, wanted=count * rounds,
           lost=state["lost"] - before["lost"], events_per_second=round(events / seconds),
           frames_per_second=round(frames / seconds, 1), memory_mb=memory,
           processor_percent=round((bench.studio.processor_time - processor) / seconds * 100, 1))


def measure_idle(bench):
    before, start = bench.studio.processor_time, time.monotonic()
    pause(10)
    seconds = time.monotonic() - start
    report("an idle studio with a page", processor_percent=round((bench.studio.processor_time - before) / seconds * 100, 2),
           memory_mb=round(bench.studio.memory, 1))


def measure_long_flood(bench):
    bench.page.open(bench.studio)
    bench.page.run(HOOKS)
    measure_flood(bench, bench.page, rounds=60)


def measure(bench):
    bench.page.open(bench.studio)
    bench.page.command("Emulation.setEmulatedMedia", features=[])
    bench.page.run(HOOKS)
    latency, offset = clock_offset(bench.page)
    report("clock of the page", offset_ms=round(offset, 2), uncertainty_ms=round(latency / 2, 2))
    for part, *more in ((measure_server,), (measure_notes, bench.page, offset), (measure_keys, bench.page, offset),
                        (measure_idle,), (measure_flood, bench.page)):
        try:
            part(bench, *more)
        except Exception as error:
            report(part.__name__, error=repr(error))
