"""Sessions for keyboards: scales, chords, repeated notes, pedals."""
from take import Take, file_of

MAJOR = [0, 2, 4, 5, 7, 9, 11]
SUSTAIN, SOSTENUTO, SOFT = 64, 66, 67


def scale():
    take = Take(101, "Stage Piano")
    steps = list(range(15)) + list(range(13, -1, -1))
    time = 400_000
    for index, step in enumerate(steps):
        semitones = MAJOR[step % 7] + 12 * (step // 7)
        loud = 58 + 2 * min(index, len(steps) - 1 - index)
        thumb = 9_000 if step % 7 in (0, 3) else 0  # The thumb passes under the hand.
        right = time + thumb + take.hand.off(7_000)
        take.note(1, 58 + semitones, right, 128_000 + take.hand.off(20_000), take.hand.velocity(loud))
        left = time + 6_000 + take.hand.off(9_000)
        take.note(1, 46 + semitones, left, 119_000 + take.hand.off(24_000), take.hand.velocity(loud - 9))
        time += 118_000 + (index - 14) ** 2 * 120 + take.hand.off(4_000)
    return file_of(take)


def chords():
    take = Take(102, "Stage Piano")
    shapes = [
        (45, 60, 64, 69, 71), (50, 57, 65, 69, 72), (43, 59, 62, 65, 71), (48, 55, 64, 67, 74),
        (41, 57, 60, 67, 69), (47, 53, 62, 65, 69), (40, 56, 59, 62, 68), (45, 52, 60, 64, 72),
    ]  # fmt: skip
    time = 250_000
    for turn in range(3):
        for index, shape in enumerate(shapes):
            length = 640_000 if index % 4 < 3 else 1_180_000
            rolled = 38_000 if index == 7 else 4_000  # the last chord of each turn as an arpeggio
            for place, number in enumerate(shape):
                start = time + place * rolled + take.hand.off(6_000)
                end = time + length - 60_000 + take.hand.off(45_000)
                loud = (88 if place == len(shape) - 1 else 66) + 5 * turn
                take.note(1, number, start, end - start, take.hand.velocity(loud), 40 + take.hand.below(50))
            time += length + take.hand.off(14_000)
    return file_of(take)


def repeats():
    take = Take(103, "MIDI Keyboard")
    time = 300_000
    for index in range(96):
        # From four notes per second to sixteen and back.
        gap = 62_000 + abs(index - 48) * 3_900
        length = gap * 55 // 100 + take.hand.off(gap // 12)
        take.note(1, 67, time, length, take.hand.velocity(70 + index % 4 * 9, 10), None)
        time += gap + take.hand.off(gap // 14)
    time += 350_000
    for index in range(72):  # two alternating fingers
        number = 60 if index % 2 else 72
        take.note(1, number, time, 92_000 + take.hand.off(12_000), take.hand.velocity(84, 12), None)
        time += 58_000 + take.hand.off(5_000)
    return file_of(take)


def sustain():
    take = Take(104, "Stage Piano")
    time = 300_000
    figures = [
        (40, 55, 59, 64), (45, 57, 60, 64), (47, 57, 63, 66), (40, 55, 59, 67), (36, 55, 60, 64), (38, 54, 57, 66),
    ]  # fmt: skip
    for index, figure in enumerate(figures):
        # The pedal follows the first note, as pianists play, and every other time only goes halfway.
        down = (22, 58, 97, 127) if index % 2 == 0 else (18, 41, 66, 74)
        take.pedal(time + 95_000, 1, SUSTAIN, *down)
        for place in range(8):
            number = figure[[0, 1, 2, 3, 2, 1, 2, 1][place]]
            start = time + place * 152_000 + take.hand.off(8_000)
            take.note(1, number, start, 126_000 + take.hand.off(15_000), take.hand.velocity(64 + place % 4 * 6))
        if index == 3:  # half-pedaling: lifted to just below the threshold, and down again
            take.pedal(time + 700_000, 1, SUSTAIN, 80, 63, 60, 85)
        take.pedal(time + 8 * 152_000 - 30_000, 1, SUSTAIN, 88, 45, 12, 0)
        time += 8 * 152_000 + 40_000 + take.hand.off(9_000)
    return file_of(take)


def sostenuto():
    take = Take(105, "Stage Piano")
    time = 200_000
    for turn, bass in enumerate([(33, 45), (31, 43), (29, 41, 48)]):
        for number in bass:
            start = time + take.hand.off(5_000)
            take.note(1, number, start, 620_000 + take.hand.off(20_000), take.hand.velocity(82))
        take.pedal(time + 400_000, 1, SOSTENUTO, 127)
        if turn == 1:
            take.pedal(time + 500_000, 1, SOFT, 90, 127)
        for place in range(14):  # short notes above, which the middle pedal doesn't hold
            number = 69 + [0, 3, 7, 10, 12, 10, 7][place % 7] - turn
            start = time + 760_000 + place * 131_000 + take.hand.off(7_000)
            take.note(1, number, start, 58_000 + take.hand.off(9_000), take.hand.velocity(60))
        if turn == 2:  # both pedals; the sustain pedal is released first
            take.pedal(time + 1_500_000, 1, SUSTAIN, 127)
            take.pedal(time + 2_100_000, 1, SUSTAIN, 0)
        take.pedal(time + 2_700_000, 1, SOSTENUTO, 0)
        if turn == 1:
            take.pedal(time + 2_730_000, 1, SOFT, 60, 0)
        time += 2_950_000 + take.hand.off(20_000)
    return file_of(take)


SESSIONS = {
    "keys/scale": scale, "keys/chords": chords, "keys/repeats": repeats, "pedals/sustain": sustain,
    "pedals/sostenuto": sostenuto,
}  # fmt: skip
