"""Compares `midirec diff --follow` with parangonar: quality, speed, and memory, in one run.

    follow.py MIDIREC PROGRAM MAKER FOLDER CORPUS    PROGRAM is the built DiffBenchmark, MAKER the PerformanceMaker

Both programs get the same notes. The quality is the F-measure of matches, of insertions (played notes without a match),
and of deletions (score notes without one), as parangonar defines them. Voices in unison are interchangeable, because a
keyboard has one key for them. The pieces are random performances with a known truth and, if CORPUS has it, nasap,
whose truth comes from a program. The speed is that of the alignment alone, with notes in memory. Exits with 1 if a bar is missed."""
import itertools
import json
import pathlib
import re
import subprocess
import sys
import time
import warnings
from collections import Counter

import mido
from measuring import Bars

PIECES = 100  # the random performances
SEED = 100_001  # of the first; the tests use others
LONG_NOTES = 100_000
LONG_SECONDS = 5.0  # maximum for as many notes in a whole process
SPEED = 50  # minimum speed relative to parangonar
QUALITY = 0.98  # minimum F-measure on random performances
GROWTH = 2.2  # maximum memory and time of twice the notes, relative to before

TICKS = 31_250  # per quarter note at 120 BPM: a tick is 16 microseconds


class Piece:
    """A score and a performance, as lists of (tick, ticks, pitch, velocity), with the matching pairs of indices."""

    def __init__(self, name, score, performance, matches):
        self.name = name
        self.score, places = self.sorted(score)
        self.performance, played = self.sorted(performance)
        self.matches = {(places[first], played[second]) for first, second in matches}

    @staticmethod
    def sorted(notes):
        """Returns the notes in order of time and pitch, and the new index of each note."""
        order = sorted(range(len(notes)), key=lambda index: (notes[index][0], notes[index][2]))
        return [notes[index] for index in order], {old: new for new, old in enumerate(order)}

    def score_f(self, matches):
        """Returns the F-measures of matches, insertions, and deletions."""
        written = [(note[0], note[2]) for note in self.score]

        def parts(pairs):
            first, second = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
            yield Counter((written[one], other) for one, other in pairs)
            yield Counter(index for index in range(len(self.performance)) if index not in second)
            yield Counter(written[index] for index in range(len(self.score)) if index not in first)

        return [f_measure(truth, found) for truth, found in zip(parts(self.matches), parts(matches))]


def f_measure(truth, found):
    count = truth.total() + found.total()
    return 2 * (truth & found).total() / count if count else 1.0


def random_pieces(maker, seed, count, *bars):
    """Yields random performances."""
    output = subprocess.run([maker, str(seed), str(count), *bars], check=True, capture_output=True, text=True).stdout
    for text in output.split("piece ")[1:]:
        lines = [line.split() for line in text.splitlines()]
        notes = {part: [] for part in ("score", "performance", "match")}
        for part, *numbers in lines[1:]:
            numbers = [int(number) for number in numbers]
            if part != "match":
                numbers[:2] = [number // 16 for number in numbers[:2]]
            notes[part].append(tuple(numbers))
        yield Piece(f"random {lines[0][0]}", notes["score"], notes["performance"], notes["match"])


def long_piece(maker, count):
    """Returns random performances in a row, with as many notes or a few more."""
    score, performance = [], []
    for seed in itertools.count(SEED):
        if len(performance) >= count:
            return Piece("long", score, performance, [])
        (piece,) = random_pieces(maker, seed, 1, "24")
        for whole, part in ((score, piece.score), (performance, piece.performance)):
            start = whole[-1][0] + TICKS if whole else 0
            whole += [(start + onset, *rest) for onset, *rest in part]


SCORE_NOTE = re.compile(r"snote\([^,]+,\[([A-G]),([^\]]*)\],(-?\d+),[^,]+,[^,]+,[^,]+,(-?[\d.]+),(-?[\d.]+),\[[^\]]*\]\)-(.*)")
NOTE = re.compile(r"note\([^,]+,(?:\[([A-G]),([^\]]*)\],)?(-?\d+),(\d+),(\d+),(\d+)(?:,(\d+))?")
STEPS = dict(C=0, D=2, E=4, F=5, G=7, A=9, B=11)
ACCIDENTALS = {"n": 0, "b": -1, "bb": -2, "#": 1, "##": 2, "x": 2, "": 0}


def pitch(step, accidental, octave):
    return STEPS[step] + ACCIDENTALS[accidental] + 12 * (int(octave) + 1)


def match_file(path):
    """Reads a match file of version 1.0.0 or 5.0."""
    text = path.read_text()
    units = int(re.search(r"midiClockUnits,(\d+)", text)[1])
    rate = int(re.search(r"midiClockRate,(\d+)", text)[1])
    score, performance, matches = [], [], []

    def add_performed(line):
        found = NOTE.match(line)
        step, accidental, number, *rest = found.groups()
        # Version 5.0 has the name of the note, and a second end.
        key = pitch(step, accidental, number) if step else int(number)
        onset, end = int(rest[0]), int(rest[1])
        velocity = int(rest[3] if step else rest[2])
        ticks = [round(time * rate / units / 16) for time in (onset, end - onset)]
        performance.append((*ticks, key, max(1, velocity)))

    for line in text.splitlines():
        if found := SCORE_NOTE.match(line):
            onset, end = float(found[4]), float(found[5])
            score.append(
                (round(onset * TICKS), round((end - onset) * TICKS), pitch(found[1], found[2], found[3]), 64)
            )
            if found[6].startswith("note"):
                add_performed(found[6])
                matches.append((len(score) - 1, len(performance) - 1))
        elif line.startswith("insertion-"):
            add_performed(line.removeprefix("insertion-"))
    earliest = min(note[0] for note in score)
    score = [(note[0] - earliest, *note[1:]) for note in score]
    return Piece(path.stem, score, performance, matches)


def write_midi(notes, path):
    file = mido.MidiFile(ticks_per_beat=TICKS)
    track = mido.MidiTrack()
    file.tracks.append(track)
    events = []
    for index, (onset, length, key, velocity) in enumerate(notes):
        events.append((onset, 1, index, mido.Message("note_on", note=key, velocity=velocity)))
        # A note-off comes before a note-on at the same time, except that of the same note.
        events.append((onset + length, 0 if length else 2, index, mido.Message("note_off", note=key)))
    now = 0
    for moment, _, _, message in sorted(events, key=lambda event: event[:3]):
        track.append(message.copy(time=moment - now))
        now = moment
    file.save(path)


def run_midirec(midirec, program, piece, folder):
    """Returns the matches, and the seconds of the alignment alone."""
    paths = [folder / "score.mid", folder / "performance.mid"]
    write_midi(piece.score, paths[0])
    write_midi(piece.performance, paths[1])
    result = subprocess.run([midirec, "diff", "--follow", *paths, "--json"], capture_output=True)
    assert result.returncode in (0, 1), result.stderr
    document = json.loads(result.stdout)

    def places(side):
        notes = document[side]["notes"]
        order = sorted(range(len(notes)), key=lambda index: (notes[index]["time"], notes[index]["note"]))
        return {index: place for place, index in enumerate(order)}

    first, second = places("expected"), places("actual")
    assert len(first) == len(piece.score) and len(second) == len(piece.performance), piece.name
    matches = {(first[one], second[other]) for passage in document["passages"] for one, other in passage["matches"]}
    answer = subprocess.run([program, "follow", *paths], check=True, capture_output=True, text=True).stdout
    return matches, float(answer.split()[0])


# A process reports at least the memory of the process that started it, so a small one starts the command.
STARTER = """
import os, subprocess, sys, time
start = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(time.perf_counter() - start, usage.ru_maxrss * 1024, os.waitstatus_to_exitcode(status))
"""


def run_whole(midirec, piece, folder):
    """Returns the seconds and the peak memory in bytes of the whole command, which prints text."""
    paths = [folder / "score.mid", folder / "performance.mid"]
    write_midi(piece.score, paths[0])
    write_midi(piece.performance, paths[1])
    command = [sys.executable, "-c", STARTER, midirec, "diff", "--follow", *paths]
    seconds, memory, status = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert status in ("0", "1"), piece.name
    return float(seconds), int(memory)


def run_parangonar(matcher, piece):
    """Returns the matches, and the seconds without the start of Python."""
    import numpy

    score = numpy.array(
        [
            (onset / TICKS, length / TICKS, onset / TICKS, length / TICKS, key, str(index), 1, length == 0)
            for index, (onset, length, key, _) in enumerate(piece.score)
        ],
        dtype=[
            ("onset_beat", "f4"), ("duration_beat", "f4"), ("onset_quarter", "f4"), ("duration_quarter", "f4"),
            ("pitch", "i4"), ("id", "U32"), ("voice", "i4"), ("is_grace", "?"),
        ],
    )  # fmt: skip
    performance = numpy.array(
        [
            (onset * 16e-6, length * 16e-6, key, velocity, str(index), 0, 0)
            for index, (onset, length, key, velocity) in enumerate(piece.performance)
        ],
        dtype=[
            ("onset_sec", "f4"), ("duration_sec", "f4"), ("pitch", "i4"), ("velocity", "i4"), ("id", "U32"),
            ("track", "i4"), ("channel", "i4"),
        ],
    )  # fmt: skip
    start = time.perf_counter()
    alignment = matcher(score, performance, process_ornaments=False, score_part=None)
    seconds = time.perf_counter() - start
    return {
        (int(pair["score_id"]), int(pair["performance_id"])) for pair in alignment if pair["label"] == "match"
    }, seconds


def compare(title, pieces, midirec, program, matcher, folder):
    """Prints the quality of both programs; returns their mean and worst F-measures, and their seconds."""
    print(f"{title}\n    {'':40}{'notes':>8}{'match':>20}{'insertion':>18}{'deletion':>18}{'seconds':>18}")
    rows, seconds = ([], []), [0.0, 0.0]
    for piece in pieces:
        own, own_seconds = run_midirec(midirec, program, piece, folder)
        peer, peer_seconds = run_parangonar(matcher, piece)
        for index, (matches, elapsed) in enumerate(((own, own_seconds), (peer, peer_seconds))):
            rows[index].append(piece.score_f(matches))
            seconds[index] += elapsed
        columns = "".join(f"{one:10.4f}{other:8.4f}" for one, other in zip(rows[0][-1], rows[1][-1]))
        if not piece.name.startswith("random"):
            print(
                f"    {piece.name[:38]:40}{len(piece.performance):8,}  {columns}{own_seconds:10.3f}{peer_seconds:8.2f}",
                flush=True,
            )
    means = [[sum(column) / len(column) for column in zip(*side)] for side in rows]
    worst = [[min(column) for column in zip(*side)] for side in rows]
    for name, figures in (("mean", means), ("worst", worst)):
        columns = "".join(f"{one:10.4f}{other:8.4f}" for one, other in zip(*figures))
        print(f"    {name:48}  {columns}")
    print(f"    {'all':48}{'':56}{seconds[0]:10.3f}{seconds[1]:8.2f}", flush=True)
    return means, worst, seconds


def check_match_files(pieces, midirec, folder):
    """Checks that partitura reads from match files the matches that the JSON has."""
    import partitura

    for piece in pieces:
        paths = [folder / "score.mid", folder / "performance.mid"]
        write_midi(piece.score, paths[0])
        write_midi(piece.performance, paths[1])
        file = folder / "alignment.match"
        command = [midirec, "diff", "--follow", *paths, "--json", "--match", file, "--force"]
        document = json.loads(subprocess.run(command, capture_output=True).stdout)
        wanted = {tuple(match) for passage in document["passages"] for match in passage["matches"]}
        _, alignment = partitura.load_match(str(file))
        found = {
            (int(pair["score_id"][1:].split("-")[0]) - 1, int(pair["performance_id"][1:]))
            for pair in alignment
            if pair["label"] == "match"
        }
        assert found == wanted, piece.name
    print(f"partitura reads the match files of {len(pieces)} pieces")


def main(midirec, program, maker, folder, corpus):
    warnings.filterwarnings("ignore")
    import parangonar

    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    bars = Bars()
    checks = []
    matcher = parangonar.DualDTWNoteMatcher()
    for piece in random_pieces(maker, 1, 3):
        run_parangonar(matcher, piece)  # compiles its loops

    print("Each column: midirec, then parangonar")
    pieces = list(random_pieces(maker, SEED, PIECES))
    means, _, seconds = compare(f"{PIECES} random performances", pieces, midirec, program, matcher, folder)
    check_match_files(pieces[:10], midirec, folder)
    for index, name in enumerate(("matches", "insertions", "deletions")):
        checks.append(bars.check(f"random, F-measure of {name}, short of 1", 1 - means[0][index], 1 - QUALITY))
        checks.append(
            bars.check(f"random, F-measure of {name}, behind parangonar", means[1][index] - means[0][index], 0)
        )
    checks.append(bars.check("random, time relative to parangonar", seconds[0] / seconds[1], 1 / SPEED))

    paths = sorted(pathlib.Path(corpus, "nasap").glob("*.match"))
    if paths:
        pieces = map(match_file, paths)
        means, worst, seconds = compare("nasap", pieces, midirec, program, matcher, folder)
        checks.append(bars.check("nasap, mean F-measure of matches, behind parangonar", means[1][0] - means[0][0], 0))
        checks.append(bars.check("nasap, worst F-measure of matches, behind parangonar", worst[1][0] - worst[0][0], 0))
        checks.append(bars.check("nasap, time relative to parangonar", seconds[0] / seconds[1], 1 / SPEED))
    else:
        print("nasap isn't in the corpus")

    print(f"A long performance\n    {'notes':>10}{'seconds':>10}{'MB':>8}")
    sizes = []
    for count in (LONG_NOTES // 4, LONG_NOTES // 2, LONG_NOTES):
        piece = long_piece(maker, count)
        elapsed, memory = run_whole(midirec, piece, folder)
        sizes.append((len(piece.performance), elapsed, memory))
        print(f"    {len(piece.performance):10,}{elapsed:10.2f}{memory / 1e6:8.0f}", flush=True)
    notes, elapsed, _ = sizes[-1]
    checks.append(bars.check(f"{LONG_NOTES:,} notes", elapsed * LONG_NOTES / notes, LONG_SECONDS, " s"))
    for (few, before, small), (many, after, large) in zip(sizes, sizes[1:]):
        checks.append(bars.check(f"{many:,} notes, time to half of them", after / before * 2 * few / many, GROWTH))
        checks.append(bars.check(f"{many:,} notes, memory to half of them", large / small * 2 * few / many, GROWTH))
    print("\n".join(checks))
    for path in folder.iterdir():
        path.unlink()
    return 1 if bars.missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
