"""Recordings for programs under test: a mapper, a synthesizer, filters, an arpeggiator, delays, and others."""
from take import Take, file_of

MODULATION, SUSTAIN = 1, 64


def mapper():
    """2,000 messages: chords, single notes on three channels, bends, a controller; many are simultaneous."""
    take = Take(901, "Stage Piano")
    time = 100_000
    for turn in range(100):
        root = 36 + take.hand.below(24)
        for place, interval in enumerate((0, 7, 16, 22)):
            take.note(1, root + interval, time, 180_000, take.hand.velocity(80 + 3 * place), 50)
        for step in range(4):
            start = time + step * 55_000
            take.note(2 + step % 2, 72 + take.hand.below(24), start, 40_000, take.hand.velocity(70))
        take.control(time + 20_000, 1, MODULATION, turn)
        for step in range(3):
            take.add(time + 60_000 + step * 7_000, "pitchwheel", 2, pitch=(step - 1) * 1000)
        time += 230_000
    return file_of(take)


def aseqdump():
    """One message of each kind that has a separate line."""
    take = Take(902, "MIDI Keyboard")
    take.note(1, 60, 0, 250_000, 100)
    take.note(16, 127, 100_000, 250_000, 1, None)
    take.add(500_000, "polytouch", 3, note=61, value=90)
    take.control(600_000, 1, SUSTAIN, 127)
    take.add(700_000, "program_change", 2, program=40)
    take.add(800_000, "aftertouch", 2, value=33)
    take.add(900_000, "pitchwheel", 4, pitch=-8192)
    take.add(950_000, "sysex", data=(0x7E, 0x7F, 0x06, 0x01))
    return file_of(take)


def fluidsynth():
    """Three notes with silence between them."""
    take = Take(903, "MIDI Keyboard")
    for place, number in enumerate((60, 64, 67)):
        take.note(1, number, place * 2_000_000, 1_000_000, 110)
    return file_of(take)


def midish():
    """Two channels, one of which the filter moves, and messages that it must pass on."""
    take = Take(904, "Stage Piano")
    time = 0
    for index in range(24):
        take.note(1, 48 + index, time, 90_000, take.hand.velocity(80))
        take.note(2, 72 - index, time + 30_000, 90_000, take.hand.velocity(60))
        time += 100_000
    take.control(time, 1, SUSTAIN, 127)
    take.add(time, "pitchwheel", 1, pitch=2000)
    take.note(1, 40, time + 10_000, 100_000, 90)
    take.control(time + 200_000, 1, SUSTAIN, 0)
    take.add(time + 200_000, "pitchwheel", 1, pitch=0)
    return file_of(take)


def vmpk():
    """A scale, and a chord that is held at the end so that the screen shows it."""
    take = Take(905, "MIDI Keyboard")
    for index, number in enumerate((21, 48, 50, 52, 53, 55, 57, 59, 60, 108)):
        take.note(1, number, index * 100_000, 80_000, 90)
    for number in (60, 63, 67, 70):
        take.add(1_200_000, "note_on", 1, note=number, velocity=100)
    return file_of(take)


def qmidiarp():
    """MIDI clock that speeds up once, and three chords, the last of which continues after the stop message."""
    take = Take(906, "Stage Piano")
    # Each section: its quarter notes, and the microseconds between clocks, with 24 clocks per quarter note.
    time, begin = 0, 960_000
    for quarters, interval in ((2, 20_000), (8, 20_000), (8, 15_000)):
        for _ in range(24 * quarters):
            take.add(time, "clock")
            time += interval
    take.add(begin - 1_000, "start")
    faster = begin + 8 * 480_000
    for start, length, chord in (
        (begin, 1_850_000, (48, 52, 55, 59)),
        (begin + 4 * 480_000, 1_850_000, (50, 53, 57, 60)),
        (faster, 2_700_000, (43, 47, 50, 55)),
    ):
        for place, number in enumerate(chord):
            take.note(1, number, start - 30_000 + 3_000 * place, length, take.hand.velocity(80))
    take.add(faster + 6 * 360_000 - 1_000, "stop")
    return file_of(take)


def echo():
    """Single notes closer together than the echoes, and a chord."""
    take = Take(907, "Stage Piano")
    for place, number in enumerate((60, 62, 64, 67, 69, 72, 67, 64)):
        take.note(1, number, place * 330_000, 100_000, take.hand.velocity(100))
    for number in (48, 55, 64):
        take.note(2, number, 3_300_000, 200_000, take.hand.velocity(100))
    return file_of(take)


def jalv():
    """Single notes further apart than the delay, and a chord; no repeat coincides with a note of the recording."""
    take = Take(908, "Stage Piano")
    for place, number in enumerate((60, 63, 67, 70, 74)):
        take.note(1, number, place * 390_000, 150_000, take.hand.velocity(100))
    for number in (48, 55, 64):
        take.note(1, number, 2_400_000, 150_000, take.hand.velocity(90))
    return file_of(take)


def pipewire():
    """A scale on two channels, a bend, and a pedal."""
    take = Take(909, "Stage Piano")
    for place, number in enumerate((60, 62, 64, 65, 67, 69, 71, 72)):
        take.note(1 + place % 2, number, place * 200_000, 180_000, take.hand.velocity(90))
    take.control(1_600_000, 1, SUSTAIN, 127)
    take.add(1_650_000, "pitchwheel", 1, pitch=4000)
    take.add(1_700_000, "pitchwheel", 1, pitch=0)
    take.control(1_750_000, 1, SUSTAIN, 0)
    return file_of(take)


def replug():
    """Four notes per second for seven seconds; one is held while the instrument is unplugged."""
    take = Take(910, "LinnStrument MIDI")
    for place in range(28):
        take.note(1, 48 + place, place * 250_000 + 30_000, 150_000, take.hand.velocity(90))
    take.note(2, 40, 1_500_000, 1_000_000, take.hand.velocity(90))
    return file_of(take)


def symusic():
    """Notes before and after the beat, and a chord that is held longer than the next note."""
    take = Take(911, "Stage Piano")
    for place, number in enumerate((60, 62, 64, 65, 67, 69, 71, 72)):
        take.note(1, number, place * 250_000 + take.hand.below(60_000), 180_000, take.hand.velocity(90))
    for number in (48, 55, 64):
        take.note(2, number, 2_000_000 + take.hand.below(30_000), 900_000, take.hand.velocity(80))
    return file_of(take)


SESSIONS = {
    "programs/mapper": mapper,
    "programs/aseqdump": aseqdump,
    "programs/fluidsynth": fluidsynth,
    "programs/midish": midish,
    "programs/vmpk": vmpk,
    "programs/qmidiarp": qmidiarp,
    "programs/echo": echo,
    "programs/jalv": jalv,
    "programs/pipewire": pipewire,
    "programs/replug": replug,
    "programs/symusic": symusic,
}
