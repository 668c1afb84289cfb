"""Measures simulated machines and the programs on them: see Scripts/bench.

    programs.py MIDIREC PYTHON FOLDER [--runs N] [PART...]

PYTHON has alsa-midi and mido. FOLDER is for files. Exits with 1 if a bar is missed.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import functools
import hashlib
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import time

import measuring

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSIONS = ROOT / "Recordings" / "programs"
ETUDE = ROOT / "Recordings" / "linnstrument-etude" / "recording.mid"
PARTS = ["start", "answers", "same", "peers", "linnstrument", "long", "twenty"]
NAMES = sorted(path.parent.name for path in SESSIONS.glob("*/session.yaml"))
SLOW = 2  # seconds from which a tenth of the runs is enough


@contextlib.contextmanager
def load(folder):
    """Keeps every core and the disk busy."""
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count())]
    disk = subprocess.Popen(
        ["sh", "-c", 'while :; do dd if=/dev/zero of="$0" bs=1M count=64 conv=fsync; done', folder / "load"],
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        for process in [*loops, disk]:
            process.kill()
            process.wait()
        (folder / "load").unlink(missing_ok=True)


def run(command, folder, **variables):
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | variables
    started = time.monotonic()
    result = subprocess.run(command, cwd=folder, capture_output=True, env=environment, timeout=600)
    return result, time.monotonic() - started


def digest(session):
    """Returns one SHA-256 of all results of a session's programs."""
    files = sorted(session.glob("*.pending.*"))
    if not files:
        raise RuntimeError(f"{session.name} has no results")
    content = hashlib.sha256()
    for file in files:
        content.update(file.name.encode() + b"\0" + file.read_bytes())
        file.unlink()
    return content.hexdigest()


def start(bars, options):
    times = sorted(run([options.midirec, "simulate", "true"], options.folder)[1] for _ in range(21))
    yield bars.check("midirec simulate true, median of 21", times[10], 0.5, " s")


def answers(bars, options):
    """Measures how fast a program of a machine in real time answers input."""
    machine = subprocess.Popen(
        [options.midirec, "simulate", "--real-time", "--", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    times = []
    for _ in range(1001):
        started = time.monotonic()
        machine.stdin.write(b"\n")
        machine.stdout.read(1)
        times.append(time.monotonic() - started)
    machine.communicate()
    # The first answer comes after the start of the machine.
    yield bars.check("answer of a program in real time, slowest of 1,000", max(times[1:]) * 1000, 250, " ms")


def observe(options, place, session, index):
    """Runs a session in a new folder, and returns its results and the duration in seconds."""
    folder = place / ("in another folder" if index % 10 == 9 else "here") / session.name
    variables = {"LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Kathmandu"} if index % 10 == 9 else {}
    if not folder.exists():
        shutil.copytree(session, folder, ignore=shutil.ignore_patterns("*.expected.*", "*.pending.*"))
    result, seconds = run([options.midirec, "test", "."], folder, **variables)
    try:
        return digest(folder), seconds
    except RuntimeError:
        return (result.stdout + result.stderr).decode()[-400:], seconds


def same(bars, options):
    """Runs each session many times in parallel, half of them on a busy machine, and a tenth in a different folder."""
    places = queue.SimpleQueue()
    for number in range(os.cpu_count()):
        place = options.folder / f"place {number}"
        # An earlier run may have left outdated copies of sessions.
        shutil.rmtree(place, ignore_errors=True)
        places.put(place)

    def observe_somewhere(session, index):
        place = places.get()
        try:
            return observe(options, place, session, index)[0]
        finally:
            places.put(place)

    for session in (SESSIONS / name for name in options.sessions or NAMES):
        place = places.get()
        _, seconds = observe(options, place, session, 0)
        places.put(place)
        count = options.runs if seconds <= SLOW else max(1, options.runs // 10)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            observe_run = functools.partial(observe_somewhere, session)
            digests = collections.Counter(pool.map(observe_run, range(count // 2)))
            with load(options.folder):
                digests.update(pool.map(observe_run, range(count - count // 2)))
        yield bars.check(f"{session.name}: different results in {count} runs of {seconds:.1f} s", len(digests), 1)
        if len(digests) > 1:
            yield "    " + ", ".join(f"{number}x {value[:300]}" for value, number in digests.items())


def peers(bars, options):
    """Runs unmodified programs from Debian."""
    scripts = {
        "aplaymidi into arecordmidi": (
            'arecordmidi -p 14:0 out & sleep 1; aplaymidi -p 14:0 "$0"; kill -INT $!; wait',
            ["out"],
        ),
        "aplaymidi into aseqdump": ('aseqdump -p 14:0 >out & sleep 1; aplaymidi -p 14:0 "$0"; kill -INT $!; wait', ["out"]),
        "aplaymidi into fluidsynth": (
            "mkfifo stop; fluidsynth -q -a file -o audio.file.name=out.wav -m alsa_seq -o midi.autoconnect=0 -p synth"
            " /usr/share/sounds/sf2/TimGM6mb.sf2 <stop >/dev/null & exec 3>stop; sleep 2;"
            ' aplaymidi -p synth "$0"; exec 3>&-; wait; sha256sum out.wav >out',
            ["out"],
        ),
    }
    count = min(100, options.runs)
    for name, (script, files) in scripts.items():

        def observe_peers(index, name=name, script=script, files=files):
            folder = options.folder / f"peers {index}"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            result, _ = run([options.midirec, "simulate", "--", "bash", "-c", script, ETUDE], folder)
            contents = b"".join((folder / file).read_bytes() if (folder / file).exists() else b"" for file in files)
            if not contents:
                raise RuntimeError(f"{name} gave nothing: {result.stderr.decode()}")
            shutil.rmtree(folder)
            return hashlib.sha256(contents + result.stdout).hexdigest()

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            digests = set(pool.map(observe_peers, range(count)))
        yield bars.check(f"{name}: different results in {count} runs", len(digests), 1)


def onsets(path):
    """Returns the note-ons of a file as seconds since the first one, and notes."""
    import mido

    time, found = 0, []
    for message in mido.MidiFile(path):
        time += message.time
        if message.type == "note_on" and message.velocity > 0:
            found.append((time, message.note))
    return [(time - found[0][0], note) for time, note in found]


def onset_error(path):
    """Returns the largest onset error of the étude in milliseconds. Fails if a note differs."""
    played, expected = onsets(path), onsets(ETUDE)
    if [note for _, note in played] != [note for _, note in expected]:
        raise RuntimeError(f"{len(played)} notes were captured of {len(expected)}")
    return max(abs(time - wanted) for (time, _), (wanted, _) in zip(played, expected)) * 1000


def captured(options, place, *clock):
    """Plays the étude on the virtual USB LinnStrument, and captures it while other programs print it."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    script = (
        '"$0" capture --in "LinnStrument MIDI MIDI 1" -o take.mid --until-silence 2s >capture.txt 2>&1 & capture=$!;'
        " aseqdump -p 'LinnStrument MIDI' >dump.txt & sleep 3;"
        ' player=$("$0" instrument list --json | sed -n \'s/.*"player" : "\\(.*\\)".*/\\1/p\');'
        ' "$0" play "$1" --out "$player" --lateness >play.txt; wait $capture; kill -INT %2; wait'
    )
    command = [options.midirec, "simulate", *clock, "--linnstrument", "--", "bash", "-c", script, options.midirec, ETUDE]
    result, _ = run(command, place)
    if result.returncode != 0 or not (place / "take.mid").exists():
        raise RuntimeError(f"the étude wasn't captured: {result.stdout + result.stderr}")
    return place


def linnstrument(bars, options):
    """Checks that captures of the virtual USB LinnStrument are identical, and measures their onsets."""
    count = min(100, options.runs)

    def observe_capture(index):
        place = captured(options, options.folder / f"linnstrument {index}")
        files = sorted(place.glob("*"))
        content = hashlib.sha256(b"".join(file.name.encode() + b"\0" + file.read_bytes() for file in files)).hexdigest()
        error = onset_error(place / "take.mid")
        shutil.rmtree(place)
        return content, error

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(observe_capture, range(count)))
    yield bars.check(f"USB LinnStrument: different results in {count} captures", len({content for content, _ in results}), 1)
    yield bars.check("USB LinnStrument: largest onset error, simulated clock", max(error for _, error in results), 1, " ms")
    errors = sorted(
        onset_error(captured(options, options.folder / "linnstrument real", "--real-time") / "take.mid") for _ in range(5))
    yield bars.check("USB LinnStrument: largest onset error, real clock, median of 5", errors[2], 1, " ms")
    yield f"    the five: {', '.join(f'{error:.3f}' for error in errors)} ms"


def notes(path, seconds, interval):
    """Returns a recording with one note per interval."""
    import mido

    track = mido.MidiTrack()
    for index in range(int(seconds / interval)):
        track.append(mido.Message("note_on", note=40 + index % 40, velocity=80, time=0 if index == 0 else 100))
        track.append(mido.Message("note_off", note=40 + index % 40, velocity=0, time=int(interval * 1000) - 100))
    file = mido.MidiFile(ticks_per_beat=500)
    file.tracks.append(track)
    file.save(path)


def long(bars, options):
    """Measures ten minutes of music through an echo."""
    copy = options.folder / "long"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(SESSIONS / "echo", copy, ignore=shutil.ignore_patterns("*.expected.*", "*.pending.*"))
    notes(copy / "take.mid", 600, 0.5)
    run([options.midirec, "test", "."], copy)
    run([options.midirec, "accept", "."], copy)
    result, seconds = run([options.midirec, "test", "."], copy)
    assert result.returncode == 0, result.stdout
    yield bars.check("ten minutes through an echo", seconds, 10, " s")


def twenty(bars, options):
    """Measures twenty sessions with programs."""
    folder = options.folder / "twenty"
    shutil.rmtree(folder, ignore_errors=True)
    for index in range(20):
        shutil.copytree(SESSIONS / "mapper", folder / f"mapper-{index}", ignore=shutil.ignore_patterns("*.pending.*"))
    result, seconds = run([options.midirec, "test", "."], folder)
    assert result.returncode == 0, result.stdout
    yield bars.check("twenty sessions with programs", seconds, 20, " s")


def main():
    parser = argparse.ArgumentParser(prog="programs")
    parser.add_argument("midirec")
    parser.add_argument("python")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--session", action="append", dest="sessions", choices=NAMES)
    parser.add_argument("parts", nargs="*", metavar="PART")
    options = parser.parse_intermixed_args()
    parts = measuring.parts(options.parts, PARTS)
    options.folder = options.folder.resolve()
    options.folder.mkdir(parents=True, exist_ok=True)
    os.environ["MIDIREC_PEER_PYTHON"] = options.python
    bars = measuring.Bars()
    for part in parts:
        started = time.monotonic()
        for line in globals()[part](bars, options):
            print(line, flush=True)
        print(f"    ({part}: {time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)
    return 1 if bars.missed else 0


if __name__ == "__main__":
    sys.exit(main())
