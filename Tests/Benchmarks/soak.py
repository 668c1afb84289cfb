"""Measures `midirec soak` against its bars, on two cores.

    soak.py BENCHMARK MIDIREC FOLDER     BENCHMARK is the built SoakBenchmark

100,000 storms are played to a subject in the process, and 1,000 to a C program that starts for each of them. Both pass all
messages on, so that there must be no finding. Exits with 1 if a bar is missed."""
import pathlib
import re
import subprocess
import sys

from measuring import Bars, run

STORMS = {"a Swift subject": 100_000, "a C program": 1_000}
SECONDS = 60.0


def main(benchmark, midirec, folder):
    folder = pathlib.Path(folder).resolve()
    thru = folder / "thru"
    source = pathlib.Path(__file__).with_name("thru.c")
    subprocess.run(["cc", "-O2", "-o", thru, source, "-lasound"], check=True)
    bars = Bars()

    storms = STORMS["a Swift subject"]
    _, output, seconds, processor, memory = run([benchmark, str(storms)])
    played, messages, findings = (int(word) for word in output.split())
    report(bars, "a Swift subject", played, messages, findings, seconds, processor, memory)

    storms = STORMS["a C program"]
    command = [midirec, "soak", "--storms", str(storms), "--jobs", "2", "--", str(thru)]
    status, output, seconds, processor, memory = run(command)
    found = re.search(r"([\d,]+) storms of seed \d+ with ([\d,]+) messages", output.decode())
    if found is None:
        sys.exit(f"soak: {output.decode()}")
    played, messages = (int(text.replace(",", "")) for text in found.groups())
    report(bars, "a C program", played, messages, status, seconds, processor, memory)
    return 1 if bars.missed else 0


def report(bars, subject, storms, messages, findings, seconds, processor, memory):
    print(f"{storms:,} storms of {messages / storms:.0f} messages for {subject}")
    print(f"    {processor:.1f} s of processor time, {memory:.0f} MB")
    print(bars.check("time", seconds, SECONDS, " s"))
    print(bars.check("findings", findings, 0))
    # A soak that plays nothing would also be fast.
    if storms != STORMS[subject] or messages < 20 * storms:
        bars.missed = True
        print("    too few storms or messages to be measured")
    print(flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
