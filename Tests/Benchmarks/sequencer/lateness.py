"""How late events of a replay are, by the kernel's stamps at a receiver of the bench, put on the monotonic clock.

Both tools play the same file to the same receiver. An event's deviation is stamp - (zero + its time in the file). No
tool tells when its time began, so zero is taken from the events that no clock of whole milliseconds can keep waiting:
those at whole milliseconds, which are all events on the grid and each hundredth off it. It is their 10th percentile,
since the very earliest may be an error of its stamp. A tool may be early for other events (a queue of 5 kHz rounds to
the nearest 0.2 ms), therefore the size of the deviation counts, whether early or late. The second definition, printed
for information, takes the earliest hundredth of all events for zero, so that hardly anything is early: a tool that
rounds to the nearest tick looks up to half a tick later by it.
"""
import contextlib
import statistics

from instruments import MIDIREC, MS, Instrument, busy_cores, percentile, run, write_file
from table import Row

EVENTS = 10_000
ROUNDS = 3
STATISTICS = {"median": 500, "99th": 990, "99.9th": 999, "largest": 1000}


def play(tool, file, microseconds):
    """Returns the deviations of a run by both definitions, in nanoseconds."""
    receiver = Instrument("receive", "--count", EVENTS, "--monotonic")
    command = {
        "midirec": [MIDIREC, "play", file, "--out", receiver.address],
        "aplaymidi": ["aplaymidi", "-p", receiver.address, file],
    }[tool]
    run(*command)
    _, (numbers, stamps, _) = receiver.finish()
    if len(numbers) != EVENTS:
        raise RuntimeError(f"{EVENTS - len(numbers)} of {tool}'s events did not arrive")
    times = [number * microseconds * 1000 for number in numbers]
    offsets = [stamp - time for stamp, time in zip(stamps, times)]
    zero = percentile((offset for offset, time in zip(offsets, times) if time % MS == 0), 100)
    earliest = percentile(offsets, 10)
    return [abs(offset - zero) for offset in offsets], [offset - earliest for offset in offsets]


def compare(microseconds, busy):
    """Alternates the tools; returns for each tool and definition the medians over all rounds."""
    file = write_file(EVENTS, microseconds)
    runs = {"midirec": [], "aplaymidi": []}
    for _ in range(ROUNDS):
        for tool, results in runs.items():
            with busy_cores() if busy else contextlib.nullcontext():
                results.append(play(tool, file, microseconds))
    return {
        (tool, definition): {
            name: statistics.median(percentile(run[definition], part) for run in results)
            for name, part in STATISTICS.items()
        }
        for tool, results in runs.items()
        for definition in (0, 1)
    }


def rows(title, result, bar, factor):
    own, peer = result["midirec", 0], result["aplaymidi", 0]
    yield Row(
        f"late, {title}: 99th percentile, µs", text(own["99th"]), text(peer["99th"]), bar,
        own["99th"] <= factor * peer["99th"],
    )
    for name in ("median", "99.9th", "largest"):
        yield Row(f"    {name}", text(own[name]), text(peer[name]))
    own, peer = result["midirec", 1], result["aplaymidi", 1]
    yield Row("    99th, after the earliest hundredth", text(own["99th"]), text(peer["99th"]))


def text(nanoseconds):
    return f"{nanoseconds / 1000:,.1f}"


def measure():
    yield from rows("each 1.000 ms", compare(1000, busy=False), "no more", 1)
    yield from rows("each 1.370 ms", compare(1370, busy=False), "a fifth", 0.2)
    yield from rows("each 1.370 ms, cores busy", compare(1370, busy=True), "less", 1 - 1e-9)
