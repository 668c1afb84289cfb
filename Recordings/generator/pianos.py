"""Sessions for the piano: held keys, and keys held by a pedal."""
from take import Take, file_of

SUSTAIN, SOSTENUTO = 64, 66


def chorale():
    """Four voices that hold their common notes."""
    take = Take(501, "Stage Piano")
    chords = [
        (48, 64, 67, 72), (53, 65, 69, 72), (55, 62, 71, 74), (48, 64, 67, 76), (57, 64, 69, 72), (50, 65, 69, 74),
        (55, 62, 65, 71), (48, 60, 64, 72),
    ]  # fmt: skip
    step = 620_000
    for voice in range(4):
        place = 0
        while place < len(chords):
            last = place
            while last + 1 < len(chords) and chords[last + 1][voice] == chords[place][voice]:
                last += 1
            start = 300_000 + place * step + take.hand.off(7_000)
            length = (last - place + 1) * step - 50_000 + take.hand.off(12_000)
            take.note(1, chords[place][voice], start, length, take.hand.velocity(70 + 4 * voice))
            place = last + 1
    return file_of(take)


def names():
    """Every key of two octaves, in German names."""
    take = Take(502, "Stage Piano")
    time = 250_000
    for number in range(48, 73):
        take.note(1, number, time + take.hand.off(4_000), 170_000, take.hand.velocity(72, 14))
        time += 130_000
    return file_of(take)


def pedals():
    """Keys held by a pedal: some retriggered, some captured by the middle pedal, one held by both pedals."""
    take = Take(503, "Stage Piano")
    take.pedal(600_000, 1, SUSTAIN, 40, 90, 127)
    for place, number in enumerate((48, 55, 60, 64, 67)):
        take.note(1, number, 300_000 + place * 150_000, 320_000, take.hand.velocity(76))
    take.note(1, 60, 1_500_000, 250_000, 104)  # retriggered while the pedal holds it
    take.pedal(2_000_000, 1, SUSTAIN, 80, 30, 0)
    take.note(1, 36, 2_300_000, 400_000, 90)
    take.note(1, 43, 2_320_000, 400_000, 84)
    take.pedal(2_550_000, 1, SOSTENUTO, 127)
    for place, number in enumerate((72, 76, 79, 84)):
        take.note(1, number, 2_900_000 + place * 130_000, 110_000, take.hand.velocity(66))
    take.pedal(3_200_000, 1, SUSTAIN, 127)
    take.pedal(3_500_000, 1, SOSTENUTO, 0)
    take.pedal(3_800_000, 1, SUSTAIN, 0)
    return file_of(take)


def two_sources():
    """One key held by two instruments, on one channel and on two. It is released by the last one."""
    keyboard = Take(504, "MIDI Keyboard")
    surface = Take(505, "LinnStrument MIDI")
    for place, number in enumerate((60, 64, 67)):
        start = 300_000 + place * 260_000
        keyboard.note(1, number, start, 900_000, keyboard.hand.velocity(92))
        surface.note(1, number, start + 300_000, 900_000, surface.hand.velocity(48))
    surface.note(2, 72, 2_300_000, 600_000, 50)
    surface.note(3, 72, 2_500_000, 200_000, 120)
    keyboard.note(1, 72, 2_600_000, 700_000, 80)
    keyboard.control(2_900_000, 1, SUSTAIN, 127)
    keyboard.control(3_700_000, 1, SUSTAIN, 0)
    return file_of(keyboard, surface)


def velocities():
    """From the softest to the hardest and back, in steps of three; middle C is C3."""
    take = Take(506, "Stage Piano")
    time = 200_000
    steps = list(range(1, 128, 3)) + list(range(127, 0, -9))
    for place, velocity in enumerate(steps):
        take.note(1, 48 + place % 25, time, 110_000, velocity, None)
        time += 70_000
    return file_of(take)


def whole_range():
    """Both ends of the keyboard and every C between them, in katakana."""
    take = Take(507, "Stage Piano")
    time = 250_000
    for number in [0, 1, 2] + list(range(12, 121, 12)) + [125, 126, 127, 66, 61, 58]:
        take.note(1, number, time, 260_000, take.hand.velocity(80, 20))
        time += 120_000
    return file_of(take)


def strays():
    """Irregular input: retriggered keys, missing and stray note-offs, all notes off, a reset."""
    take = Take(508, "MIDI Keyboard")
    take.add(100_000, "note_off", 1, note=60, velocity=64)
    take.note(1, 60, 300_000, 200_000, 80, None)
    take.add(320_000, "note_on", 1, note=64, velocity=70)
    take.add(520_000, "note_on", 1, note=64, velocity=110)
    take.add(720_000, "note_off", 1, note=64, velocity=30)
    take.add(920_000, "note_off", 1, note=64, velocity=30)
    take.add(940_000, "note_off", 1, note=64, velocity=30)
    for number in (50, 57, 62):
        take.add(1_200_000 + number * 500, "note_on", 1, note=number, velocity=84)
    take.control(1_300_000, 1, SUSTAIN, 127)
    take.control(1_500_000, 1, 123, 0)  # all notes off; the pedal holds them
    take.control(1_700_000, 1, 121, 0)  # reset all controllers; the pedal is released
    take.note(2, 65, 1_900_000, 300_000, 77)
    take.control(2_000_000, 2, 120, 0)  # all sound off
    take.add(2_300_000, "note_on", 1, note=69, velocity=99)  # hanging
    take.end = 2_600_000
    return file_of(take)


SESSIONS = {
    "piano/chorale": chorale, "piano/names": names, "piano/pedals": pedals, "piano/strays": strays,
    "piano/two-sources": two_sources, "piano/velocities": velocities, "piano/whole-range": whole_range,
}  # fmt: skip
