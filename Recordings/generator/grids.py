"""Sessions for the grid: the lights of a LinnStrument with various settings."""
from take import Take, file_of

NAME = "LinnStrument MIDI"
SUSTAIN = 64
USER_FIRMWARE = 245


def chords():
    """Chords of up to six notes. Fingers are lifted and put down on other cells."""
    take = Take(401, NAME)
    time = 300_000
    for turn, (low, chord) in enumerate([(33, (57, 60, 64, 67)), (38, (57, 60, 65, 69)), (31, (55, 59, 62, 71))]):
        whole = 1_500_000
        take.note(1, low, time, whole, take.hand.velocity(84))
        for place, number in enumerate(chord):
            start = time + (place + 1) * 120_000 + take.hand.off(9_000)
            # The second finger is lifted early, and the next note takes its color.
            length = 420_000 if place == 1 else whole - 200_000 - place * 120_000 + take.hand.off(30_000)
            take.note(1, number, start, length, take.hand.velocity(70, 12))
        for place in range(3):
            start = time + 780_000 + place * 190_000 + take.hand.off(6_000)
            take.note(1, chord[1] + 12 + turn + place * 2, start, 150_000, take.hand.velocity(78))
        time += whole + 250_000 + take.hand.off(20_000)
    return file_of(take)


def model_128():
    """The whole range of the smaller model, and notes below and above it."""
    take = Take(402, NAME)
    time = 250_000
    for number in [28, 29, 30, 31, 34, 35, 40, 45, 46, 50, 55, 59, 60, 64, 65, 69, 70, 75, 79, 80, 81, 82]:
        take.note(1, number, time + take.hand.off(4_000), 240_000, take.hand.velocity(72, 16))
        time += 160_000
    return file_of(take)


def split():
    """A bass of the left hand on channel 1, and a melody of the right one on channel 16; some notes are on both sides."""
    take = Take(403, NAME)
    begin = 400_000
    for bar, root in enumerate([33, 29, 36, 31]):
        start = begin + bar * 1_200_000
        for place, above in enumerate((0, 7, 12, 7)):
            time = start + place * 300_000 + take.hand.off(7_000)
            take.note(1, root + above - 5, time, 260_000, take.hand.velocity(80))
        for place, above in enumerate((24, 28, 31, 36, 31, 28)):
            time = start + place * 200_000 + take.hand.off(9_000)
            take.note(16, root + above - 3, time, 230_000 + take.hand.off(15_000), take.hand.velocity(68, 10))
    take.note(1, 48, begin + 4_900_000, 500_000, 90)
    take.note(16, 48, begin + 5_100_000, 500_000, 90)
    return file_of(take)


def rows():
    """One channel per row: the same number on five rows, each time with one cell."""
    take = Take(404, NAME)
    time = 300_000
    for channel in (3, 4, 5, 6, 7):
        take.note(channel, 60, time, 900_000 - channel * 60_000, take.hand.velocity(76))
        time += 150_000 + take.hand.off(8_000)
    time += 600_000
    for column in range(12):  # two fingers on neighboring rows, in parallel
        for channel, start in ((2, 35), (3, 40)):
            take.note(channel, start + column, time + take.hand.off(5_000), 120_000, take.hand.velocity(66, 9))
        time += 105_000
    take.note(9, 60, time, 200_000, 80)  # a channel without a row
    return file_of(take)


def mpe():
    """One channel per note and the rows of a guitar: one pitch on two strings at once, with separate bends."""
    take = Take(405, NAME)
    take.parameter(20_000, 1, 6, 7)
    time = 400_000
    riff = [(2, 40), (3, 47), (4, 52), (5, 56), (6, 59), (7, 64), (8, 64)]
    for turn in range(2):
        for place, (channel, number) in enumerate(riff):
            start = time + place * 45_000 + take.hand.off(4_000)
            take.add(start - 300, "pitchwheel", channel, pitch=0)
            take.note(channel, number + turn * 5, start, 1_300_000 - place * 70_000, take.hand.velocity(82))
            if place >= 5:
                direction = -1 if place % 2 else 1
                for step in range(6):
                    take.add(start + 200_000 + step * 30_000, "pitchwheel", channel, pitch=120 * step * direction)
        time += 1_600_000
    return file_of(take)


def left_handed():
    """Right to left, rows a major third apart, both transpositions."""
    take = Take(406, NAME)
    time = 300_000
    for place, number in enumerate([29, 33, 37, 41, 45, 48, 52, 55, 57, 60, 64, 67, 71, 74, 77, 80]):
        take.note(1, number, time + take.hand.off(6_000), 330_000, take.hand.velocity(64 + 3 * place))
        time += 190_000
    return file_of(take)


def user_firmware():
    """User Firmware Mode: channels are rows and notes are columns; finger positions, and two slides."""
    take = Take(407, NAME)

    def place(time, row, column, x, y, z):
        """The LSB of X precedes the MSB, as the firmware sends it."""
        take.control(time, row, 32 + column, x & 127)
        take.control(time + 300, row, column, x >> 7)
        take.control(time + 600, row, 64 + column, y)
        take.add(time + 900, "polytouch", row, note=column, value=z)

    take.linnstrument(50_000, USER_FIRMWARE, 1)
    width = 4266 // 26
    time = 400_000
    for row, column in ((1, 3), (4, 10), (8, 25)):
        take.note(row, column, time, 700_000, take.hand.velocity(80), 0)
        for step in range(4):
            x = column * width + 40 + step * 12 + take.hand.off(5)
            place(time + 60_000 + step * 90_000, row, column, x, 30 + step * 20, 40 + step * 15)
        time += 250_000
    time += 800_000
    for row, columns in ((3, range(6, 11)), (5, range(20, 15, -1))):
        columns = list(columns)
        begin = time + row * 40_000
        velocity = take.hand.velocity(90)
        take.add(begin, "note_on", row, note=columns[0], velocity=velocity)
        for step, (source, target) in enumerate(zip(columns, columns[1:])):
            moment = begin + (step + 1) * 160_000
            place(moment - 50_000, row, source, source * width + 120, 64, 70)
            take.control(moment, row, 119, source)
            take.add(moment + 400, "note_on", row, note=target, velocity=velocity)
            take.add(moment + 800, "note_off", row, note=source, velocity=target)
        take.add(begin + 900_000, "note_off", row, note=columns[-1], velocity=0)
    take.note(2, 0, time + 1_300_000, 150_000, 64, 0)  # a control switch, which isn't a cell
    take.linnstrument(time + 1_700_000, USER_FIRMWARE, 0)
    take.note(1, 60, time + 1_900_000, 300_000, 77)
    return file_of(take)


def learned():
    """Settings in the take: a row offset, an octave, left hand, a split, guitar tuning."""
    take = Take(408, NAME)
    time = 100_000
    settings = [
        [(227, 7)], [(36, 6), (37, 9)], [(246, 1)], [(246, 0), (227, 13)], [(200, 1), (202, 9), (136, 3)],
        [(200, 0), (227, 12), (253, 12)],
    ]  # fmt: skip
    for place, changes in enumerate([[]] + settings):
        for number, value in changes:
            take.linnstrument(time, number, value)
            time += 20_000
        for index, number in enumerate((48, 55, 62)):
            take.note(1, number, time + index * 110_000 + take.hand.off(5_000), 420_000, take.hand.velocity(74))
        time += 700_000
        if place == 2:  # held while the settings change: it keeps its cells
            take.note(1, 65, time - 60_000, 500_000, 99)
    return file_of(take)


def lights():
    """The lights sent to an instrument for held notes."""
    take = Take(409, NAME)
    time = 250_000
    for number, length in ((45, 800_000), (52, 500_000), (57, 420_000), (60, 300_000), (64, 650_000), (69, 200_000)):
        take.note(1, number, time, length, take.hand.velocity(80))
        time += 130_000 + take.hand.off(6_000)
    take.add(time + 500_000, "note_on", 1, note=62, velocity=70)  # held at the end
    take.end = time + 900_000
    return file_of(take)


def crowd():
    """Both arms: more simultaneous notes than named colors."""
    take = Take(410, NAME)
    time = 300_000
    for place in range(14):
        take.note(1, 36 + place * 3, time, 2_000_000 - place * 60_000, take.hand.velocity(60 + 3 * place))
        time += 70_000 + take.hand.off(6_000)
    for place in range(4):  # Freed colors are used again, the lowest first.
        take.note(1, 80 + place, 2_250_000 + place * 90_000, 260_000, 100)
    return file_of(take)


def strays():
    """Irregular input: retriggered notes, missing and stray note-offs, pedals, all notes off."""
    take = Take(411, NAME)
    take.add(100_000, "note_off", 1, note=64, velocity=50)
    take.add(120_000, "note_off", 1, note=64, velocity=50)
    take.note(1, 60, 300_000, 300_000, 80, None)
    take.add(700_000, "note_on", 1, note=62, velocity=70)
    take.add(900_000, "note_on", 1, note=62, velocity=90)
    take.add(1_000_000, "note_off", 1, note=62, velocity=40)
    take.add(1_200_000, "note_off", 1, note=62, velocity=40)
    take.control(1_400_000, 1, SUSTAIN, 127)
    take.note(1, 65, 1_500_000, 200_000, 85)
    take.note(1, 65, 1_900_000, 200_000, 85)
    take.control(2_200_000, 1, SUSTAIN, 0)
    for number in (48, 55, 60, 64):
        take.add(2_400_000 + number * 100, "note_on", 1, note=number, velocity=76)
    take.add(2_600_000, "note_off", 1, note=55, velocity=64)
    take.control(2_800_000, 1, 123, 0)
    take.add(2_900_000, "note_off", 1, note=48, velocity=64)
    take.note(1, 67, 3_000_000, 250_000, 92)
    take.add(3_100_000, "note_on", 2, note=67, velocity=60)  # the same cells from a different channel
    take.control(3_500_000, 2, 120, 0)
    take.add(3_700_000, "note_on", 1, note=72, velocity=99)  # hanging
    take.end = 4_000_000
    return file_of(take)


SESSIONS = {
    "grid/chords": chords, "grid/crowd": crowd, "grid/learned": learned, "grid/left-handed": left_handed,
    "grid/lights": lights, "grid/model-128": model_128, "grid/mpe-guitar": mpe, "grid/rows": rows,
    "grid/split": split, "grid/strays": strays, "grid/user-firmware": user_firmware,
}  # fmt: skip
