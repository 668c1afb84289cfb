"""Measures the speed, latency, and memory of the grid and the piano against their bars.

    instruments.py PROGRAM     measures everything and prints tables; PROGRAM is the built InstrumentBenchmark

The input is a million notes: chords on eight channels, with pedals, bends, and pressures. In User Firmware Mode, each
touch has at least four messages with the finger's position, so fewer notes give nearly as many messages. Each measurement
runs in a separate process on one core, with messages in memory. Exits with 1 if a bar is missed."""
import subprocess
import sys

from measuring import Bars

ROUNDS = 3
# The measurements: title, and number of notes or touches.
TRACKERS = {
    "grid": ("Grid", 1_000_000),
    "firmware": ("Grid in User Firmware Mode", 300_000),
    "piano": ("Piano", 1_000_000),
}

# The bars.
SECONDS = 1.0  # maximum for all of about two million messages
MICROSECONDS = 50.0  # maximum from a message to the state, for 99 % of the messages
ALLOCATIONS = 0  # memory allocations after all channels and keys have been used


def run(program, what, tracker, notes):
    command = [program, what, tracker, str(notes)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(number) for number in answer.stdout.split()]


def report(program, tracker, bars):
    title, notes = TRACKERS[tracker]
    seconds, _, messages = min(run(program, "time", tracker, notes) for _ in range(ROUNDS))
    latencies = min((run(program, "latency", tracker, notes) for _ in range(ROUNDS)), key=lambda numbers: numbers[1])
    calls, _, changed = run(program, "allocations", tracker, notes)
    median, percentile99, percentile999, longest = (nanoseconds / 1e3 for nanoseconds in latencies)
    print(f"{title}: {notes:,} notes in {messages:,.0f} messages, {changed:,.0f} of which change the display")
    print(f"    {seconds * 1e3:.0f} ms, {seconds / messages * 1e9:.0f} ns per message")
    print(
        f"    from a message to the state: median {median:.2f} us, 99 % {percentile99:.2f} us, "
        f"99.9 % {percentile999:.2f} us, longest {longest:.0f} us"
    )
    print(bars.check("all messages", seconds, SECONDS, " s"))
    print(bars.check("from a message to the state, 99 %", percentile99, MICROSECONDS, " us"))
    print(bars.check("allocations in the steady state", calls, ALLOCATIONS))
    # A tracker that shows nothing would also be fast.
    if changed < notes:
        bars.missed = True
        print("    the display changes too rarely to be measured")
    print(flush=True)


def main(program):
    bars = Bars()
    calls, messages, _ = run(program, "allocations", "allocating", 100_000)
    print(f"Control: a piano that allocates once a message has {calls / messages:g} allocations per message\n", flush=True)
    if calls < messages:
        print("instruments.py: allocations aren't counted", file=sys.stderr)
        return 1
    for tracker in TRACKERS:
        report(program, tracker, bars)
    return 1 if bars.missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
