"""Measures how late a player sends events, by the kernel's timestamps at a receiver of the bench.

Both programs play the same file to the same receiver. An event's deviation is timestamp - (zero + time in the file).
Neither program reports when its time began, so zero is derived from the events that a clock of whole milliseconds doesn't
delay: those at whole milliseconds, which are all events on the grid and one in a hundred off it. Zero is the 10th
percentile of their times, because the very earliest could have a wrong timestamp. A program can be early for other events
(a queue of 5 kHz rounds to the nearest 0.2 ms), so the absolute deviation counts.

The receiver's queue has the same timer rate as the players' queues: 1,000 Hz, and 5,000 Hz off the grid, where a slower
timer would add an error as large as its own interrupts' lateness. So the measurement shows how well a program uses its
timer. The lateness of the timer's interrupts shows in the timestamps of the monotonic clock, which are printed for
information: under emulation, it is larger than that of either program.

On the grid, the kernel does the same for both programs, so chance decides. midirec is worse there if the median of its
rounds exceeds that of aplaymidi's by more than a standard deviation."""
import contextlib
import statistics

from instruments import MIDIREC, MS, Instrument, busy_cores, percentile, run, write_file
from table import Row

EVENTS = 10_000
ROUNDS = 7
MONOTONIC_ROUNDS = 3  # for information
STATISTICS = {"median": 500, "99th": 990, "99.9th": 999, "largest": 1000}


CLOCKS = ("queue", "monotonic")


def play(tool, clock, file, microseconds):
    """Returns the deviations of a run in nanoseconds."""
    hertz = 1000 if microseconds % 1000 == 0 else 5000
    stamps = ["--monotonic"] if clock == "monotonic" else ["--timer", hertz]
    receiver = Instrument("receive", "--count", EVENTS, *stamps)
    command = {
        "midirec": [MIDIREC, "play", file, "--out", receiver.address],
        "aplaymidi": ["aplaymidi", "-p", receiver.address, file],
    }[tool]
    run(*command)
    _, (numbers, stamps, _) = receiver.finish()
    if len(numbers) != EVENTS:
        raise RuntimeError(f"{EVENTS - len(numbers)} of {tool}'s events didn't arrive")
    times = [number * microseconds * 1000 for number in numbers]
    offsets = [stamp - time for stamp, time in zip(stamps, times)]
    zero = percentile((offset for offset, time in zip(offsets, times) if time % MS == 0), 100)
    return [abs(offset - zero) for offset in offsets]


def compare(microseconds, busy):
    """Alternates the programs; returns the statistics of each round by program and clock."""
    file = write_file(EVENTS, microseconds)
    runs = {(tool, clock): [] for clock in CLOCKS for tool in ("midirec", "aplaymidi")}
    for number in range(ROUNDS):
        for (tool, clock), results in runs.items():
            if clock == "monotonic" and number >= MONOTONIC_ROUNDS:
                continue
            with busy_cores() if busy else contextlib.nullcontext():
                results.append(play(tool, clock, file, microseconds))
    return {
        key: {name: [percentile(run, part) for run in results] for name, part in STATISTICS.items()}
        for key, results in runs.items()
    }


def rows(title, result, bar, factor, tolerance=lambda peer: 0):
    def pair(name, clock):
        return [statistics.median(result[tool, clock][name]) for tool in ("midirec", "aplaymidi")]

    own, peer = pair("99th", "queue")
    limit = factor * peer + tolerance(result["aplaymidi", "queue"]["99th"])
    yield Row(f"late, {title}: 99th percentile, µs", text(own), text(peer), bar, own <= limit)
    for name in ("median", "99.9th", "largest"):
        yield Row(f"    {name}", *map(text, pair(name, "queue")))
    for name in ("median", "99th"):
        yield Row(f"    {name}, on the monotonic clock", *map(text, pair(name, "monotonic")))


def text(nanoseconds):
    return f"{nanoseconds / 1000:,.1f}"


def measure():
    yield from rows("each 1.000 ms", compare(1000, busy=False), "no more", 1, statistics.stdev)
    yield from rows("each 1.370 ms", compare(1370, busy=False), "a fifth", 0.2)
    yield from rows("each 1.370 ms, cores busy", compare(1370, busy=True), "less", 1 - 1e-9)
