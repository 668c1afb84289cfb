"""A session of 2,000 events, run again and again, idle and with processors and disk kept busy: are all timelines the same,
byte by byte?"""
import hashlib
import pathlib
import statistics

import load
from runs import PROGRAM, Session, chords

EVENTS = 2000


def measure(bars, options):
    groups = chords(EVENTS)
    python = [options.python, pathlib.Path(__file__).parent / "mapper.py", "12"]
    sessions = [
        ("ProgramUnderTest", Session("lockstep", groups, [PROGRAM, "map", "12"])),
        ("a mapper on alsa-midi", Session("python", groups, python, "limits: {ready: 2min}")),
    ]
    yield f"Lockstep: {EVENTS} events in {len(groups)} groups, {options.runs} runs idle and {options.runs} busy"
    for name, session in sessions:
        timelines, seconds = repeated(session, options.runs)
        yield bars.check(f"{name}: different timelines beside the first", distinct(timelines) - 1, 0)
        yield f"    (idle: {seconds:.1f} s a run)"
        if distinct(timelines) != 1:
            continue
        with load.everywhere(options.disk):
            busy, seconds = repeated(session, options.runs)
        yield bars.check(f"{name}, busy: different timelines", distinct(timelines + busy) - 1, 0)
        yield f"    (busy: {seconds:.1f} s a run; {lines(timelines[0])} lines each)"
    real = Session("real", groups, [PROGRAM, "map", "12"], "clock: real", "tail: 200ms", tolerance="20ms")
    count = max(2, options.runs // 5)
    timelines, _ = repeated(real, count)
    with load.everywhere(options.disk):
        busy, _ = repeated(real, count)
    yield "For comparison, on the real clock:"
    for when, texts in ("idle", timelines), ("busy", busy):
        losses = texts.count(b"")
        yield f"    {when}: {distinct(texts) - (losses > 0)} different timelines in {count} runs, {losses} with losses"


def repeated(session, count):
    runs = [session.observe() for _ in range(count)]
    return [text for text, _ in runs], statistics.median(seconds for _, seconds in runs)


def distinct(texts):
    return len({hashlib.sha256(text).digest() for text in texts})


def lines(text):
    return text.count(b"\n")
