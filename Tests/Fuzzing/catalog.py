"""Adds damaged fonts with `midirec fonts add`, thousands per child process, and checks the results.

    python fonts.py MIDIREC FONTMAKER FOLDER RUNS SEED

Each file is added, or rejected with the byte offset of its damage. The process doesn't crash, hang, or use excessive
memory, and the catalog is intact at the end. Files that break a rule stay in FOLDER."""

import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import time

BATCH = 1000
TIME_LIMIT = 300
# Memory for adding one font, with a margin.
MEMORY_LIMIT = 150 * 1024 * 1024
REFUSAL = re.compile(r"midirec: .*/font-(\d{5})\.sf2: byte \d+: .+")


def fail(text):
    print(f"fuzz: {text}", file=sys.stderr)
    sys.exit(1)


def main(midirec, maker, folder, runs, seed):
    # midirec ignores a relative XDG_DATA_HOME, and would use the user's own catalog.
    folder, runs, seed = pathlib.Path(folder).resolve(), int(runs), int(seed)
    shutil.rmtree(folder, ignore_errors=True)
    environment = dict(os.environ, XDG_DATA_HOME=str(folder / "data"))
    begin = time.monotonic()
    refused = added = 0
    largest = 0
    for number in range(0, runs, BATCH):
        count = min(BATCH, runs - number)
        fonts = folder / "fonts"
        fonts.mkdir(parents=True)
        subprocess.run([maker, fonts, str(count), "damaged", str(seed + number)], check=True)
        errors = folder / "errors.txt"
        output = folder / "output.txt"
        with open(output, "w") as out, open(errors, "w") as err:
            process = subprocess.Popen(
                [midirec, "fonts", "add", fonts], env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            deadline = time.monotonic() + TIME_LIMIT
            while True:
                ended, status, usage = os.wait4(process.pid, os.WNOHANG)
                if ended:
                    break
                if time.monotonic() > deadline:
                    process.kill()
                    fail(f"midirec hangs; the files are in {fonts}")
                time.sleep(0.02)
        process.returncode = os.waitstatus_to_exitcode(status)
        largest = max(largest, usage.ru_maxrss * 1024)
        lines = errors.read_text(errors="replace").splitlines()
        if process.returncode not in (0, 65):
            fail(f"exit code {process.returncode}; the files are in {fonts}; {errors} contains {lines[-3:]}")
        strange = [line for line in lines if not REFUSAL.fullmatch(line)]
        if strange:
            fail(f"{strange[0]}; the files are in {fonts}")
        good = len(output.read_text().splitlines())
        if len(lines) + good != count:
            fail(f"of {count} files {good} were added and {len(lines)} rejected; they are in {fonts}")
        refused += len(lines)
        added += good
        shutil.rmtree(fonts)
    if largest > MEMORY_LIMIT:
        fail(f"midirec used {largest // 1024 // 1024} MB")
    with contextlib.closing(sqlite3.connect(folder / "data/midirec/fonts/catalog.sqlite")) as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            fail("the database is damaged")
        if database.execute("PRAGMA foreign_key_check").fetchall():
            fail("the database has lost rows")
    if not added or not refused:
        fail(f"{added} were added and {refused} rejected: too few files are damaged")
    seconds = time.monotonic() - begin
    print(
        f"{runs} damaged fonts from seed {seed} in {seconds:.0f} s: {refused} rejected, {added} added or known, "
        f"at most {largest // 1024 // 1024} MB")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
