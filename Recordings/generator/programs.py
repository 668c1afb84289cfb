"""Sessions of programs: what is played to a mapper, a synthesizer, a filter, a list of events, a keyboard on a screen."""
from take import Take, file_of

MODULATION, SUSTAIN = 1, 64


def mapper():
    """2,000 messages: chords, single notes on three channels, bends, a controller; many of them at one time."""
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
    """One of each kind of message that has a line of its own."""
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
    """Two channels, of which one is moved, with what a filter must let through."""
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
    """A scale, and a chord that is held at the end, so that the screen shows it."""
    take = Take(905, "MIDI Keyboard")
    for index, number in enumerate((21, 48, 50, 52, 53, 55, 57, 59, 60, 108)):
        take.note(1, number, index * 100_000, 80_000, 90)
    for number in (60, 63, 67, 70):
        take.add(1_200_000, "note_on", 1, note=number, velocity=100)
    return file_of(take)


SESSIONS = {
    "programs/mapper": mapper,
    "programs/aseqdump": aseqdump,
    "programs/fluidsynth": fluidsynth,
    "programs/midish": midish,
    "programs/vmpk": vmpk,
}
