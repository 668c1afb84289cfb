"""Measures a take of two million events: its memory mustn't grow after the first minute.

The limit allows for one-time growth of the allocator. It is far below the size of the events: four bytes per event after
the first minute would be 6 MiB."""
import threading
import time

from instruments import Instrument, MidirecCapture, drain, order, read_take
from processes import resident_kib
from table import Row

EVENTS = 2_000_000
INTERVAL = 200_000  # nanoseconds: 5,000 per second
BOUND = 1024  # KiB


def sample(pid, sizes, stop):
    while not stop.wait(1):
        sizes.append(resident_kib(pid))


def measure():
    sender = Instrument("send", "--count", EVENTS, "--interval", INTERVAL)
    capture = MidirecCapture(sender.address)
    sizes, stop = [], threading.Event()
    sampler = threading.Thread(target=sample, args=(capture.process.pid, sizes, stop))
    sampler.start()
    sender.process.wait()
    stop.set()
    sampler.join()
    sender.finish()
    drain()
    started = time.monotonic()
    capture.finish()
    seconds = time.monotonic() - started
    (numbers, _), _, _ = read_take(capture.take)
    misplaced, growth = order(numbers)[1], max(sizes[60:]) - sizes[59]
    yield Row(
        f"a take of {EVENTS:,}: lost, out of order", f"{EVENTS - len(numbers):,}, {misplaced:,}", "", "0, 0",
        len(numbers) == EVENTS and misplaced == 0,
    )
    what = f"    growth from minute 1 to {len(sizes) / 60:.0f}, KiB"
    yield Row(what, f"{growth:,} ({sizes[59]:,} in all)", "", f"below {BOUND:,}", growth < BOUND)
    yield Row("    seconds to finish it", f"{seconds:.1f}")
