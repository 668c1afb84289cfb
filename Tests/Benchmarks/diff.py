"""Measures the speed and memory of comparing two takes, alone and against mir_eval in the same run.

    diff.py PROGRAM MIDIREC FOLDER     measures everything and prints tables; PROGRAM is the built DiffBenchmark
    diff.py evaluate WHAT FILE         measures mir_eval in this process: seconds, bytes, pairs; WHAT is notes or all

Each measurement runs in a separate process, with notes in memory, and is the best of several rounds. Exits with 1 if a
bar is missed."""
import pathlib
import subprocess
import sys
import time

from measuring import Bars, forget_peak, memory, run

ROUNDS = 3
MILLION = 1_000_000

# The bars.
SECONDS = 1.5  # maximum seconds for a million notes against a million
MEGABYTES = 500  # maximum memory of that process, including both takes
COMMAND_SECONDS = {"": 0.8, "--metrics": 1.5}  # maximum seconds for the whole command on such files
GROWTH = 1.2  # maximum time per note with ten times as many notes, relative to before
PASSAGE_SECONDS = 1.5  # maximum seconds for the whole command if a passage of such a file is changed
TO_MIR_EVAL = 0.5  # maximum time and memory relative to mir_eval

SHAPES = {
    "music": "100 notes per second on 88 keys, slightly off, 0.4 % wrong",
    "performed": "the same on five channels, 2 ms off, 1 % missing, 1 % extra",
    "crowd": "all notes on one key, thousands within the tolerance",
    "strangers": "two unrelated takes",
}


def evaluate(what, path):
    """Measures mir_eval: the matching of notes including their offsets, or all of its measures."""
    import numpy
    from mir_eval import transcription

    sides = {"expected": [], "actual": []}
    for line in pathlib.Path(path).read_text().splitlines():
        side, onset, offset, pitch = line.split()
        sides[side].append((float(onset), float(offset), 2 ** float(pitch)))
    arrays = []
    for notes in sides.values():
        table = numpy.array(notes)
        arrays += [table[:, :2], table[:, 2]]
    sys.setrecursionlimit(1_000_000)
    forget_peak()
    resident, best, total, runs, taken = memory("VmRSS"), float("inf"), 0.0, 0, 0
    while runs < 1 or total < 2:
        start = time.perf_counter()
        if what == "all":
            transcription.evaluate(*arrays)
            found = 0
        else:
            found = len(transcription.match_notes(*arrays))
        elapsed = time.perf_counter() - start
        taken = taken or memory("VmHWM") - resident
        best, total, runs = min(best, elapsed), total + elapsed, runs + 1
    print(best, taken, found)


def measure(program, what, shape, count):
    """Returns seconds, added bytes, results, and the bytes of the whole process: the best of the rounds."""
    best = None
    for _ in range(ROUNDS):
        command = [program, what, shape, str(count)]
        answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        numbers = (float(answer[0]), *map(int, answer[1:]))
        best = numbers if best is None else tuple(map(min, best, numbers))
    return best


def against_mir_eval(program, folder, bars):
    print("Against mir_eval, on the same notes: music")
    headings = f"{'midirec ms':>12}{'mir_eval ms':>13}{'ratio':>9}{'midirec MB':>12}{'mir_eval MB':>13}{'ratio':>9}"
    print(f"    {'':22}{'notes':>8}{headings}")
    checks = []
    notes = pathlib.Path(folder, "notes.txt")
    for count in (1_000, 4_000, 10_000):
        with notes.open("w") as file:
            subprocess.run([program, "notes", "music", str(count)], check=True, stdout=file)
        for what, peer, title in (("compare", "notes", "all differences"), ("metrics", "all", "--metrics")):
            own = measure(program, what, "music", count)
            command = [sys.executable, __file__, "evaluate", peer, str(notes)]
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            seconds, taken = float(answer[0]), int(answer[1])
            times, sizes = own[0] / seconds, own[1] / max(1, taken)
            print(
                f"    {title:22}{count:8,}{own[0] * 1e3:12.2f}{seconds * 1e3:13.1f}{times:9.5f}"
                f"{own[1] / 1e6:12.2f}{taken / 1e6:13.1f}{sizes:9.5f}",
                flush=True,
            )
            checks.append(bars.check(f"{title}, {count:,} notes, to mir_eval's time", times, TO_MIR_EVAL))
            checks.append(bars.check(f"{title}, {count:,} notes, to mir_eval's memory", sizes, TO_MIR_EVAL))
    notes.unlink()
    print("\n".join(checks), flush=True)


def alone(program, what, shape, title, bars):
    print(f"{title}: {SHAPES[shape]}")
    print(f"    {'notes':>10}{'ms':>10}{'ns/note':>10}{'MB added':>10}{'MB total':>11}{'found':>11}")
    results = {}
    for count in (10_000, 100_000, MILLION):
        results[count] = seconds, added, found, whole = measure(program, what, shape, count)
        print(
            f"    {count:10,}{seconds * 1e3:10.2f}{seconds / count * 1e9:10.1f}{added / 1e6:10.1f}"
            f"{whole / 1e6:11.1f}{found:11,}",
            flush=True,
        )
    seconds, _, _, whole = results[MILLION]
    print(bars.check("a million against a million", seconds, SECONDS, " s"))
    print(bars.check("the same, memory of the whole process", whole / 1e6, MEGABYTES, " MB"))
    growth = seconds / MILLION / (results[100_000][0] / 100_000)
    print(bars.check("time per note, to that of 100,000", growth, GROWTH))
    growth = results[100_000][0] / 100_000 / (results[10_000][0] / 10_000)
    print(bars.check("100,000: time per note, to that of 10,000", growth, GROWTH))
    print(flush=True)


def time_command(command):
    """Returns the least seconds of the rounds, and the least memory in MB."""
    runs = [run(command) for _ in range(ROUNDS)]
    return min(seconds for _, _, seconds, _, _ in runs), min(megabytes for *_, megabytes in runs)


def whole_command(program, midirec, folder, bars):
    """Measures the whole command on two files of a million notes."""
    paths = [f"{folder}/expected.mid", f"{folder}/actual.mid"]
    subprocess.run([program, "files", "performed", str(MILLION), *paths], check=True)
    print(f"midirec diff of two files of {MILLION:,} notes: {SHAPES['performed']}")
    for option, bar in COMMAND_SECONDS.items():
        best, taken = time_command([midirec, "diff", *paths, *option.split()])
        title = f"the whole command {option}".strip()
        print(bars.check(f"{title}, {taken:.0f} MB", best, bar, " s"))
    for path in paths:
        pathlib.Path(path).unlink()
    print(flush=True)


def passages(program, midirec, folder, bars):
    """Measures the whole command on a file of a million notes and the same with a changed passage."""
    answer = subprocess.run([program, "passages", str(MILLION), folder], check=True, capture_output=True, text=True)
    print(f"midirec diff of {MILLION:,} notes and the same with a changed passage")
    for line in answer.stdout.splitlines():
        paths = [str(pathlib.Path(folder, f"{name}.mid")) for name in line.split()]
        best, taken = time_command([midirec, "diff", *paths])
        print(bars.check(f"{line.split()[1]}, {taken:.0f} MB", best, PASSAGE_SECONDS, " s"), flush=True)
    for path in pathlib.Path(folder).glob("*.mid"):
        path.unlink()


def main(program, midirec, folder):
    bars = Bars()
    against_mir_eval(program, folder, bars)
    print()
    for shape in SHAPES:
        alone(program, "compare", shape, "All differences", bars)
    alone(program, "metrics", "music", "--metrics", bars)
    whole_command(program, midirec, folder, bars)
    passages(program, midirec, folder, bars)
    return 1 if bars.missed else 0


if __name__ == "__main__":
    if sys.argv[1] == "evaluate":
        evaluate(*sys.argv[2:])
    else:
        sys.exit(main(*sys.argv[1:]))
