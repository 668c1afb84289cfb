"""Renders every real piece of a corpus with `midirec render` and with the `fluidsynth` program, and compares the sound.

    python corpus.py MIDIREC FOLDER CORPUS

A real piece is a Standard MIDI File without faults, which the player of the `fluidsynth` program knows how to play; what
is left out is listed, with the reason. Font and settings are the same, the timing is that program's. The figures are
worked out here, from both programs' floats, and not by midirec.
"""

import collections
import json
import math
import os
import pathlib
import re
import subprocess
import sys

import numpy

FONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
RATE = 48_000
# Signal to noise in dB, root of the mean square, largest difference: bounds of FluidSynth's own regression check.
BOUNDS = (60, 1e-4, 0.01)
# How many frames are in memory at a time.
PIECE = 1 << 20


def left_out(facts):
    """Why a file isn't compared; nothing where it is."""
    if facts is None:
        return "no Standard MIDI File"
    if facts["violationCount"]:
        return "damaged: each reader mends it in its own way"
    if facts["otherChunks"]:
        return "has chunks that are no tracks, which fluidsynth takes for some"
    if "ticksPerQuarter" not in facts:
        return "counts in time code, which fluidsynth's player doesn't know"
    if facts["format"] == 2:
        return "holds independent pieces, which fluidsynth plays at once"
    return None


def facts(midirec, path):
    """What `midirec show` says of a file."""
    result = subprocess.run([midirec, "show", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(result.stdout) if result.stdout else None


def floats(path):
    """The samples of a WAV file of floating point, left and right, without reading them all."""
    with open(path, "rb") as file:
        head = file.read(4096)
    start = re.search(rb"data....", head, re.DOTALL).end()
    return numpy.memmap(path, dtype="<f4", mode="r", offset=start).reshape(-1, 2)


def compared(ours, theirs):
    """Signal to noise in dB, root of the mean square and largest of the difference, up to where the shorter one ends."""
    signal = noise = peak = 0.0
    count = min(len(ours), len(theirs))
    for start in range(0, count, PIECE):
        left = theirs[start : min(count, start + PIECE)].astype(float)
        difference = ours[start : min(count, start + PIECE)] - left
        signal += float((left**2).sum())
        noise += float((difference**2).sum())
        peak = max(peak, float(abs(difference).max()))
    ratio = math.inf if noise == 0 else 10 * math.log10(signal / noise) if signal else -math.inf
    return ratio, math.sqrt(noise / (2 * count)), peak


def rendered(midirec, folder, path):
    """What both programs make of a piece."""
    ours, theirs = f"{folder}/midirec.wav", f"{folder}/fluidsynth.wav"
    commands = [
        [midirec, "render", path, "-o", ours, "--force", "--font", FONT, "--rate", str(RATE), "--format", "float",
         "--timing", "fluidsynth"],
        ["fluidsynth", "-ni", "-q", "-f", "/dev/null", "-F", theirs, "-T", "wav", "-O", "float", "-r", str(RATE),
         FONT, path],
    ]
    for command in commands:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return floats(ours), floats(theirs)


def main(midirec, folder, corpus):
    os.makedirs(folder, exist_ok=True)
    paths = sorted(path for path in pathlib.Path(corpus).glob("*/*") if path.suffix in (".mid", ".kar", ".syx"))
    reasons = collections.Counter()
    worst, count, same, seconds, is_good = [math.inf, 0.0, 0.0], 0, 0, 0.0, True
    for path in map(str, paths):
        known = facts(midirec, path)
        if reason := left_out(known):
            reasons[reason] += 1
            continue
        ours, theirs = rendered(midirec, folder, path)
        figures = compared(ours, theirs)
        # Both go on after the end, each as long as it likes; none may end before.
        is_whole = min(len(ours), len(theirs)) >= known["duration"] * RATE // 1_000_000_000
        is_near = figures[0] >= BOUNDS[0] and figures[1] <= BOUNDS[1] and figures[2] <= BOUNDS[2]
        count += 1
        seconds += len(ours) / RATE
        same += figures[2] == 0
        is_good = is_good and is_whole and is_near
        worst = [min(worst[0], figures[0]), max(worst[1], figures[1]), max(worst[2], figures[2])]
        if not (is_whole and is_near and figures[2] == 0):
            print(f"  {path}: {figures[0]:.1f} dB, RMS {figures[1]:.2g}, largest {figures[2]:.2g}"
                  + ("" if is_near else ": out of bounds") + ("" if is_whole else ": ends too early"))
    for reason, number in sorted(reasons.items()):
        print(f"  left out: {number} files: {reason}")
    print(f"{count} pieces, {seconds / 60:.0f} minutes: {same} have the same samples; worst: {worst[0]:.1f} dB of at least "
          f"{BOUNDS[0]}, RMS {worst[1]:.2g} of at most {BOUNDS[1]:g}, largest difference {worst[2]:.2g} of at most "
          f"{BOUNDS[2]:g}: {'ok' if is_good and count else 'not as it must be'}")
    sys.exit(0 if is_good and count else 1)


if __name__ == "__main__":
    main(*(os.path.abspath(argument) for argument in sys.argv[1:4]))
