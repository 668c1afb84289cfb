"""Measures `midirec test --watch`: the time from saving a file to the verdict, against its bounds.

    python watch.py MIDIREC PYTHON FOLDER

FOLDER gets a copy of Recordings. Each file is saved RUNS times, once in place and otherwise by renaming, as editors do.
Only the session of the file may run."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import measuring

RUNS = 5
# The largest time in seconds for each saved file.
BOUNDS = {
    "pedals/sostenuto/notes.expected.txt": 1.0,
    "grid/chords/session.yaml": 1.0,
    "long/waltz/take.mid": 1.0,
    "programs/echo/echo.py": 2.0,
    "programs/echo/session.yaml": 2.0,
}


class Watch:
    """The output of a watch, read line by line."""

    def __init__(self, midirec, folder, python):
        environment = {**os.environ, "MIDIREC_PEER_PYTHON": python}
        environment.pop("CI", None)
        self.process = subprocess.Popen(
            [midirec, "test", folder, "--watch", "--read-only"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, env=environment)

    def verdict(self):
        """Waits until the watch is idle again, and returns the lines of the run."""
        lines = []
        while line := self.process.stdout.readline():
            if "Ctrl-C ends" in line:
                return lines
            lines.append(line.rstrip("\n"))
        sys.exit(f"watch: it ended: {lines}")

    def end(self):
        """Ends the watch by Ctrl-C, and returns its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait()


def save(path, by_renaming):
    contents = path.read_bytes()
    if by_renaming:
        draft = path.with_name("." + path.name + ".draft")
        draft.write_bytes(contents)
        shutil.copymode(path, draft)
        draft.rename(path)
    else:
        path.write_bytes(contents)


def main(midirec, python, folder):
    root = pathlib.Path(folder)
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree("Recordings", root)
    bars = measuring.Bars()
    files = [root / name for name in BOUNDS if (root / name).exists()]
    if len(files) != len(BOUNDS):
        sys.exit(f"watch: missing: {set(BOUNDS) - {str(file.relative_to(root)) for file in files}}")
    watch = Watch(midirec, folder, python)
    summary = watch.verdict()[-1]
    print(f"  all sessions: {summary}")
    for file in files:
        name = str(file.relative_to(root))
        times = []
        for run in range(RUNS):
            start = time.monotonic()
            save(file, by_renaming=run > 0)
            lines = watch.verdict()
            times.append(time.monotonic() - start)
            if " 1 passed in " not in f" {lines[-1]}":
                sys.exit(f"watch: {name}: not one session passed: {lines}")
        print(bars.check(name, max(times), BOUNDS[name], " s"))
    print(bars.check("exit code after Ctrl-C", watch.end(), 0))
    sys.exit(1 if bars.missed else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2], os.path.abspath(sys.argv[3]))
