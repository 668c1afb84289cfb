"""Eight sessions with programs of equal names side by side: does each get its own answers?"""
from runs import MEMORY, PROGRAM, Session, chords, test

SESSIONS = 8
RUNS = 10


def measure(bars, options):
    for number in range(SESSIONS):
        groups = chords(160, channel=number)
        Session(f"jobs/{number}", groups, [PROGRAM, "map", number + 1]).accept()
    yield f"{SESSIONS} sessions side by side, {RUNS} times"
    runs = [test(MEMORY / "tree" / "jobs", "--jobs", str(SESSIONS)) for _ in range(RUNS)]
    yield bars.check("runs in which not all passed", sum(run.status != 0 for run in runs), 0)
    yield "".join(f"    {run.text[:500]}\n" for run in runs if run.status != 0)
