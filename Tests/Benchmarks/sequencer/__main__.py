"""Measures capture and playback against alsa-utils on a simulated machine: see Scripts/bench.

    sequencer MIDIREC BENCH [PART...]   measures all parts or the named ones

Prints each line when it is measured, and the whole table at the end. Exits with 1 if a bar is missed."""
import importlib
import pathlib
import shutil
import subprocess
import sys
import time
import traceback

import instruments
import table

sys.path.append(str(pathlib.Path(__file__).parent.parent))

import measuring  # noqa: E402

PARTS = ["loss", "flood", "fast", "lateness", "drift", "stamps", "replug", "twins", "length", "cpu", "interface"]


def prepare(midirec, bench):
    instruments.MEMORY.mkdir(exist_ok=True)
    shutil.copy(midirec, instruments.MIDIREC)
    shutil.copy(bench, instruments.BENCH)
    # Runs each program once, so that its file is in memory.
    for program in (instruments.MIDIREC, instruments.BENCH, "aplaymidi", "arecordmidi"):
        subprocess.run([program, "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main(midirec, bench, *parts):
    parts = measuring.parts(parts, PARTS)
    prepare(midirec, bench)
    rows = []
    for part in parts:
        started = time.monotonic()
        try:
            for row in importlib.import_module(part).measure():
                rows.append(row)
                print(table.text([row]).splitlines()[1], file=sys.stderr, flush=True)
        except Exception:  # Continue with the other parts.
            rows.append(table.Row(part, "can't be measured", reached=False))
            traceback.print_exc()
        print(f"({part}: {time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)
    print(table.text(rows))
    return 1 if any(row.reached is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
