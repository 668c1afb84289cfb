"""Measures loss at the highest rate at which the machine can send.

The rate is raised until the sender can't reach it, or until the bench's own receiver loses events. That receiver only
reads, with real-time priority, so at higher rates the machine itself loses events. A paced sender sleeps until each
event's time, and catches up after a delay. The receiver's own loss over equally many events is printed to show noise."""
from instruments import Arecordmidi, Instrument, MidirecCapture, drain, order, read_take, say
from table import Row

EVENTS = 1_000_000


RAISE = 1.5
LOWEST = 4000  # events per second


def receive(count, interval):
    """Returns the reached rate, and how many events the bench's receiver lost."""
    receiver = Instrument("receive", "--count", count)
    sender = Instrument("send", "--to", receiver.address, "--count", count, "--interval", interval)
    sent, _ = sender.finish()
    received, _ = receiver.finish()
    return count * 1e9 / sent["nanoseconds"], count - received["events"]


def highest_rate():
    best = asked = LOWEST
    while True:
        reached, lost = receive(3 * round(asked), round(1e9 / asked))
        say(f"the bench's own receiver, requested {asked:,.0f}/s: {reached:,.0f}/s, {lost:,} lost")
        if reached < 0.98 * asked or lost > 0:
            return best
        best, asked = asked, RAISE * asked


def record(recorder_type, count, interval):
    """Returns how many events of a take are missing and out of order, and the rate of sending."""
    sender = Instrument("send", "--count", count, "--interval", interval)
    recorder = recorder_type(sender.address)
    sent, _ = sender.finish()
    drain()
    recorder.finish()
    (numbers, _), _, _ = read_take(recorder.take)
    lost, rate = count - len(numbers), count * 1e9 / sent["nanoseconds"]
    say(f"{recorder.name}, {count:,} events at {rate:,.0f}/s: {lost:,} lost")
    return lost, order(numbers)[1], rate


def rate_without_loss(recorder_type, interval):
    """Halves the rate until no event is lost for ten seconds, down to about 1,000 per second."""
    while interval < 1_000_000 and record(recorder_type, 10_000_000_000 // interval, interval)[0] > 0:
        interval *= 2
    return 1e9 / interval


def measure():
    interval = round(1e9 / highest_rate())
    lost, misplaced, rate = record(MidirecCapture, EVENTS, interval)
    peer_lost, peer_misplaced, _ = record(Arecordmidi, EVENTS, interval)
    yield Row(f"{EVENTS:,} events at {rate:,.0f}/s: lost", f"{lost:,}", f"{peer_lost:,}", "0", lost == 0)
    yield Row("    out of order", f"{misplaced:,}", f"{peer_misplaced:,}", "0", misplaced == 0)
    reference_rate, reference_lost = receive(EVENTS, interval)
    yield Row(f"    lost by the bench's own receiver, at {reference_rate:,.0f}/s", f"{reference_lost:,}")
    rates = [rate_without_loss(recorder, interval) for recorder in (MidirecCapture, Arecordmidi)]
    yield Row("    highest rate without loss, in steps of half", *(f"{rate:,.0f}/s" for rate in rates))
