"""Measures capture and replay against alsa-utils on a simulated machine: see Scripts/bench.

    sequencer MIDIREC BENCH [PART...]   measures all parts or those named, with the two programs

Prints a line as soon as it is measured, the whole table in the end, and exits with 1 where a bar is not reached.
"""
import importlib
import pathlib
import shutil
import subprocess
import sys
import time
import traceback

import instruments
import table

PARTS = ["loss", "flood", "fast", "lateness", "drift", "stamps", "replug", "twins", "length", "cpu"]


def prepare(midirec, bench):
    instruments.MEMORY.mkdir(exist_ok=True)
    shutil.copy(midirec, instruments.MIDIREC)
    shutil.copy(bench, instruments.BENCH)
    # Programs are in memory once they have run.
    for program in (instruments.MIDIREC, instruments.BENCH, "aplaymidi", "arecordmidi"):
        subprocess.run([program, "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main(midirec, bench, *parts):
    unknown = set(parts) - set(PARTS)
    if unknown:
        print(f"bench: no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 64
    prepare(midirec, bench)
    rows = []
    for part in parts or PARTS:
        started = time.monotonic()
        try:
            for row in importlib.import_module(part).measure():
                rows.append(row)
                print(table.text([row]).splitlines()[1], file=sys.stderr, flush=True)
        except Exception as error:  # the other parts are to be measured all the same
            rows.append(table.Row(part, "could not be measured", reached=False))
            traceback.print_exc()
        print(f"({part}: {time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)
    print(table.text(rows))
    return 1 if any(row.reached is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
