"""Sessions for playing surfaces: the rows of a LinnStrument, and MPE zones."""
from take import Take, file_of

ROW_STARTS = [30, 35, 40, 45, 50, 55, 60, 65]  # a LinnStrument with factory settings: rows a fourth apart
CENTER = 8192
TIMBRE = 74


def touch(take, channel, number, start, length, strength, poly=True):
    """A touched cell: expression before the note, pressure that rises and falls, a true note-off."""

    def press(time, value):
        if poly:
            take.add(time, "polytouch", channel, note=number, value=value)
        else:
            take.add(time, "aftertouch", channel, value=value)

    press(start - 200, 0)
    take.control(start - 100, channel, TIMBRE, 50 + take.hand.below(30))
    take.note(channel, number, start, length, take.hand.velocity(strength), 30 + take.hand.below(60))
    steps = max(1, length // 28_000)
    for step in range(1, steps):
        swell = strength * (steps - abs(2 * step - steps)) // steps
        press(start + step * length // steps + take.hand.off(3_000), max(1, min(127, swell + take.hand.off(5))))
    press(start + length - 400, 0)


def glissando():
    """A finger along the fifth row: each cell begins before the previous one ends."""
    take = Take(201, "LinnStrument MIDI")
    row = 5
    time = 350_000
    columns = list(range(1, 21)) + list(range(19, 2, -1))
    for index, column in enumerate(columns):
        number = ROW_STARTS[row - 1] + column - 1
        speed = 44_000 + abs(index - 18) * 1_500
        length = speed + 2_200 + take.hand.below(1_800)
        touch(take, row, number, time, length, 62 + index)
        time += speed + take.hand.off(4_000)
    return file_of(take)


def two_cells():
    """Middle C on five rows, each with its channel: equal numbers that begin and end independently."""
    take = Take(202, "LinnStrument MIDI")
    rows = [row for row, start in enumerate(ROW_STARTS, 1) if 0 <= 60 - start <= 24]
    time = 300_000
    for first, second in zip(rows, rows[1:] + rows[:1]):
        touch(take, first, 60, time, 760_000 + take.hand.off(60_000), 76)
        touch(take, second, 60, time + 240_000 + take.hand.off(20_000), 830_000 + take.hand.off(60_000), 90)
        time += 1_250_000 + take.hand.off(25_000)
    # Two fingers almost simultaneously, down and up.
    for row in (rows[0], rows[-1]):
        touch(take, row, 60, time + take.hand.off(4_000), 600_000 + take.hand.off(5_000), 84)
    return file_of(take)


def zone(take, members):
    """Configures an MPE zone with manager channel 1 and a bend range of 48 semitones."""
    time = take.parameter(20_000, 1, 6, members)
    for channel in range(2, members + 2):
        time = take.parameter(time, channel, 0, 48)
    return time


def bend_of(cents, semitones=48):
    return max(-CENTER, min(CENTER - 1, cents * CENTER // (100 * semitones)))


def bends():
    take = Take(203, "LinnStrument MIDI")
    zone(take, 7)
    melody = [62, 65, 69, 74, 72, 69, 67, 70, 74, 77, 76, 74, 70, 67, 65, 62]
    time = 400_000
    for index, number in enumerate(melody):
        channel = 2 + index % 7
        length = 700_000 + take.hand.off(90_000)
        take.add(time - 300, "pitchwheel", channel, pitch=0)
        touch(take, channel, number, time, length, 70 + index % 5 * 8, poly=False)
        for step in range(8, length // 22_000):  # a late vibrato that grows
            phase = [0, 6, 10, 12, 10, 6, 0, -6, -10, -12, -10, -6][step % 12]
            cents = phase * min(step, 24) // 10 + take.hand.off(1)
            take.add(time + step * 22_000, "pitchwheel", channel, pitch=bend_of(cents))
        if index % 4 == 3:  # the chord's other notes, each with its own channel
            for above in (1, 2):
                other = 2 + (index + 3 + above) % 7
                start = time + 9_000 * above + take.hand.off(5_000)
                take.add(start - 300, "pitchwheel", other, pitch=0)
                touch(take, other, number - 3 - 4 * above, start, length - 60_000 * above, 66, poly=False)
            time += 330_000
        time += 520_000 + take.hand.off(15_000)
    # The manager's pedal holds the whole zone, and its bend moves it.
    take.control(time - 900_000, 1, 64, 127)
    for step in range(20):
        take.add(time - 200_000 + step * 15_000, "pitchwheel", 1, pitch=-CENTER * step // 40)
    take.add(time + 150_000, "pitchwheel", 1, pitch=0)
    take.control(time + 420_000, 1, 64, 0)
    return file_of(take)


def slides():
    """Two fingers that slide: one up a minor seventh, the other down a fifth, and back."""
    take = Take(204, "LinnStrument MIDI")
    start = zone(take, 4) + 250_000
    for turn in range(3):
        for channel, number, cents in ((2 + turn, 57 + 2 * turn, 1000), (3 + turn, 76 - turn, -700)):
            begin = start + (channel % 2) * 30_000 + take.hand.off(8_000)
            length = 1_900_000 + take.hand.off(60_000)
            take.add(begin - 300, "pitchwheel", channel, pitch=0)
            touch(take, channel, number, begin, length, 92 - 6 * turn, poly=False)
            steps = 80
            for step in range(1, steps):
                # Slow, fast, slow: 3x² - 2x³ there and back.
                part = min(step, steps - step) * 2
                way = part * part * (3 * steps - 2 * part) * cents // steps**3
                pitch = bend_of(way + take.hand.off(4))
                take.add(begin + step * length // steps, "pitchwheel", channel, pitch=pitch)
        start += 2_300_000 + take.hand.off(40_000)
    return file_of(take)


def thousand():
    """Both arms over the whole surface: 1,000 notes per second for two seconds, no cell twice at once."""
    take = Take(205, "LinnStrument MIDI")
    free_from = {}
    for index in range(2_000):
        start = 200_000 + index * 1_000 + take.hand.below(700)
        while True:
            row, column = 1 + take.hand.below(8), take.hand.below(25)
            key = (row, ROW_STARTS[row - 1] + column)
            if free_from.get(key, 0) < start:
                break
        length = 8_000 + take.hand.below(45_000)
        free_from[key] = start + length + 2_000
        take.note(*key, start, length, take.hand.velocity(70, 50), take.hand.below(128))
    return file_of(take)


SESSIONS = {
    "linnstrument/glissando": glissando, "linnstrument/two-cells": two_cells, "mpe/bends": bends,
    "mpe/slides": slides, "dense/thousand-a-second": thousand,
}  # fmt: skip
