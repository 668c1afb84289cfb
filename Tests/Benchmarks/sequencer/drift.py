"""Drift over ten minutes: how much later the events of the last ten seconds are than those of the first, in the median.

Both tools play at the same time, each to a receiver of its own: what one does to the other is far below a millisecond.
"""
import statistics

from instruments import MIDIREC, MS, Instrument, start, write_file
from table import Row

INTERVAL = 100_000  # microseconds
EVENTS = 6000
STRETCH = 100  # events in ten seconds


def drift(receiver):
    _, (numbers, stamps, _) = receiver.finish()
    if len(numbers) != EVENTS:
        raise RuntimeError(f"{EVENTS - len(numbers)} events did not arrive")
    offsets = [stamp - number * INTERVAL * 1000 for number, stamp in zip(numbers, stamps)]
    return statistics.median(offsets[-STRETCH:]) - statistics.median(offsets[:STRETCH])


def measure():
    file = write_file(EVENTS, INTERVAL)
    own, peer = (Instrument("receive", "--name", name, "--count", EVENTS) for name in ("bench 1", "bench 2"))
    players = [start(MIDIREC, "play", file, "--out", own.address), start("aplaymidi", "-p", peer.address, file)]
    own_drift, peer_drift = drift(own), drift(peer)
    for player in players:
        player.communicate(timeout=60)
    minutes = EVENTS * INTERVAL / 60e6
    yield Row(
        f"drift over {minutes:.0f} minutes, µs", f"{own_drift / 1000:,.1f}", f"{peer_drift / 1000:,.1f}", "below 1,000",
        abs(own_drift) < MS,
    )
