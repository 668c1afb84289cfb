"""Loss at the highest rate that the machine can send at.

The rate is raised until the sender can't keep it any more, or until events are lost by the bench's own receiver, which
does nothing but read with real-time priority: beyond that, it is the machine that loses. A paced sender sleeps until
each event's time has come, and makes up for what it is late. The receiver's own loss over as many events is printed, so
that a noisy machine is seen.
"""
from instruments import Arecordmidi, Instrument, MidirecCapture, drain, order, read_take, say
from table import Row

EVENTS = 1_000_000


RAISE = 1.5
LOWEST = 4000  # events a second


def receive(count, interval):
    """Returns the rate that was reached, and how many events the bench's own receiver lost."""
    receiver = Instrument("receive", "--count", count)
    sender = Instrument("send", "--to", receiver.address, "--count", count, "--interval", interval)
    sent, _ = sender.finish()
    received, _ = receiver.finish()
    return count * 1e9 / sent["nanoseconds"], count - received["events"]


def highest_rate():
    best = asked = LOWEST
    while True:
        reached, lost = receive(3 * round(asked), round(1e9 / asked))
        say(f"the bench's own receiver, asked for {asked:,.0f}/s: {reached:,.0f}/s, {lost:,} lost")
        if reached < 0.98 * asked or lost > 0:
            return best
        best, asked = asked, RAISE * asked


def record(recorder_type, count, interval):
    """Returns how many events are missing and how many out of order in a take, and the rate of sending."""
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
    """Halves the rate until nothing is lost for ten seconds; a thousand a second is low enough to stop."""
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
    yield Row("    highest rate without loss, by halves", *(f"{rate:,.0f}/s" for rate in rates))
