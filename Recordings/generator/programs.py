"""Sessions of programs: what is played to a list of events, a synthesizer, a filter."""
from take import Take, file_of

SUSTAIN = 64


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


SESSIONS = {
    "programs/aseqdump": aseqdump,
    "programs/fluidsynth": fluidsynth,
    "programs/midish": midish,
}
