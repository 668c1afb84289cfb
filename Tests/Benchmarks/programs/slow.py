"""A program that takes a millisecond for an event and has a pool for 200: does it get all 100,000?"""
from runs import PROGRAM, Session

EVENTS = 100_000
GROUP = 100


def measure(bars, options):
    groups = [[bytes([0xC0, (100 * number + index) % 128]) for index in range(GROUP)]
              for number in range(EVENTS // GROUP)]
    session = Session(
        "slow", groups, [PROGRAM, "slow"], "compare: [output]", "limits: {total: 30min, replies: 1000}")
    text, seconds = session.observe("program.output")
    yield f"A slow program: {EVENTS} events in {len(groups)} groups"
    yield bars.check("events that it didn't get", EVENTS - int(text), 0)
    yield f"    ({seconds:.0f} s, {seconds / EVENTS * 1000:.2f} ms an event)"
