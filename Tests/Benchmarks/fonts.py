"""Measures the font catalog against its bounds, and kills `midirec fonts add` at random moments.

    python fonts.py MIDIREC FONTMAKER FOLDER [scale] [kills] [together]

scale: 1,000 fonts with 300,000 presets, whose names come from seeded random numbers. Adding takes linear time: the last
quarter takes at most 1.5 times as long as the first. Searching and listing are measured as whole processes, without the
start of midirec. The bounds are processor time, which doesn't depend on other work of the machine; elapsed time is
printed next to it.
kills: SIGKILL at 100 random moments of adding. After each, the catalog must be intact.
together: 100 rounds in which processes simultaneously add, list, choose, and create a favorite."""

import contextlib
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import statistics
import struct
import subprocess
import sys
import time

import measuring

FONTS = 1000
PRESETS = 300
QUARTER = FONTS // 4
RUNS = 20
SEARCH_BOUND = 0.020
LIST_BOUND = 0.100
GROWTH_BOUND = 1.5
WORDS = ["piano", "grand piano", "EP", "p", "zz", "brass 99", "warm pad 1", "q", "no such name", "777"]
KILLS = 100
ROUNDS = 100


class Catalog:
    def __init__(self, midirec, folder):
        self.midirec = midirec
        self.folder = folder / "data" / "midirec" / "fonts"
        self.environment = dict(os.environ, XDG_DATA_HOME=str(folder / "data"))

    def start(self, *arguments):
        return subprocess.Popen(
            [self.midirec, "fonts", *map(str, arguments)], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def run(self, *arguments):
        """Returns the output, the processor time, and the elapsed time."""
        start = time.monotonic()
        process = self.start(*arguments)
        output, errors = process.communicate()
        seconds = time.monotonic() - start
        if process.returncode != 0:
            sys.exit(f"fonts: {' '.join(map(str, arguments))}: {process.returncode} {errors[:500]}")
        return output, seconds

    def clear(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def check(self, leftovers):
        """Ends the run if the catalog is damaged."""
        path = self.folder / "catalog.sqlite"
        if not path.exists():
            if not leftovers:
                sys.exit("fonts: the catalog doesn't exist")
            return
        with contextlib.closing(sqlite3.connect(path)) as database:
            problems = database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]
            tables = {name for name, in database.execute("SELECT name FROM sqlite_master")}
            rows = []
            if "font" in tables:
                problems |= bool(database.execute("PRAGMA foreign_key_check").fetchall())
                database.execute("INSERT INTO presetSearch (presetSearch, rank) VALUES ('integrity-check', 1)")
                rows = database.execute(
                    "SELECT location, contentHash, presetCount, (SELECT count(*) FROM preset WHERE fontID = font.id "
                    "AND preset.kind <> 'favorite') FROM font WHERE font.kind = 'added'").fetchall()
        if problems:
            sys.exit("fonts: the database is damaged")
        for location, content, expected, found in rows:
            data = (self.folder / location).read_bytes()
            if hashlib.sha256(data).hexdigest() != content or expected != found:
                sys.exit(f"fonts: {location} is incomplete")
        for file in self.folder.glob("[0-9a-f]*.sf2"):
            if hashlib.sha256(file.read_bytes()).hexdigest() != file.stem:
                sys.exit(f"fonts: {file} is an incomplete copy")
        hidden = [file.name for file in self.folder.glob(".*")]
        if hidden:
            sys.exit(f"fonts: unfinished copies: {hidden}")
        known = {row[0] for row in rows}
        others = {file.name for file in self.folder.iterdir() if not file.name.startswith("catalog.")} - known
        if others and not leftovers:
            sys.exit(f"fonts: unexpected files: {others}")


def scale(midirec, maker, folder, bars):
    catalog = Catalog(midirec, folder)
    quarters = []
    for number in range(4):
        source = folder / f"fonts-{number}"
        source.mkdir(parents=True)
        subprocess.run([maker, source, str(QUARTER), str(PRESETS), str(number + 1)], check=True)
        before = processor_time()
        passed = catalog.run("add", source)[1]
        quarters.append((passed, processor_time() - before))
    print(f"{FONTS} fonts with {FONTS * PRESETS} presets")
    print("  adding a quarter of them: " + ", ".join(f"{passed:.2f} s (processor {used:.2f} s)" for passed, used in quarters))
    print(bars.check("the last quarter, relative to the first", quarters[-1][1] / quarters[0][1], GROWTH_BOUND))
    size = sum(file.stat().st_size for file in catalog.folder.glob("catalog.*"))
    print(f"  the database has {size / 1e6:.0f} MB")
    startup, startup_passed = measured(lambda: timed(midirec))
    print(f"  midirec starts in {startup * 1000:.1f} ms of processor time, {startup_passed * 1000:.1f} ms elapsed; excluded below")
    for text, bound, arguments in [
        ("list", LIST_BOUND, ["list"]), ("list as JSON", LIST_BOUND, ["list", "--json"]),
        *((f"search \"{words}\"", SEARCH_BOUND, ["presets", "--search", words]) for words in WORDS),
        ("search \"piano\" in one font", SEARCH_BOUND, ["presets", "font-00007", "--search", "piano"]),
    ]:
        used, passed = measured(lambda arguments=arguments: catalog.run(*arguments)[1])
        lines = len(catalog.run(*arguments)[0].splitlines()) - 1
        name = f"{text}, {max(0, lines)} lines, {passed * 1000:.1f} ms elapsed with its start"
        print(bars.check(name, (used - startup) * 1000, bound * 1000, " ms"))
    names = {font["name"] for font in json.loads(catalog.run("list", "--json")[0])}
    if not {f"font-{number:05d}" for number in range(QUARTER)} <= names:
        sys.exit("fonts: some fonts are missing")
    catalog.check(leftovers=False)


def processor_time():
    """Returns the processor time of all ended child processes in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measured(run):
    """Returns the medians of processor time and elapsed time. The given function returns the elapsed time."""
    used, passed = [], []
    for _ in range(RUNS):
        before = processor_time()
        passed.append(run())
        used.append(processor_time() - before)
    return statistics.median(used), statistics.median(passed)


def timed(midirec):
    start = time.monotonic()
    subprocess.run([midirec, "--version"], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def enlarge(file, count):
    """Lengthens a font's samples, so that copying takes measurable time."""
    data = file.read_bytes()
    place = data.index(b"smpl")
    length = struct.unpack_from("<I", data, place + 4)[0]
    end = place + 8 + length
    data = bytearray(data[:end] + bytes(count) + data[end:])
    struct.pack_into("<I", data, place + 4, length + count)
    for name in (b"sdta", b"RIFF"):
        offset = data.index(name) + (4 if name == b"RIFF" else -4)
        struct.pack_into("<I", data, offset, struct.unpack_from("<I", data, offset)[0] + count)
    file.write_bytes(data)


def kills(midirec, maker, folder):
    source = folder / "fonts"
    source.mkdir(parents=True)
    subprocess.run([maker, source, "40", str(PRESETS), "9"], check=True)
    chance = random.Random(9)
    for file in source.iterdir():
        enlarge(file, chance.randrange(0, 2_000_000) * 2)
    catalog = Catalog(midirec, folder)
    whole = catalog.run("add", source)[1]
    catalog.check(leftovers=False)
    killed = finished = 0
    counts = []
    while killed < KILLS:
        # Start with an empty folder, with one left by a killed process, and with a complete one.
        if killed % 3 == 0:
            catalog.clear()
        process = catalog.start("add", source)
        time.sleep(chance.uniform(0, whole))
        process.send_signal(signal.SIGKILL)
        output, _ = process.communicate()
        if process.returncode == -signal.SIGKILL:
            killed += 1
            counts.append(len(output.splitlines()))
        else:
            finished += 1
        catalog.check(leftovers=True)
        if killed % 10 == 0:
            catalog.run("add", source)
            catalog.check(leftovers=False)
    print(f"{killed} times killed while adding 40 fonts, which takes {whole:.2f} s ({finished} times it had finished)")
    print(f"  after {min(counts)} to {max(counts)} of them, {statistics.mean(counts):.0f} on average: all intact")


def together(midirec, maker, folder):
    source = folder / "fonts"
    source.mkdir(parents=True)
    subprocess.run([maker, source, str(2 * ROUNDS + 2), "30", "10"], check=True)
    fonts = sorted(source.iterdir())
    catalog = Catalog(midirec, folder)
    catalog.run("add", *fonts[:2])
    presets = json.loads(catalog.run("presets", "font-00001", "--json")[0])
    place = "font-00001:{bank}:{program}".format(**presets[0])
    builtin = len(json.loads(catalog.run("list", "--json")[0])) - 2
    slowest = 0
    for number in range(ROUNDS):
        used = f"font-{number % 2:05d}"
        start = time.monotonic()
        processes = [catalog.start(*arguments) for arguments in [
            ("add", fonts[2 * number + 2]), ("add", fonts[2 * number + 3], "--link", "--tag", f"Round {number}"),
            ("list", "--json"), ("use", used), ("favorite", place, "--name", f"Favorite {number}", "--volume", "-3")]]
        for process in processes:
            output, errors = process.communicate()
            if process.returncode != 0 or errors:
                sys.exit(f"fonts: in round {number}: {' '.join(map(str, process.args))}: {errors}")
        slowest = max(slowest, time.monotonic() - start)
        listed = json.loads(catalog.run("list", "--json")[0])
        favorites = json.loads(catalog.run("presets", "--favorites", "--json")[0])
        tags = json.loads(catalog.run("tags", "--json")[0])
        if len(listed) != builtin + 2 * number + 4 or len(favorites) != number + 1 or len(tags) != number + 5:
            sys.exit(f"fonts: in round {number} {len(listed)} fonts, {len(favorites)} favorites, {len(tags)} tags")
        if [font["name"] for font in listed if font["isInUse"]] != [used]:
            sys.exit(f"fonts: in round {number} {used} isn't the font in use")
        catalog.check(leftovers=False)
    print(f"{ROUNDS} rounds of five simultaneous processes: nothing lost, all intact, the slowest {slowest:.2f} s")


def main(midirec, maker, folder, *parts):
    bars = measuring.Bars()
    # midirec ignores a relative XDG_DATA_HOME, and would use the user's own catalog.
    folder = pathlib.Path(folder).resolve()
    known = {
        "scale": lambda place: scale(midirec, maker, place, bars),
        "kills": lambda place: kills(midirec, maker, place),
        "together": lambda place: together(midirec, maker, place),
    }
    for part in measuring.parts(parts, known):
        shutil.rmtree(folder / part, ignore_errors=True)
        known[part](folder / part)
        shutil.rmtree(folder / part, ignore_errors=True)
    sys.exit(1 if bars.missed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
