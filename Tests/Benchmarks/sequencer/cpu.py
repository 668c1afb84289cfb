"""Measures the processor time of a capture, idle and with 1,000 events per second.

The measurement begins after the recorder has connected and ends shortly before the capture does, so it excludes the
program's start and the writing and checking of the file."""
import statistics
import time

from instruments import Arecordmidi, Instrument, MidirecCapture, await_subscriber, drain
from processes import processor_seconds
from table import Row

SECONDS = 30
# Slightly more than 1,000 events per second. The kernel attributes each tick of 10 ms to what runs then: events that come in
# step with the ticks would cost nothing, or everything.
INTERVAL = 996_301  # nanoseconds
EVENTS = SECONDS * 1_000_000_000 // INTERVAL
# Both alternate, because the host's other work affects the processor time of an emulated machine.
ROUNDS = 7
THROUGH = "14:0"


def idle(recorder_type):
    """Returns the used part of a core in percent."""
    recorder = recorder_type(THROUGH)
    await_subscriber(THROUGH)
    time.sleep(1)
    before = processor_seconds(recorder.process.pid)
    time.sleep(SECONDS)
    used = processor_seconds(recorder.process.pid) - before
    recorder.finish()
    return 100 * used / SECONDS


def recording(recorder_type):
    """Returns the used part of a core in percent."""
    sender = Instrument("send", "--count", EVENTS, "--interval", INTERVAL)
    recorder = recorder_type(sender.address)
    await_subscriber(sender.address)
    before = processor_seconds(recorder.process.pid)
    sender.process.wait()
    used = processor_seconds(recorder.process.pid) - before
    sender.finish()
    drain()
    recorder.finish()
    recorder.take.unlink()
    return 100 * used / SECONDS


def measure():
    own, peer = idle(MidirecCapture), idle(Arecordmidi)
    yield Row("processor, idle capture, % of a core", f"{own:.2f}", f"{peer:.2f}", "below 1", own < 1)
    used = {MidirecCapture: [], Arecordmidi: []}
    for _ in range(ROUNDS):
        for recorder_type, values in used.items():
            values.append(recording(recorder_type))
    own, peer = (statistics.median(values) for values in used.values())
    yield Row(
        "processor, 1,000 events/s, % of a core", f"{own:.2f}", f"{peer:.2f}", "1.5 times", own <= 1.5 * peer
    )
