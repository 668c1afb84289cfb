"""Measures the timestamps of takes: the spread of the differences between sent and recorded times.

The sender reads its clock just before it sends each event. A constant offset, such as the start of the take, doesn't
count."""
import statistics

from instruments import Arecordmidi, Instrument, MidirecCapture, drain, percentile, read_take
from table import Row

EVENTS = 10_000
INTERVAL = 1_370_000  # nanoseconds
ROUNDS = 3


def spread(recorder_type):
    """Returns the range of 98 % of the differences, and their standard deviation, in nanoseconds."""
    sender = Instrument("send", "--count", EVENTS, "--interval", INTERVAL, "--real-time")
    recorder = recorder_type(sender.address)
    _, (sent_numbers, sent_times, _) = sender.finish()
    drain()
    recorder.finish()
    (numbers, times), _, _ = read_take(recorder.take)
    if numbers != sent_numbers:
        raise RuntimeError(f"{recorder.name} lost events or changed their order")
    differences = [time - sent for sent, time in zip(sent_times, times)]
    return percentile(differences, 990) - percentile(differences, 10), statistics.pstdev(differences)


def measure():
    spreads = {MidirecCapture: [], Arecordmidi: []}
    for _ in range(ROUNDS):
        for recorder_type, values in spreads.items():
            values.append(spread(recorder_type))
    for index, name in enumerate(("1st to 99th percentile", "standard deviation")):
        own, peer = (statistics.median(value[index] for value in values) for values in spreads.values())
        yield Row(
            f"spread of timestamps, µs: {name}", f"{own / 1000:,.1f}", f"{peer / 1000:,.1f}", "a tenth", own <= peer / 10
        )
