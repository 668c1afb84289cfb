"""Sessions for other instruments, settings, and unusual takes."""

from take import Take, file_of


def breath():
    """A wind controller: single legato notes, with breath instead of velocity."""
    take = Take(301, "Wind Controller")
    take.parameter(10_000, 1, 0, 2, 0)
    time = 500_000
    for phrase in ([69, 71, 72, 76, 74, 72], [67, 69, 71, 74, 72, 71, 69], [64, 67, 69, 72, 71, 67, 69]):
        lengths = [300_000 + take.hand.off(70_000) for _ in phrase]
        lengths[-1] += 600_000
        begin, end = time, time + sum(lengths)
        for step in range((end - begin) // 24_000):
            part = step * 24_000 * 1000 // (end - begin)
            value = min(part * 3, (1000 - part) * 2, 900) * 127 // 1000
            take.control(begin + step * 24_000 + take.hand.off(3_000), 1, 2, min(127, max(1, value + take.hand.off(4))))
        for place, (number, length) in enumerate(zip(phrase, lengths)):
            tied = 6_000 + take.hand.below(5_000) if place < len(phrase) - 1 else 0
            take.note(1, number, time, length + tied, take.hand.velocity(80, 12))
            if place == 0:  # scooped into the first note
                for step in range(7):
                    take.add(time + step * 17_000, "pitchwheel", 1, pitch=-2800 + 2800 * step // 6)
            time += length
        take.control(end + 2_000, 1, 2, 0)
        time += 420_000 + take.hand.off(30_000)
    return file_of(take)


def beat():
    """Drum pads: the note-off follows at once or at the next note-on; a flam is two note-ons 20 ms apart."""
    take = Take(302, "Pads")
    kick, snare, closed, opened = 36, 38, 42, 46
    step = 111_000
    for bar in range(6):
        for place in range(16):
            time = 250_000 + (bar * 16 + place) * step + (14_000 if place % 2 else 0)  # swung
            number = opened if place == 14 and bar % 2 else closed
            loud = 58 + 22 * (place % 4 == 0)
            take.note(10, number, time + take.hand.off(5_000), 31_000, take.hand.velocity(loud, 12))
            if place in (0, 10) or place == 7 and bar % 2:
                take.note(10, kick, time + take.hand.off(5_000), 42_000, take.hand.velocity(104))
            if place in (4, 12):
                take.note(10, snare, time + take.hand.off(5_000), 42_000, take.hand.velocity(98))
            if place == 11 and bar % 3 == 2:  # a flam on another drum, and ghost notes
                take.note(10, 40, time - 21_000 + take.hand.off(2_000), 14_000, take.hand.velocity(46))
                take.note(10, 40, time + take.hand.off(2_000), 30_000, take.hand.velocity(92))
    return file_of(take)


def settings():
    """Messages of a host to an instrument, with a few notes to hear the effects."""
    take = Take(303, "LinnStrument MIDI")

    def exclusive(time, text):
        take.add(time, "sysex", data=bytes.fromhex(text))

    exclusive(50_000, "7E 7F 09 01")  # General MIDI on
    exclusive(120_000, "7E 7F 06 01")  # identity request
    exclusive(131_000, "7E 00 06 02 00 21 7B 00 00 00 00 02 03 04 00")
    exclusive(160_000, "7F 7F 04 01 00 64")  # master volume
    exclusive(200_000, "7D 4D 49 44 49" + "".join(f" {index * 7 % 128:02X}" for index in range(96)))
    take.linnstrument(300_000, 0, 2)  # channel per row
    take.linnstrument(310_000, 36, 6)  # an octave up
    take.linnstrument(320_000, 227, 5)  # rows a fourth apart
    take.linnstrument(330_000, 245, 0)  # no User Firmware Mode
    take.linnstrument(340_000, 100, 1)  # the right split: channel per note
    time = take.parameter(400_000, 1, 0, 12, 0)  # bends of an octave
    time = take.parameter(time + 5_000, 1, 1, 66, 40)  # fine tuning
    time = take.parameter(time + 5_000, 1, 2, 63)  # coarse tuning
    for index, controller in enumerate((96, 96, 97)):  # data increment and decrement: one step up, one up, one down
        take.control(time + 3_000 + index * 2_000, 1, controller, 0)
    time += 20_000
    for channel, bank, program in ((1, (0, 0), 4), (2, (8, 3), 81), (3, (120, 0), 0)):
        take.control(time, channel, 0, bank[0])
        take.control(time + 500, channel, 32, bank[1])
        take.add(time + 1_000, "program_change", channel, program=program)
        for controller, value in ((7, 100), (10, 40 + 12 * channel), (91, 30), (93, 8 * channel)):
            take.control(time + 2_000 + controller * 10, channel, controller, value)
        time += 9_000
    for index, (column, row, color) in enumerate(((1, 0, 1), (6, 1, 5), (11, 2, 3))):  # lights
        for controller, value in ((20, column), (21, row), (22, color)):
            take.control(700_000 + index * 4_000 + controller * 10, 1, controller, value)
    for index, (channel, number) in enumerate(((1, 60), (2, 67), (3, 48))):
        take.note(channel, number, 900_000 + index * 260_000 + take.hand.off(8_000), 210_000, take.hand.velocity(78))
    take.control(2_300_000, 1, 122, 0)
    for channel in (1, 2, 3):
        take.control(2_310_000 + channel * 400, channel, 123, 0)
        take.control(2_330_000 + channel * 400, channel, 121, 0)
    return file_of(take)


def unfinished():
    """An unplugged cable: keys and a pedal are down at the end. Keys were already down at the start."""
    take = Take(304, "Stage Piano")
    for time, number in ((210_000, 62), (236_000, 65)):
        take.add(time, "note_off", 1, note=number, velocity=57)
    time = 500_000
    for number in (50, 57, 62, 65, 69, 65, 62, 57):
        take.note(1, number, time, 240_000 + take.hand.off(20_000), take.hand.velocity(72))
        time += 215_000 + take.hand.off(9_000)
    take.pedal(time - 60_000, 1, 64, 52, 127)
    for number in (46, 58):  # held by the pedal at the end
        take.note(1, number, time + take.hand.off(5_000), 330_000 + take.hand.off(15_000), take.hand.velocity(80))
    for number in (62, 65, 74):
        take.add(time + 400_000 + take.hand.off(8_000), "note_on", 1, note=number, velocity=take.hand.velocity(88))
    for step in range(9):
        take.add(time + 600_000 + step * 19_000, "pitchwheel", 1, pitch=260 * step)
    take.end = time + 1_150_000
    return file_of(take)


def duo():
    """Two instruments in one take: a bass on the keyboard and a melody on a surface, both on channel 1."""
    keys = Take(305, "MIDI Keyboard")
    surface = Take(306, "LinnStrument MIDI")
    for bar in range(8):
        begin = 300_000 + bar * 1_320_000
        root = [38, 43, 45, 38, 36, 41, 43, 38][bar]
        for place in range(4):
            number = root + (0, 7, 12, 7)[place]
            start = begin + place * 330_000 + keys.hand.off(6_000)
            length = 270_000 + keys.hand.off(25_000)
            keys.note(1, number, start, length, keys.hand.velocity(76 + 8 * (place == 0)), None)
        for place in range(5):
            number = root + 12 + [0, 3, 7, 10, 14][(place * (bar + 2)) % 5]
            start = begin + place * 264_000 + surface.hand.off(14_000)
            surface.add(start - 200, "polytouch", 1, note=number, value=0)
            surface.note(1, number, start, 226_000 + surface.hand.off(20_000), surface.hand.velocity(70, 12), 50)
            for step in range(1, 6):
                value = 40 + 12 * min(step, 6 - step) + surface.hand.off(6)
                surface.add(start + step * 36_000, "polytouch", 1, note=number, value=value)
    return file_of(keys, surface)


def empty():
    """A take without a note."""
    take = Take(307, "LinnStrument MIDI")
    take.end = 4_000_000
    return file_of(take)


SESSIONS = {
    "wind/breath": breath, "pads/beat": beat, "settings/sysex-and-parameters": settings,
    "unfinished/hanging": unfinished, "duo/keyboard-and-surface": duo, "empty/silence": empty,
}  # fmt: skip
