"""Renders the MIDI files of a corpus with `midirec render` and with the `fluidsynth` program, and compares the audio.

Files that are damaged, or that fluidsynth's player can't play, are skipped and listed with the reason. Both programs use
the same font, settings, and timing. This script, not midirec, computes the figures from both programs' samples."""

import collections
import json
import math
import pathlib
import re
import subprocess

import numpy

FONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
RATE = 48_000
# The limits of FluidSynth's own regression check: signal-to-noise ratio in dB, RMS, and largest difference.
BOUNDS = (60, 1e-4, 0.01)
# The number of frames in memory at a time.
PIECE = 1 << 20


def left_out(facts):
    """Returns why a file can't be compared, or None."""
    if facts is None:
        return "not a Standard MIDI File"
    if facts["violationCount"]:
        return "damaged: each reader repairs it differently"
    if facts["otherChunks"]:
        return "has unknown chunks, which fluidsynth reads as tracks"
    if "ticksPerQuarter" not in facts:
        return "uses time code, which fluidsynth's player doesn't support"
    if facts["format"] == 2:
        return "has independent pieces, which fluidsynth plays simultaneously"
    return None


def facts(midirec, path):
    """Returns the report of `midirec show` on a file."""
    result = subprocess.run([midirec, "show", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(result.stdout) if result.stdout else None


def floats(path):
    """Maps the samples of a floating-point WAV file, left and right, without reading all of them."""
    with open(path, "rb") as file:
        head = file.read(4096)
    start = re.search(rb"data....", head, re.DOTALL).end()
    return numpy.memmap(path, dtype="<f4", mode="r", offset=start).reshape(-1, 2)


def compared(ours, theirs):
    """Returns the signal-to-noise ratio in dB, and the RMS and maximum of the difference, up to the end of the shorter file."""
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
    """Renders a file with both programs."""
    ours, theirs = f"{folder}/midirec.wav", f"{folder}/fluidsynth.wav"
    commands = [
        [midirec, "render", path, "-o", ours, "--force", "--font", FONT, "--rate", str(RATE), "--encoding", "float",
         "--gain", "0.2", "--timing", "fluidsynth"],
        ["fluidsynth", "-ni", "-q", "-f", "/dev/null", "-F", theirs, "-T", "wav", "-O", "float", "-r", str(RATE),
         FONT, path],
    ]
    for command in commands:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return floats(ours), floats(theirs)


def measure(midirec, folder, corpus):
    """Prints the figures, and returns whether they are in bounds."""
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
        # Each continues after the last note for its own time, but neither may end earlier.
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
        print(f"  skipped {number} files: {reason}")
    print(f"{count} files, {seconds / 60:.0f} minutes: {same} have the same samples; worst: {worst[0]:.1f} dB of at least "
          f"{BOUNDS[0]}, RMS {worst[1]:.2g} of at most {BOUNDS[1]:g}, largest difference {worst[2]:.2g} of at most "
          f"{BOUNDS[2]:g}: {'ok' if is_good and count else 'missed'}")
    return is_good and count > 0
