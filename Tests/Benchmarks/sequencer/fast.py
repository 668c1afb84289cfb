"""Measures `midirec play --as-fast-as-possible` to a receiver with a default pool that stops for a second."""
import subprocess

from instruments import MIDIREC, Instrument, midirec_has, order, write_file
from table import Row, missing

EVENTS = 100_000


def play(*player):
    """Returns how many events arrive, and how many of them are out of order."""
    receiver = Instrument(
        "receive", "--count", EVENTS, "--pool", 200, "--pause-after", EVENTS // 2, "--ordinary"
    )
    command = [receiver.address if word == "ADDRESS" else word for word in player]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    _, (numbers, _, _) = receiver.finish()
    return len(numbers), order(numbers)[1]


def measure():
    file = write_file(EVENTS, 0)
    what = f"{EVENTS:,} events, as fast as possible, slow receiver: received"
    peer, _ = play("aplaymidi", "-p", "ADDRESS", file)
    if not midirec_has("play", "--as-fast-as-possible"):
        yield missing(what, "--as-fast-as-possible", f"{EVENTS:,}", f"{peer:,}")
        return
    arrived, misplaced = play(MIDIREC, "play", file, "--out", "ADDRESS", "--as-fast-as-possible")
    yield Row(what, f"{arrived:,}", f"{peer:,}", f"{EVENTS:,}", arrived == EVENTS)
    yield Row("    out of order", f"{misplaced:,}", "", "0", misplaced == 0)
