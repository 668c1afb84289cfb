"""A generated take: timed messages, played unevenly by seeded random numbers."""
import random

import mido

# A tick is 16 µs at 120 quarter notes per minute, as in midirec's takes.
TICKS_A_QUARTER = 31_250
MICROSECONDS_A_TICK = 16
TEMPO = 500_000


class Hand:
    """Random numbers that are the same everywhere: only `random()` of Python's generator, whose results never change."""

    def __init__(self, seed):
        self._random = random.Random(seed).random

    def below(self, count):
        """Returns an integer from 0 up to, but not including, `count`."""
        return int(self._random() * count)

    def choice(self, things):
        return things[self.below(len(things))]

    def off(self, spread):
        """Returns an integer from -spread to spread, most often near 0."""
        return int((self._random() + self._random() + self._random()) * spread * 2 / 3) - spread

    def velocity(self, around, spread=6):
        return max(1, min(127, around + self.off(spread)))


class Escape(mido.UnknownMetaMessage):
    """A real-time message in a MIDI file, which mido doesn't write: an F7 event with its bytes."""

    def __init__(self, message, time):
        super().__init__(None, message.bytes(), time)

    def bytes(self):
        return [0xF7, len(self.data), *self.data]


class Take:
    """The messages of one source. Times are in microseconds from the start, channels from 1."""

    def __init__(self, seed, name):
        self.hand = Hand(seed)
        self.name = name
        self.end = 0
        self._messages = []

    def add(self, time, kind, channel=None, **values):
        if channel is not None:
            values["channel"] = channel - 1
        self._messages.append((max(0, time), mido.Message(kind, **values)))
        self.end = max(self.end, time)

    def note(self, channel, number, start, length, velocity, release=64):
        """Adds a note. Without a release velocity, a note-on with velocity 0 ends it."""
        self.add(start, "note_on", channel, note=number, velocity=velocity)
        if release is None:
            self.add(start + length, "note_on", channel, note=number, velocity=0)
        else:
            self.add(start + length, "note_off", channel, note=number, velocity=release)

    def control(self, time, channel, controller, value):
        self.add(time, "control_change", channel, control=controller, value=value)

    def parameter(self, time, channel, number, coarse, fine=None, registered=True):
        """Sets a parameter with one message per 0.6 ms; returns the time of the last one."""
        high, low = (101, 100) if registered else (99, 98)
        messages = [(high, number >> 7), (low, number & 127), (6, coarse)]
        messages += [] if fine is None else [(38, fine)]
        for index, (controller, value) in enumerate(messages):
            self.control(time + index * 600, channel, controller, value)
        return time + len(messages) * 600

    def linnstrument(self, time, number, value, channel=1):
        """Sets a LinnStrument parameter with exactly the six messages that the instrument expects."""
        pairs = [(99, number >> 7), (98, number & 127), (6, value >> 7), (38, value & 127), (101, 127), (100, 127)]
        for index, (controller, data) in enumerate(pairs):
            self.control(time + index * 700, channel, controller, data)

    def pedal(self, time, channel, controller, *values, step=12_000):
        """Moves a pedal through values at uneven intervals."""
        for index, value in enumerate(values):
            self.control(time + index * step + self.hand.off(step // 4), channel, controller, value)

    def track(self, microseconds_a_tick=MICROSECONDS_A_TICK):
        """Returns the messages as a track, sorted by time. Simultaneous messages keep their order."""
        timed = [((time + microseconds_a_tick // 2) // microseconds_a_tick, m) for time, m in self._messages]
        timed.sort(key=lambda pair: pair[0])
        track = mido.MidiTrack([mido.MetaMessage("track_name", name=self.name)])
        now = 0
        for tick, message in timed:
            delta = tick - now
            track.append(Escape(message, delta) if message.is_realtime else message.copy(time=delta))
            now = tick
        end = (self.end + microseconds_a_tick // 2) // microseconds_a_tick
        track.append(mido.MetaMessage("end_of_track", time=end - now))
        return track


def file_of(*takes):
    """Returns a file with one track per simultaneous take."""
    file = mido.MidiFile(type=1 if len(takes) > 1 else 0, ticks_per_beat=TICKS_A_QUARTER)
    file.tracks = [take.track() for take in takes]
    if len(takes) > 1:
        # As in a capture, each source is a port of its own.
        for port, track in enumerate(file.tracks):
            track.insert(1, mido.MetaMessage("midi_port", port=port))
    file.tracks[0].insert(2 if len(takes) > 1 else 1, mido.MetaMessage("set_tempo", tempo=TEMPO))
    return file
