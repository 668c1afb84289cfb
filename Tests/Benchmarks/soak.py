"""Measures `midirec soak` against its bars, on two cores.

    soak.py MIDIREC FOLDER

100,000 storms are played to each of the built-in grid and piano, which run in the process, and 1,000 to a C program that
starts for each of them, and passes all events on. None has a fault. Exits with 1 if a bar is missed."""
import pathlib
import re
import subprocess
import sys

import smf
from measuring import Bars, run

STORMS = {"grid": 100_000, "piano": 100_000, "a C program": 1_000}
SECONDS = 60.0


def main(midirec, folder):
    folder = pathlib.Path(folder).resolve()
    bars = Bars()
    for subject in ("grid", "piano"):
        session = folder / subject
        session.mkdir(exist_ok=True)
        (session / "take.mid").write_bytes(smf.file([(0, bytes([0x90, 60, 64])), (480, bytes([0x80, 60, 64]))]))
        (session / "session.yaml").write_text(f"take: take.mid\nsubjects: [{subject}]\n")
        measure(bars, subject, midirec, str(session))
    thru = folder / "thru"
    source = pathlib.Path(__file__).with_name("thru.c")
    subprocess.run(["cc", "-O2", "-o", thru, source, "-lasound"], check=True)
    measure(bars, "a C program", midirec, "--", str(thru))
    return 1 if bars.missed else 0


def measure(bars, subject, midirec, *words):
    command = [midirec, "soak", "--storms", str(STORMS[subject]), "--jobs", "2", *words]
    status, output, seconds, processor, memory = run(command)
    found = re.search(r"([\d,]+) storms of seed \d+ with ([\d,]+) messages", output.decode())
    if found is None:
        sys.exit(f"soak: {output.decode()}")
    storms, messages = (int(text.replace(",", "")) for text in found.groups())
    print(f"{storms:,} storms of {messages / storms:.0f} messages for {subject}")
    print(f"    {processor:.1f} s of processor time, {memory:.0f} MB")
    print(bars.check("time", seconds, SECONDS, " s"))
    print(bars.check("faults", status, 0))
    # A soak that plays nothing would also be fast.
    if storms != STORMS[subject] or messages < 20 * storms:
        bars.missed = True
        print("    too few storms or messages to be measured")
    print(flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
