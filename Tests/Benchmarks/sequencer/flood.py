"""Measures an unpaced flood: how many events are kept, and whether all others are reported as lost.

There are two floods: aplaymidi plays events of one tick through Midi Through, and the bench's sender sends directly."""
import statistics

from instruments import Arecordmidi, Instrument, MidirecCapture, await_subscriber, drain, read_take, run, write_file
from table import Row

EVENTS = 100_000
ROUNDS = 3
THROUGH = "14:0"


def by_aplaymidi(recorder_type):
    file = write_file(EVENTS, 0)
    recorder = recorder_type(THROUGH)
    await_subscriber(THROUGH)
    run("aplaymidi", "-p", THROUGH, file)
    return recorder


def by_sender(recorder_type):
    sender = Instrument("send", "--count", EVENTS, "--interval", 0)
    recorder = recorder_type(sender.address)
    sender.finish()
    return recorder


def measure():
    for name, flood in (("aplaymidi", by_aplaymidi), ("direct", by_sender)):
        kept, reported = {"midirec": [], "arecordmidi": []}, []
        for _ in range(ROUNDS):
            for recorder_type in (MidirecCapture, Arecordmidi):
                recorder = flood(recorder_type)
                drain()
                answer = recorder.finish()
                (numbers, _), _, _ = read_take(recorder.take)
                kept[recorder.name].append(len(numbers))
                if recorder_type is MidirecCapture:
                    reported.append(answer.get("lost"))
        own, peer = (statistics.median(values) for values in kept.values())
        what = f"flood of {EVENTS:,}, {name}: kept (median of {ROUNDS})"
        yield Row(what, f"{own:,}", f"{peer:,}", "as many", own >= peer)
        if None in reported:
            yield Row("    lost, but not reported", 'no "lost" yet', "all", "0", False)
            continue
        unaccounted = [EVENTS - count - lost for count, lost in zip(kept["midirec"], reported)]
        worst = max(unaccounted, key=abs)
        yield Row("    lost, but not reported", f"{worst:,}", f"{EVENTS - peer:,}", "0", worst == 0)
