"""Unplugs and replugs the instrument fifty times, during a capture and during a replay.

The instrument is the virtual USB LinnStrument. A second instrument is plugged in before it in every other round, so that
its client number changes. The bench also receives the events that it plays: the take must have exactly those."""
import signal
import time

from instruments import (
    MIDIREC,
    Instrument,
    MidirecCapture,
    await_subscriber,
    drain,
    read_take,
    say,
    start,
    subscriptions,
    write_file,
)
from processes import open_files, resident_kib
from table import Row
from usb import INSTRUMENT, plug, unplug, unplug_all

ROUNDS = 50
EVENTS = 50  # events per round
WARM = 5  # rounds, after which memory mustn't grow
GROWTH = 256  # KiB: one-time growth of the allocator; 5.7 KiB per round would exceed it
PATIENCE = 10  # seconds in which midirec must reconnect


def follow(begin, play_round):
    """Unplugs and replugs the instrument while a program runs, which `begin` starts.

    `play_round` gets the round's number and the ports of the instrument and of its player, and returns whether the program
    continued. Returns the program, the number of rounds in which it continued, the number of ports that the instrument
    had, and the growth of the program's descriptors, memory, and subscriptions.
    """
    ports, places, went_on, footprints = plug(0), set(), 0, []
    program = begin()
    for number in range(ROUNDS):
        if number > 0:
            ports = plug_elsewhere(number)
        places.add(ports[0])
        went_on += play_round(number, *ports)
        if program.process.poll() is not None:
            say(f"midirec ended in round {number + 1}")
            break
        pid = program.process.pid
        footprints.append((open_files(pid), resident_kib(pid), len(subscriptions())))
        unplug(0)
        time.sleep(0.2)
    unplug_all()
    growth = [last - warm for warm, last in zip(footprints[:WARM][-1], footprints[-1])] if footprints else [0, 0, 0]
    return program, went_on, len(places), growth


def plug_elsewhere(number):
    if number % 2 == 1:
        plug(1, product="Launchkey")
    else:
        unplug(1)
    return plug(0)


def rows(what, went_on, places, growth, status):
    yield Row(
        f"replug, {what}: rounds continued, client numbers", f"{went_on}, {places}", "", f"{ROUNDS}, 2 or more",
        went_on == ROUNDS and places > 1,
    )
    files, memory, connections = growth
    yield Row(
        "    growth: descriptors, KiB, subscriptions", f"{files}, {memory}, {connections}", "", f"0, below {GROWTH}, 0",
        went_on == ROUNDS and files <= 0 and memory < GROWTH and connections <= 0,
    )
    # A signal would give a negative status.
    yield Row("    exit status", f"{status}", "", "no crash", status >= 0)


def measure_capture():
    played = []

    def play_round(number, instrument, player):
        has_connected = await_subscriber(instrument, PATIENCE)
        receiver = Instrument("receive", "--from", instrument, "--count", EVENTS)
        first = number * EVENTS
        sender = Instrument("send", "--to", player, "--count", EVENTS, "--first", first, "--interval", 2_000_000)
        sender.finish()
        played.extend(receiver.finish()[1][0])
        drain()
        return has_connected

    capture, *results = follow(lambda: MidirecCapture(INSTRUMENT), play_round)
    capture.finish()
    (numbers, _), _, markers = read_take(capture.take)
    yield from rows("capture", *results, capture.process.returncode)
    lost = len(set(played) - set(numbers))
    misplaced = list(numbers) != sorted(numbers)
    yield Row(
        f"    of {len(played):,} events played: lost, order", f"{lost:,}, {'wrong' if misplaced else 'kept'}", "",
        "0, kept", lost == 0 and not misplaced and len(played) == ROUNDS * EVENTS,
    )
    gone, back = (sum(marker.endswith(end) for marker in markers) for end in ("disconnected here", "reconnected here"))
    yield Row(
        "    markers: disconnected, reconnected", f"{gone}, {back}", "", f"{ROUNDS}, {ROUNDS - 1}",
        (gone, back) == (ROUNDS, ROUNDS - 1),
    )


class Replay:
    """A running `midirec play` of twenty minutes."""

    def __init__(self):
        self.process = start(MIDIREC, "play", write_file(120_000, 10_000), "--out", INSTRUMENT)

    def finish(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=60)


def measure_replay():
    def play_round(_, __, player):
        receiver = Instrument("receive", "--from", player, "--count", EVENTS, "--patience", 1000 * PATIENCE)
        return receiver.finish()[0]["events"] == EVENTS

    replay, *results = follow(Replay, play_round)
    replay.finish()
    yield from rows("replay", *results, replay.process.returncode)


def measure():
    yield from measure_capture()
    yield from measure_replay()
