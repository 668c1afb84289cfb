"""Measures drift over ten minutes: the median lateness of the last ten seconds minus that of the first ten.

The bar applies to the monotonic clock at which the receiver read the events. The queue's clock, which timestamps them, is
unsuitable: on a busy machine it drifts itself, as does the queue of a player. It drifts more if the timers of running
queues have different rates: 30 µs per second were measured, and 1 µs with equal rates.

Both programs play at the same time, each to its own receiver. Their influence on one another is far below a millisecond."""
import statistics

from instruments import MIDIREC, MS, Instrument, start, write_file
from table import Row

INTERVAL = 100_000  # microseconds
EVENTS = 6000
STRETCH = 100  # events in ten seconds


def drifts(receiver):
    """Returns the drift by the monotonic clock and by the receiver's queue, in nanoseconds."""
    _, (numbers, *clocks) = receiver.finish()
    if len(numbers) != EVENTS:
        raise RuntimeError(f"{EVENTS - len(numbers)} events didn't arrive")
    return [drift(numbers, times) for times in reversed(clocks)]


def drift(numbers, times):
    offsets = [time - number * INTERVAL * 1000 for number, time in zip(numbers, times)]
    return statistics.median(offsets[-STRETCH:]) - statistics.median(offsets[:STRETCH])


def measure():
    file = write_file(EVENTS, INTERVAL)
    own, peer = (Instrument("receive", "--name", name, "--count", EVENTS) for name in ("bench 1", "bench 2"))
    players = [start(MIDIREC, "play", file, "--out", own.address), start("aplaymidi", "-p", peer.address, file)]
    own_drifts, peer_drifts = drifts(own), drifts(peer)
    for player in players:
        player.communicate(timeout=60)
    minutes = EVENTS * INTERVAL / 60e6
    for what, own, peer in zip(("monotonic clock", "receiver's queue"), own_drifts, peer_drifts):
        reached = abs(own) < MS if what == "monotonic clock" else None
        bar = "" if reached is None else "below 1,000"
        name = f"drift in {minutes:.0f} minutes, {what}, µs"
        yield Row(name, f"{own / 1000:,.1f}", f"{peer / 1000:,.1f}", bar, reached)
