"""Sends random frames and commands to a running studio: see Scripts/fuzz.

    midirec simulate --real-time --linnstrument --writable FOLDER -- \\
        python Tests/StudioChecks/fuzz.py MIDIREC-STUDIO FOLDER RUNS SEED

The studio must answer a page that behaves, must not end, must stay small, and must write only into its folder. An input is
a command, or some bytes after a good start. Its number and the seed tell what was sent."""
import contextlib
import os
import pathlib
import random
import re
import shutil
import sys
import time

from client import PING, TEXT, Client, frame
from studio import Studio, scale, write_take

BATCH = 50  # inputs of one connection
FOLDER_INPUTS = 1_000  # inputs until the folder is emptied
MEMORY_LIMIT = 250  # MB
BIG = (1 << 63) - 1

TEXTS = ["", "a", "a.mid", "b.mid", "take", "../a.mid", "/etc/passwd", ".", "..", "a/b", "é🎹", "a\0b", "x" * 300, "C4", "notes"]
# No other programs: a session runs them.
PROGRAMS = ["cat", "true", "", "no-such-program", "'", "cat ../a.mid"]
WORDS = ["on C4 79", "off C4", "+1ms", "cc 64 127", "ch 3", "pb 0", "rpn 0 512", "raw F0 01 F7", "on", "+1h", "loop", "\u2028",
         "x" * 999]
NUMBERS = [-BIG - 1, -1, 0, 1, 16, 17, 60, 127, 128, 1_000_000, 1 << 50, BIG, 0.5, -0.0, 1e308, True, None, "60", [], {}]
PARTS = {
    "address": ["", "0:0", "14:0", "128:0", "99:9", "-1:-1", "x" * 500], "note": NUMBERS, "velocity": NUMBERS, "channel": NUMBERS,
    "words": None, "inputs": [None, [], [0], [1, 2], [-1], [BIG], [None], 5], "file": TEXTS, "name": TEXTS, "from": NUMBERS,
    "to": NUMBERS, "speed": NUMBERS, "isLoop": [True, False, 1], "only": TEXTS, "isTiming": [True, False, "x"],
    "subject": [None, "grid", "piano", "synth", "notes", "x"], "program": PROGRAMS, "other": TEXTS, "tolerance": NUMBERS,
    "isOn": [True, False, 1], "hasReport": [True, False], "input": NUMBERS, "search": TEXTS, "tag": TEXTS, "font": TEXTS,
    "preset": ["0:0", "128:0", "1", "x", ""], "isFavorites": [True, False], "isStop": [True, False], "isCurrent": [True, False],
    "pressure": NUMBERS, "isChannel": [True, False], "volume": NUMBERS, "reverb": NUMBERS, "chorus": NUMBERS, "at": NUMBERS}


def actions():
    """Returns the names of the commands, as the sources have them."""
    sources = (pathlib.Path(__file__).parents[2] / "Sources" / "MIDIRecStudio").rglob("Studio+*.swift")
    cases = [line for path in sources for line in path.read_text().splitlines() if line.strip().startswith('case "')]
    names = sorted({name for line in cases for name in re.findall(r'"(\w+)"', line.partition(":")[0])})
    assert {"record", "reject", "audition"} <= set(names), names
    return [*names, "filter", "nonsense"]


def command(chance, names, number):
    parts = {}
    for name in chance.sample(sorted(PARTS), chance.randint(0, 12)):
        parts[name] = " ".join(chance.choices(WORDS, k=chance.randint(0, 5))) if name == "words" else chance.choice(PARTS[name])
    # A key with a wrong type ends the connection, so most have the right one.
    if chance.random() < 0.9:
        parts = {name: value for name, value in parts.items() if value is None or isinstance(value, kind(name))}
    return {"id": number, "do": chance.choice(names), **parts}


def kind(part):
    """Returns the right types of a part."""
    if part.startswith(("is", "has")):
        return bool
    if part in ("speed", "tolerance", "volume", "reverb", "chorus"):
        return (int, float)
    return list if part == "inputs" else int if PARTS[part] is NUMBERS else str


def damaged(chance, data):
    """Returns bytes with some changes."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0 and place < len(data):
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del data[place:place + chance.randint(1, 8)]
        elif kind == 2:
            data[place:place] = bytes(chance.choices((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)), k=chance.randint(1, 12)))
        else:
            data += data[place:place + chance.randint(1, 200)]
    return bytes(data)


def send_batch(chance, names, studio):
    """Sends some inputs to a new connection, and waits for the last answer or for its end."""
    page = studio.connect()
    if chance.random() < 0.7:
        data = b"".join(frame(command(chance, names, number)) for number in range(BATCH))
    else:
        good = [frame(command(chance, names, number)) for number in range(BATCH // 2)]
        good += [frame(b"x", PING), frame('{"id": 1,', TEXT, is_final=False), frame('"do": "takes"}', 0)]
        chance.shuffle(good)
        data = damaged(chance, b"".join(good))
    with contextlib.suppress(OSError, EOFError, TimeoutError):
        page.socket.socket.sendall(data + frame({"id": -7, "do": "ping"}))
        page.socket.socket.settimeout(2)
        page.until("reply", lambda reply: reply == -7)
    page.close()
    return data


def main(program, folder, runs, seed):
    folder, runs, seed = pathlib.Path(folder).resolve(), int(runs), int(seed)
    names = actions()
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(folder / "user")
    home = folder / "studio"
    studio = Studio(program, home)
    healthy = Client(studio.port, studio.token)
    start, largest = time.monotonic(), 0
    for number in range(0, runs, BATCH):
        if number % FOLDER_INPUTS == 0:
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir(exist_ok=True)
            write_take(home / "a.mid", scale())
        data = send_batch(random.Random(f"{seed} {number}"), names, studio)
        try:
            assert studio.process.poll() is None, f"the studio has ended with {studio.process.returncode}"
            healthy.succeed("ping")
            largest = max(largest, studio.memory)
            assert largest < MEMORY_LIMIT, f"the studio takes {largest:.0f} MB"
            others = [path.name for path in folder.iterdir() if path.name not in ("studio", "user", "input")]
            assert not others, f"the studio wrote {others}"
        except Exception as error:
            (folder / "input").write_bytes(data)
            sys.exit(f"fuzz: inputs {number} to {number + BATCH - 1} of seed {seed}, kept as {folder}/input: {error!r}")
    seconds = time.monotonic() - start
    print(f"{runs} inputs from seed {seed} in {seconds:.0f} s, {runs / seconds:.0f} a second, at most {largest:.0f} MB")
    assert studio.end() == 0, "the studio doesn't end as it should"
    unfinished = [path.name for path in home.iterdir() if ".recording." in path.name]
    assert not unfinished, f"these takes have no recorder: {unfinished}"


main(*sys.argv[1:])
