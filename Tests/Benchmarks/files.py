"""Measures the speed and memory of reading and writing Standard MIDI Files, against other readers in the same run.

    files.py PROGRAM FOLDER CORPUS   measures everything and prints tables; PROGRAM is the built FileBenchmark
    files.py time READER FILE        measures symusic, mido, or libsmf in this process: seconds, bytes, events

Each measurement runs in a separate process, with bytes in memory, and is the best of several rounds. The rounds of the
readers alternate, so that a slow moment of the machine affects all of them. Exits with 1 if a bar is missed."""
import pathlib
import subprocess
import sys
import time

from measuring import Bars, forget_peak, memory

ROUNDS = 3

# The bars.
DECODE_TO_SYMUSIC = 0.5  # maximum time relative to symusic
DECODE_TO_ONE_PASS = 2.0  # maximum time relative to the C loop
ENCODE_TO_DECODE = 1.0  # maximum time relative to decoding
BYTES_PER_EVENT = 20  # maximum memory beyond the file itself
# Maximum time per event in a file of ten times the size, relative to before. Quadratic time would give 10. Large files
# need new memory from the kernel in each run, which takes time; memory for small files is reused.
GROWTH = 1.5
TEN_HOURS = 1.25  # maximum time per event at the end of a long take, relative to its beginning


def reader_of(name):
    """Returns a function that reads a file's bytes, and a function that counts the events of its result."""
    if name == "symusic":
        import symusic

        def count(score):
            return sum(2 * len(t.notes) + len(t.controls) + len(t.pitch_bends) for t in score.tracks)

        return symusic.Score.from_midi, count
    if name == "mido":
        import io

        import mido

        return lambda data: mido.MidiFile(file=io.BytesIO(data)), lambda f: sum(len(t) - 1 for t in f.tracks)
    import ctypes

    library = ctypes.CDLL("libsmf.so.0")
    library.smf_load_from_memory.argtypes = [ctypes.c_char_p, ctypes.c_int]
    library.smf_load_from_memory.restype = ctypes.c_void_p
    # The result is never freed, because smf_delete takes quadratic time.
    return lambda data: library.smf_load_from_memory(data, len(data)), lambda file: 0


def time_reader(name, path):
    read, count = reader_of(name)
    data = pathlib.Path(path).read_bytes()
    forget_peak()
    resident = memory("VmRSS")
    best, total, runs, taken = float("inf"), 0.0, 0, 0
    enough = 1 if name == "mido" else 5
    while runs < enough or (total < 0.5 and name != "libsmf"):
        start = time.perf_counter()
        result = read(data)
        elapsed = time.perf_counter() - start
        if runs == 0:
            taken = memory("VmHWM") - resident
            events = count(result)
        del result
        best, total, runs = min(best, elapsed), total + elapsed, runs + 1
    print(best, taken, events)


def measure(program, readers, path):
    """Returns seconds, bytes, and events by reader: the best of the rounds."""
    results = {}
    for round_number in range(ROUNDS):
        for reader in readers:
            if reader in ("mido", "libsmf") and round_number > 0:
                continue  # These take seconds, or hundreds of megabytes.
            own = reader in ("one-pass", "decode", "encode")
            command = [program, reader, path] if own else [sys.executable, __file__, "time", reader, path]
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            seconds, taken, events = float(answer[0]), int(answer[1]), int(answer[2])
            if reader in results:
                seconds, taken = min(seconds, results[reader][0]), min(taken, results[reader][1])
            results[reader] = (seconds, taken, events)
    return results


def report(title, results, bars, memory_counts):
    events = results["one-pass"][2]
    names = {"one-pass": "one-pass C loop", "decode": "midirec decode", "encode": "midirec encode"}
    print(f"{title}: {events:,} events")
    print(f"    {'':16}{'ms':>10}{'ns/event':>10}{'bytes/event':>13}")
    for reader, (seconds, taken, _) in results.items():
        size = f"{taken / events:13.1f}" if memory_counts and reader != "one-pass" else ""
        print(f"    {names.get(reader, reader):16}{seconds * 1e3:10.3f}{seconds / events * 1e9:10.2f}{size}")
    decode = results["decode"][0]
    print(bars.check("decode, to symusic's time", decode / results["symusic"][0], DECODE_TO_SYMUSIC))
    print(bars.check("decode, to the C loop's time", decode / results["one-pass"][0], DECODE_TO_ONE_PASS))
    print(bars.check("encode, to decode's time", results["encode"][0] / decode, ENCODE_TO_DECODE))
    if memory_counts:
        print(bars.check("decode, memory per event", results["decode"][1] / events, BYTES_PER_EVENT, " bytes"))
    print(flush=True)


def report_growth(small, large, bars):
    print("Ten times the events, 1 track:")
    for reader in ("decode", "encode"):
        for what, index in (("time", 0), ("memory", 1)):
            growth = large[reader][index] / small[reader][index] / (large[reader][2] / small[reader][2])
            print(bars.check(f"{reader}, {what} per event", growth, GROWTH))
    print(flush=True)


def main(program, folder, corpus):
    bars = Bars()
    everybody = ["one-pass", "decode", "encode", "symusic"]
    shapes = [
        ("1 track, running status", 1_000_000, 1, "running", everybody + ["libsmf", "mido"]),
        ("16 tracks, running status", 1_000_000, 16, "running", everybody + ["libsmf"]),
        ("1 track, no running status", 1_000_000, 1, "full", everybody),
        ("1 track, running status", 10_000_000, 1, "running", everybody),
        ("16 tracks, running status", 10_000_000, 16, "running", everybody),
    ]
    results = []
    for title, events, tracks, status, readers in shapes:
        path = f"{folder}/generated.mid"
        subprocess.run([program, "generate", str(events), str(tracks), status, path], check=True)
        results.append(measure(program, readers, path))
        report(title, results[-1], bars, memory_counts=True)
    pathlib.Path(f"{folder}/generated.mid").unlink()
    report_growth(results[0], results[3], bars)

    for name in ("midifile-sounds/Hellin.mid", "midifile-sounds/SpiritWaltz.mid", "test-midi-files/test-all-gs-sounds.mid"):
        path = pathlib.Path(corpus) / name
        if path.exists():
            # The memory of small files can't be distinguished from that of the process.
            report(name, measure(program, everybody, str(path)), bars, memory_counts=False)

    print("A take of ten hours with 1,000 events per second, valid after each second:")
    for clock, what in (("processor", "processor time"), ("elapsed", "time until it is on disk")):
        command = [program, "ten-hours", clock, f"{folder}/take.mid"]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
        first, last = map(float, answer.stdout.split())
        print(f"    {what}: {first:.0f} ns per event in the first ten minutes, {last:.0f} ns in the last")
        if clock == "processor":  # The speed of the disk varies.
            print(bars.check("the last ten minutes, to the first", last / first, TEN_HOURS))
    pathlib.Path(f"{folder}/take.mid").unlink()
    return 1 if bars.missed else 0


if __name__ == "__main__":
    if sys.argv[1] == "time":
        time_reader(*sys.argv[2:])
    else:
        sys.exit(main(*sys.argv[1:]))
