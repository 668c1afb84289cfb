"""What a group of lockstep costs beyond what the program needs to answer, on the scale of the machine outside.

What the program needs is measured in the same run, by a program that sends it an event, waits for the answer, and sends
the next. Outside there is no sequencer: the time of the test kernel is divided by how much longer it takes there to read
what the kernel tells of a thread, which is most of what midirec does for a group.
"""
import os
import pathlib
import re
import statistics
import subprocess

from runs import PROGRAM, Session, chords

GROUPS = 1000
RUNS = 5
BAR = 1.0


def measure(bars, options):
    session = Session("overhead", chords(GROUPS, key_count=1), [PROGRAM, "map", "12"])
    short = Session("start", chords(2, key_count=1), [PROGRAM, "map", "12"])
    long, start = (statistics.median(each.observe()[1] for _ in range(RUNS)) for each in (session, short))
    group = (long - start) / (GROUPS - 2) * 1e3
    answer = bare_answer()
    inside = statistics.median(looking() for _ in range(RUNS))
    ratio = inside / options.outside
    overhead = (group - answer) / ratio
    yield f"Overhead of lockstep: a group of one message takes {group:.2f} ms in the test kernel, the bare answer {answer:.2f} ms"
    yield f"    (a look at a thread takes {inside / 1000:.1f} µs there, {options.outside / 1000:.1f} µs outside: {ratio:.1f} times)"
    yield bars.check("overhead of a group on the scale outside", overhead, BAR, " ms")


def looking(program=PROGRAM):
    """How many nanoseconds a look at a thread takes."""
    return int(subprocess.run([program, "looking", "2000"], check=True, capture_output=True, text=True).stdout)


def bare_answer():
    """How many milliseconds the program takes for an answer when midirec isn't there."""
    program = subprocess.Popen([PROGRAM, "map", "12"])
    try:
        client = None
        while client is None:
            clients = pathlib.Path("/proc/asound/seq/clients").read_text()
            client = re.search(r'Client +(\d+) : "Program under test"[^\n]*\n +Port +0 [^\n]*\n +Port +1 ', clients)
        ports = {"MIDIREC_RECEIVER": f"{client[1]}:0", "MIDIREC_SENDER": f"{client[1]}:1"}
        times = [
            int(subprocess.run(
                [PROGRAM, "asking", str(GROUPS)], check=True, capture_output=True, text=True, env=os.environ | ports).stdout)
            for _ in range(RUNS)
        ]
        return statistics.median(times) / 1e6
    finally:
        program.kill()
        program.wait()


if __name__ == "__main__":
    import sys

    print(int(statistics.median(looking(sys.argv[1]) for _ in range(RUNS))))
