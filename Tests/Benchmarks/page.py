"""Measures how fast the HTML report of a large comparison opens and moves in Chromium, against bars.

    page.py PROGRAM FOLDER   PROGRAM is the built midirec; the takes and the report are written to FOLDER

Two takes of 100,000 notes with bends and pedals last an hour. A third of the notes is late, some are missing, and some
values are off. The report is opened several times, each time in a new tab. Then the wheel zooms and scrolls it in each
frame: zoomed out, where notes are drawn as groups, and zoomed in, where they are drawn individually. Then the report of
10,000 sessions is opened, ten of which differ. Exits with 1 if a bar is missed."""
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import time

import smf

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "BrowserChecks"))

import browser  # noqa: E402

NOTES = 100_000
OPENED = 5  # times
FRAMES = 240  # in each kind of movement

# The bars.
SECONDS_TO_OPEN = 2.0
MEGABYTES = 10.0
FRAME_MILLISECONDS = 33.0  # for 95 of 100 frames

SESSIONS = 10_000
FAILURES = 10
SECONDS_TO_OPEN_SESSIONS = 1.0
MEGABYTES_OF_SESSIONS = 50.0

# Turns the wheel in each frame, and returns the times between frames.
MOVE = """
const [count, turn, modifiers, done] = arguments;
const roll = document.getElementById('roll');
const box = roll.getBoundingClientRect();
const stamps = [];
const views = new Set();
const step = (stamp) => {
  stamps.push(stamp);
  views.add(`${roll.dataset.start} ${roll.dataset.span}`);
  if (stamps.length > count) {
    done([stamps.slice(1).map((stamp, index) => stamp - stamps[index]), views.size]);
    return;
  }
  roll.dispatchEvent(new WheelEvent('wheel', {
    deltaY: turn[stamps.length % turn.length], shiftKey: modifiers === 'shift', bubbles: true, cancelable: true,
    clientX: box.left + box.width / 2, clientY: box.top + box.height / 2}));
  requestAnimationFrame(step);
};
requestAnimationFrame(step);
"""


def write_take(path, messages):
    """Writes a Standard MIDI File of messages (tick, bytes) with ticks of 16 µs."""
    path.write_bytes(smf.file(messages, 31250))


def takes(numbers):
    """Returns the expected and the actual messages."""
    expected, actual = [], []

    def add(messages, channel, note, velocity, onset, length):
        messages.append((onset, bytes([0x90 + channel, note, velocity])))
        messages.append((onset + length, bytes([0x80 + channel, note, 64])))

    second = 62_500
    # The notes of a key follow one another, so that none is retriggered.
    keys = [(channel, note) for channel in range(8) for note in range(36, 96)]
    for count in range(NOTES):
        channel, note = keys[count % len(keys)]
        onset = 1 + count // len(keys) * (3600 * second * len(keys) // NOTES) + numbers.randrange(8 * second)
        length, velocity = numbers.randrange(second // 50, second), numbers.randrange(20, 127)
        add(expected, channel, note, velocity, onset, length)
        if numbers.random() < 0.01:
            continue
        late = numbers.randrange(second // 50, second // 10) if numbers.random() < 0.33 else 0
        add(actual, channel, note, velocity, onset + late, length)
    for count in range(10_000):
        tick = 1 + count * 3600 * second // 10_000
        value = numbers.randrange(128)
        for messages in (expected, actual):
            off = 9 if messages is actual and count % 1000 < 3 else 0
            messages.append((tick, bytes([0xE0, 0, min(127, value + off)])))
            messages.append((tick + 100, bytes([0xB0, 64, 127 if count % 2 else 0])))
    return expected, actual


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def settle(driver):
    driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")


def opened(driver, address):
    """Returns how long the report took to open in seconds, measured by the page and from outside."""
    driver.switch_to.new_window("tab")
    began = time.perf_counter()
    driver.get(address)
    settle(driver)
    took = time.perf_counter() - began
    return float(driver.execute_script("return document.documentElement.dataset.drawn")) / 1000, took


def moved(driver, turn, modifiers=""):
    """Returns the times between frames in milliseconds while the wheel turns, after checking that each frame differs."""
    frames, views = driver.execute_async_script(MOVE, FRAMES, turn, modifiers)
    if views < len(turn) // 2:
        sys.exit(f"only {views} different views in {len(frames)} frames")
    return frames


def movements(driver):
    """Returns the times between frames by kind of movement."""
    def press(key, count=1):
        for _ in range(count):
            driver.find_element("id", "roll").send_keys(key)
        settle(driver)

    found = {"zoom, all to near": moved(driver, [-60] * 30 + [60] * 30)}
    press("0")
    press("+", 2)
    found["scroll, a third of the take visible"] = moved(driver, [40] * 30 + [-40] * 30, "shift")
    press("+", 8)
    found["scroll, single notes"] = moved(driver, [40] * 30 + [-40] * 30, "shift")
    return found


def write_sessions(program, folder):
    """Writes sessions of which a few differ, runs them, and returns the folder of their report."""
    shutil.rmtree(folder, ignore_errors=True)
    sessions = folder / "Recordings"
    for number in range(SESSIONS):
        session = sessions / f"{number // 100}" / f"{number:05}"
        session.mkdir(parents=True)
        write_take(session / "take.mid", [(0, bytes([0x90, 60, 100])), (1000, bytes([0x80, 60, 64]))])
        (session / "session.yaml").write_text("{}\n")
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    run = {"cwd": folder, "capture_output": True, "text": True, "env": environment, "check": False}
    if subprocess.run([program, "test", "--update", "new"], **run).returncode != 0:
        sys.exit("the sessions can't be accepted")
    for number in range(0, SESSIONS, SESSIONS // FAILURES):
        path = sessions / f"{number // 100}" / f"{number:05}" / "notes.expected.txt"
        path.write_text(path.read_text().replace("velocity 100", "velocity 90"))
    result = subprocess.run([program, "test", "--read-only", "--html", "report"], **run)
    if result.returncode != 1 or f"{SESSIONS - FAILURES:,} passed, {FAILURES} different" not in result.stdout:
        sys.exit(f"midirec test ended with {result.returncode}: {result.stdout[-500:]}{result.stderr[-500:]}")
    return folder / "report"


def opened_sessions(driver, page):
    """Opens the report in a new tab, and returns the seconds until it is drawn and painted, and whether the first failure
    is visible without scrolling."""
    driver.switch_to.new_window("tab")
    driver.get(page)
    settle(driver)
    return driver.execute_script("""
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
      const row = document.querySelector('#others tbody tr').getBoundingClientRect();
      return [Math.max(paint, Number(document.documentElement.dataset.drawn)) / 1000, row.bottom < innerHeight]""")


def main(program, folder):
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name, messages in zip(("expected", "actual"), takes(random.Random(5))):
        write_take(folder / f"{name}.mid", messages)
    page = folder / "page.html"
    page.unlink(missing_ok=True)
    began = time.perf_counter()
    result = subprocess.run(
        [program, "diff", folder / "expected.mid", folder / "actual.mid", "--html", page, "--no-align"],
        capture_output=True, text=True)
    if result.returncode != 1:
        sys.exit(f"midirec diff ended with {result.returncode}: {result.stderr}")
    verdict = next((line for line in result.stdout.splitlines() if line.startswith("different")), "")
    print(f"compared and written in {time.perf_counter() - began:.2f} s: {verdict}")

    report = write_sessions(pathlib.Path(program).resolve(), folder / "sessions")
    size = sum(file.stat().st_size for file in report.iterdir())
    lines = [("size of 10,000 sessions in MB", size / 1e6, MEGABYTES_OF_SESSIONS),
             ("size in MB", page.stat().st_size / 1e6, MEGABYTES)]
    driver = browser.start()
    try:
        driver.set_window_size(1440, 900)
        times = [opened(driver, page.as_uri()) for _ in range(OPENED)]
        lines.append(("open, measured by the page, s", statistics.median(own for own, _ in times), SECONDS_TO_OPEN))
        lines.append(("open, measured from outside, s", statistics.median(seen for _, seen in times), SECONDS_TO_OPEN))
        lines.append(("open, slowest, s", max(seen for _, seen in times), SECONDS_TO_OPEN))
        count = driver.find_element("id", "differences-heading").text
        if int(count.split()[0].replace(",", "")) < NOTES // 4:
            sys.exit(f"the page shows {count}")
        for name, frames in movements(driver).items():
            lines.append((f"{name}: 95 of 100 frames, ms", percentile(frames, 0.95), FRAME_MILLISECONDS))
        sessions = [opened_sessions(driver, (report / "index.html").as_uri()) for _ in range(OPENED)]
        if not all(is_visible for _, is_visible in sessions):
            sys.exit("the first failure isn't visible without scrolling")
        lines.append(("open 10,000 sessions, slowest, s", max(taken for taken, _ in sessions), SECONDS_TO_OPEN_SESSIONS))
    finally:
        driver.quit()
    for name, value, bar in lines:
        print(f"  {name:45} {value:8.2f}   bar {bar:6.2f}   {'ok' if value < bar else 'missed'}")
    return all(value < bar for _, value, bar in lines)


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:]) else 1)
