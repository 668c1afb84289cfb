"""Measures `midirec test` of 1,000 sessions with 1,000 notes each on two cores, against its bound.

    python sessions.py MIDIREC FOLDER

First, all results equal the expected texts. Then every expected time is off by up to two milliseconds, so that each
session must be compared. The recordings differ, and come from seeded random numbers."""

import os
import random
import re
import shutil
import sys

import smf
from measuring import run

SESSIONS = 1000
NOTES = 1000
RUNS = 5
BOUND = 3.0


def recording(chance):
    """Writes a Standard MIDI File of overlapping notes with ticks of a millisecond."""
    events = []
    start = 0
    for number in range(NOTES):
        start += chance.randrange(20, 200)
        # A key is released before its next note.
        note, velocity = 30 + number * 11 % 70, chance.randrange(1, 128)
        events.append((start, bytes([0x90, note, velocity])))
        events.append((start + chance.randrange(15, 400), bytes([0x80, note, 64])))
    return smf.file(events)


def loosened(text, chance):
    """Returns the text of a timeline with each time changed by up to two milliseconds."""

    def moved(match):
        microseconds = int(match[1]) * 1_000_000 + int(match[2]) + chance.randrange(-2000, 2001)
        seconds, rest = divmod(max(0, microseconds), 1_000_000)
        return f"{seconds}.{rest:06} "

    lines = text.splitlines(keepends=True)
    last = lines.pop()
    return "".join(re.sub(r"^(\d+)\.(\d{6}) ", moved, line) for line in lines) + re.sub(r"^\d+", "9999", last)


def measured(program, name):
    results = []
    for _ in range(RUNS):
        status, output, *result = run([program, "test", "--read-only"])
        if status != 0:
            sys.exit(f"sessions: not all passed: {output[:2000].decode()}")
        results.append(result)
    results.sort()
    seconds, processor, memory = results[RUNS // 2]
    verdict = "ok" if seconds < BOUND else "too slow"
    print(f"  {name:34} {seconds:6.2f} s  {processor:6.2f} s of processor time  {memory:5.0f} MB  {verdict}")
    return seconds < BOUND


def main(program, folder):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    shutil.rmtree(folder, ignore_errors=True)
    chance = random.Random(5)
    for number in range(SESSIONS):
        session = f"{folder}/Recordings/{number % 10}/s{number}"
        os.makedirs(session)
        with open(f"{session}/take.mid", "wb") as file:
            file.write(recording(chance))
        with open(f"{session}/session.yaml", "w") as file:
            file.write("tolerance: {onset: 5ms, offset: 5ms}\ntags: [bench]\n")
    os.chdir(folder)
    os.environ.pop("CI", None)
    if run([program, "test"])[0] != 1 or run([program, "accept"])[0] != 0:
        sys.exit("sessions: the expected files can't be created")
    print(f"{SESSIONS} sessions of {NOTES} notes on two cores, median of {RUNS} runs; bound: {BOUND:.0f} s")
    is_good = measured(program, "equal texts")
    for number in range(SESSIONS):
        path = f"Recordings/{number % 10}/s{number}/notes.expected.txt"
        with open(path) as file:
            text = loosened(file.read(), chance)
        with open(path, "w") as file:
            file.write(text)
    is_good = measured(program, "times within the tolerance") and is_good
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
