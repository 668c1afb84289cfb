"""Ten minutes of music: a repeated waltz in quarter notes and tempos, as a notation program writes it."""
import mido
from take import Hand

TICKS_A_QUARTER = 480
BARS = 304  # bars of three quarters, at about 91 per minute: ten minutes
# Degrees of the chords, as root and kind, eight bars each; parts in the order A A B A.
PART_A = [
    (0, "major"), (9, "minor"), (2, "minor"), (7, "seventh"),
    (4, "minor"), (9, "minor"), (2, "seventh"), (7, "seventh"),
]  # fmt: skip
PART_B = [
    (5, "major"), (5, "minor"), (0, "major"), (9, "seventh"),
    (2, "seventh"), (2, "seventh"), (7, "seventh"), (7, "seventh"),
]  # fmt: skip
TONES = {"major": (0, 4, 7), "minor": (0, 3, 7), "seventh": (0, 4, 10)}


class Piece:
    """Returns the messages with their ticks."""

    def __init__(self):
        self.hand = Hand(401)
        self.messages = []
        self.last = 76  # the melody's note

    def add(self, tick, message):
        self.messages.append((max(0, tick), message))

    def note(self, number, tick, length, velocity):
        tick += self.hand.off(9)
        on = mido.Message("note_on", note=number, velocity=self.hand.velocity(velocity))
        off = mido.Message("note_off", note=number, velocity=40 + self.hand.below(50))
        self.add(tick, on)
        self.add(tick + max(30, length + self.hand.off(14)), off)

    def pedal(self, tick, value):
        self.add(tick + self.hand.off(12), mido.Message("control_change", control=64, value=value))

    def bar(self, index):
        """Adds a bar: bass, two chords, and a melody."""
        start = index * 3 * TICKS_A_QUARTER
        part = index // 8 % 4
        root, kind = (PART_B if part == 2 else PART_A)[index % 8]
        key = [0, 0, 5, 3][index // 64 % 4]
        root = 36 + (root + key) % 12
        loud = 56 + 10 * (part == 2) + [0, 3, 6, 2][index % 4]
        self.pedal(start + 40, 127)
        self.note(root, start, 430, loud + 8)
        for quarter in (1, 2):
            for tone in TONES[kind][(index + quarter) % 2 :][:2]:
                self.note(root + 12 + tone, start + quarter * TICKS_A_QUARTER, 330, loud - 8)
        self.pedal(start + 3 * TICKS_A_QUARTER - 60, 0)
        self.melody(start, root % 12, kind, loud + 14)

    def melody(self, start, root, kind, loud):
        rhythm = self.hand.choice([(3,), (2, 1), (1, 1, 1), (1, 1, 1), (1.5, 0.5, 1), (1, 0.5, 0.5, 1)])
        tick = start
        for place, quarters in enumerate(rhythm):
            length = int(quarters * TICKS_A_QUARTER)
            tones = [12 * octave + root + tone for octave in (5, 6) for tone in TONES[kind]]
            near = sorted(tones, key=lambda number: (abs(number - self.last), number))[:4]
            # Tones of the chord on the beat, a neighbor between them.
            number = self.hand.choice(near) if quarters >= 1 else self.last + self.hand.choice([-2, -1, 1, 2])
            self.last = max(62, min(91, number))
            self.note(self.last, tick, length * 9 // 10, loud - 5 * (place > 0))
            tick += length


def file():
    piece = Piece()
    for index in range(BARS):
        piece.bar(index)
        if index % 4 == 0:  # slower toward the ends of phrases
            quarters = [91, 93, 92, 86][index // 4 % 4] + piece.hand.off(2)
            piece.add(index * 3 * TICKS_A_QUARTER, mido.MetaMessage("set_tempo", tempo=60_000_000 // quarters))
    piece.messages.sort(key=lambda pair: pair[0])
    track = mido.MidiTrack([mido.MetaMessage("track_name", name="Stage Piano")])
    track.append(mido.MetaMessage("time_signature", numerator=3, denominator=4))
    now = 0
    for tick, message in piece.messages:
        track.append(message.copy(time=tick - now))
        now = tick
    track.append(mido.MetaMessage("end_of_track", time=TICKS_A_QUARTER))
    made = mido.MidiFile(type=0, ticks_per_beat=TICKS_A_QUARTER)
    made.tracks = [track]
    return made


SESSIONS = {"long/waltz": file}
