"""Measures sessions with programs under test, in the test kernel: see Scripts/bench.

    programs MIDIREC PROGRAM [--runs N] [--python PYTHON] [--disk DISK] [--outside NANOSECONDS] [PART...]

PYTHON has alsa-midi. DISK is written to where the machine is to be busy. NANOSECONDS is what `PROGRAM looking` says
outside. Exits with 1 where a bar is not reached.
"""
import argparse
import importlib
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import measuring
import runs

PARTS = ["lockstep", "slow", "overhead", "jobs"]


def main():
    parser = argparse.ArgumentParser(prog="programs")
    parser.add_argument("midirec")
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--python", default="python3")
    parser.add_argument("--disk", default="/dev/vda")
    parser.add_argument("--outside", type=int, default=0)
    parser.add_argument("parts", nargs="*", metavar="PART")
    options = parser.parse_intermixed_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        print(f"bench: no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 64
    runs.MEMORY.mkdir(exist_ok=True)
    shutil.copy(options.midirec, runs.MIDIREC)
    shutil.copy(options.program, runs.PROGRAM)
    subprocess.run(["modprobe", "-a", "snd-seq", "snd-hrtimer"], check=True)
    bars = measuring.Bars()
    for part in options.parts or PARTS:
        started = time.monotonic()
        for line in importlib.import_module(part).measure(bars, options):
            print(line, flush=True)
        print(f"    ({part}: {time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)
    return 1 if bars.missed else 0


if __name__ == "__main__":
    sys.exit(main())
