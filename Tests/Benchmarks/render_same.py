"""Renders one take 100 times, and requires the same bytes each time.

In the first ten runs, the machine is otherwise idle; in the others, every core is busy. Each run has a different folder,
and the locales (including one with a decimal comma, which is created if it isn't installed), the time zones, and the
number of cores alternate."""

import collections
import hashlib
import os
import shutil
import subprocess
import sys

FONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
TAKE = os.path.abspath("Recordings/linnstrument-etude/recording.mid")
RUNS = 100
COMMA = "de_DE.UTF-8"
ZONES = ["UTC", "Asia/Tokyo", "America/Caracas", "Pacific/Apia"]


def locales(folder):
    """Returns the locales that the C library knows, and the variables that they need."""
    known = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.split()
    variables = {}
    if "de_DE.utf8" not in known:
        made = subprocess.run(
            ["localedef", "-i", "de_DE", "-f", "UTF-8", f"{folder}/{COMMA}"], capture_output=True)
        if made.returncode != 0:
            return [name for name in known if "." in name or name in ("C", "POSIX")], {}
        variables["LOCPATH"] = folder
    point = subprocess.run(
        ["locale", "decimal_point"], capture_output=True, text=True, env=os.environ | variables | {"LC_ALL": COMMA})
    if point.stdout.strip() != ",":
        sys.exit(f"same: {COMMA} has no comma")
    return ["C", COMMA, "POSIX", COMMA], variables


def rendered(midirec, place, take, variables, processors):
    """Returns the hash of one rendering."""
    os.makedirs(place)
    subprocess.run(
        [midirec, "render", take, "-o", "sound.wav", "--font", FONT], cwd=place, check=True,
        stdout=subprocess.DEVNULL, env=os.environ | variables,
        preexec_fn=lambda: os.sched_setaffinity(0, processors))
    with open(f"{place}/sound.wav", "rb") as file:
        result = hashlib.sha256(file.read()).hexdigest()
    shutil.rmtree(place)
    return result


def measure(midirec, folder, _):
    """Prints the hashes, and returns whether they are equal."""
    folder = f"{folder}/same"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    names, variables = locales(folder)
    processors = sorted(os.sched_getaffinity(0))
    hashes, kinds = set(), collections.Counter()
    load = []
    try:
        for run in range(RUNS):
            # The machine is idle during the first ten runs.
            if run == 10:
                load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in processors]
            locale, zone = names[run % len(names)], ZONES[run // 4 % len(ZONES)]
            some = processors if run % 3 == 0 else [processors[run % len(processors)]]
            changed = variables | {"LC_ALL": locale, "LANG": locale, "TZ": zone}
            hashes.add(rendered(midirec, f"{folder}/{run} of {RUNS}", TAKE, changed, some))
            kinds.update([locale, zone, "busy" if load else "idle", f"{len(some)} of {len(processors)} processors"])
    finally:
        for process in load:
            process.kill()
    print(f"{RUNS} renderings: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    print(f"  SHA-256 {' '.join(sorted(hashes))}: {'ok' if len(hashes) == 1 else 'different'}")
    return len(hashes) == 1
