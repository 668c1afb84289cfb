"""Checks that midirec captures the selected one of two virtual instruments that differ only in their serial numbers.

The instrument is selected by its address while both are plugged in, and gets an alias. Then both are replugged: in the
same order, in reverse order, and into each other's socket."""
import contextlib
import os

from instruments import (
    MEMORY,
    MIDIREC,
    Instrument,
    MidirecCapture,
    drain,
    midirec_has,
    read_take,
    run,
    subscriptions,
    wait_for,
)
from table import Row, missing
from usb import plug, unplug_all

EVENTS = 50
ALIAS = "bench-twin"
CHOSEN = "LS-B"
# The USB ports in the order of plugging, and the serial number that is plugged in there.
CASES = [[(0, "LS-A"), (1, "LS-B")], [(1, "LS-B"), (0, "LS-A")], [(0, "LS-B"), (1, "LS-A")]]


@contextlib.contextmanager
def plugged_in(case):
    """Returns the ports of each serial number."""
    try:
        yield {serial: plug(unit, serial=serial) for unit, serial in case}
    finally:
        unplug_all()


def captured_is_chosen(ports):
    """Returns whether the take has exactly the events of the selected instrument."""
    capture = MidirecCapture(ALIAS)
    instruments = {instrument for instrument, _ in ports.values()}
    wait_for(lambda: any(sender in instruments for sender, _ in subscriptions()), 10)
    for first, (_, player) in zip((0, EVENTS), (ports["LS-A"], ports[CHOSEN])):
        sender = Instrument("send", "--to", player, "--count", EVENTS, "--first", first, "--interval", 2_000_000)
        sender.finish()
    drain()
    capture.finish()
    if not capture.take.exists():
        return False
    (numbers, _), _, _ = read_take(capture.take)
    return list(numbers) == list(range(EVENTS, 2 * EVENTS))


def measure():
    what, bar = "identical instruments: the selected one is captured", f"{len(CASES)} of {len(CASES)}"
    if not midirec_has("ports", "alias"):
        yield missing(what, "ports alias", bar)
        return
    os.environ["XDG_CONFIG_HOME"] = str(MEMORY / "configuration")
    with plugged_in(CASES[0]) as ports:
        run(MIDIREC, "ports", "alias", ALIAS, ports[CHOSEN][0])
    right = 0
    for case in CASES:
        with plugged_in(case) as ports:
            right += captured_is_chosen(ports)
    yield Row(what, f"{right} of {len(CASES)}", "", bar, right == len(CASES))
