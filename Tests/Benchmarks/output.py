"""Measures the output of midirec's commands for takes with names beyond ASCII.

    python output.py MIDIREC FOLDER [EVENTS]

Each command runs with a take of half as many events, and with one of EVENTS (default: 1,000,000). The ratio of their
processor times shows whether time grows in proportion; the bar is the ratio of their events with a margin."""
import os
import random
import shutil
import subprocess
import sys

from measuring import Bars, run
from smf import variable_length

RUNS = 3
# Twice the events may take this many times the processor time.
BAR = 2.4
# Without `verify`, because libsmf's time grows with the number of events times the number of tempos.
COMMANDS = [
    "show {take}", "show {take} --json", "show {take} --events", "show {take} --events --json",
    "show {take} --timeline", "show {take} --roll", "show {take} --svg -",
    "convert {take} --format 0 -o -",
    "grid {take}", "grid {take} --json", "piano {take} --json",
    "diff {take} {changed} --all", "diff {take} {changed} --all --beats", "diff {take} {changed} --json",
    "diff {take} {changed} --metrics --json", "diff {take} {changed} --html -",
    "diff {take} {changed} --follow --all", "diff {take} {changed} --follow --json",
    "diff {take} {changed} --follow --html -",
    "test {session} --read-only", "test {session} --read-only --json", "test {session} --read-only --github",
    "test {session} --read-only --html {session}-html", "test {session} --read-only --junit {session}.xml",
]


def meta(kind, payload):
    return bytes([0xFF, kind]) + variable_length(len(payload)) + payload


def take(events, is_changed):
    """Returns a Standard MIDI File of two named tracks with overlapping notes and a tempo for every 100 events."""
    chance = random.Random(7)
    tracks = []
    for name in ("Bösendorfer ♪", "ピアノ 🎹"):
        track = b"\0" + meta(3, name.encode())
        for number in range(events // 4):
            note, velocity = 36 + number % 60, 64
            if is_changed and chance.random() < 0.02:
                note, velocity = chance.choice([(note + 1, 64), (note, 20)])
            if number % 50 == 0:
                track += b"\0" + meta(0x51, (500_000 + number % 1000).to_bytes(3, "big"))
            track += variable_length(10) + bytes([0x90, note, velocity]) + variable_length(9) + bytes([0x80, note, 64])
        track += b"\0" + meta(0x2F, b"")
        tracks.append(b"MTrk" + len(track).to_bytes(4, "big") + track)
    return b"MThd\0\0\0\x06\0\x01\0\x02\x01\xe0" + b"".join(tracks)


def session(program, folder, name):
    """Makes a session of a take, and removes lines of its expected timeline so that it fails."""
    path = f"{folder}/{name}-session"
    made = subprocess.run(
        [program, "new", f"{name}-session", "--folder", folder, "--take", f"{folder}/{name}.mid", "--accept"],
        capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(f"output: {made.stderr}")
    expected = f"{path}/notes.expected.txt"
    with open(expected) as file:
        lines = file.readlines()
    with open(expected, "w") as file:
        file.writelines(line for number, line in enumerate(lines) if number % 1000 != 999 or " note " not in line)
    return path


def main(program, folder, events):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    sizes = {"half": events // 2, "whole": events}
    sessions = {}
    for name, count in sizes.items():
        for suffix in ("", "-changed"):
            with open(f"{folder}/{name}{suffix}.mid", "wb") as file:
                file.write(take(count, bool(suffix)))
        sessions[name] = session(program, folder, name)
    os.environ.pop("CI", None)
    bars = Bars()
    print(f"{events:,} events and half of them; least of {RUNS} runs")
    for command in COMMANDS:
        seconds, outputs = {}, {}
        for name in sizes:
            words = [
                word.format(take=f"{folder}/{name}.mid", changed=f"{folder}/{name}-changed.mid", session=sessions[name])
                for word in command.split()
            ]
            if words[-2] in ("--html", "--junit") and words[-1] != "-":
                words.append("--force")
            results = [run([program, *words]) for _ in range(RUNS)]
            seconds[name] = min(result[3] for result in results)
            outputs[name] = len(results[0][1])
        print(f"  midirec {command}: {seconds['whole']:.2f} s, {outputs['whole'] / 1e6:.1f} MB")
        # Starting the program takes most of the time of the shortest commands.
        print(bars.check("time for twice the events", seconds["whole"] / max(seconds["half"], 0.02), BAR))
    shutil.rmtree(folder)
    sys.exit(1 if bars.missed else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000)
