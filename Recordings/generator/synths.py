"""Sessions for midirec's synthesizer. They are short, because their expected audio is stored."""
from take import Take, file_of

VOLUME, PAN, BANK, SUSTAIN, SOSTENUTO, ALL_NOTES_OFF = 7, 10, 0, 64, 66, 123


def pedals():
    """A chord held by the sustain pedal, and one whose bass the middle pedal holds."""
    take = Take(1001, "Stage Piano")
    for place, number in enumerate((48, 60, 64, 67)):
        take.note(1, number, place * 9_000, 260_000 + place * 7_000, take.hand.velocity(84))
    take.pedal(120_000, 1, SUSTAIN, 40, 90, 127)
    take.pedal(900_000, 1, SUSTAIN, 100, 50, 0)
    take.note(1, 43, 1_100_000, 300_000, 92)
    take.control(1_200_000, 1, SOSTENUTO, 127)
    take.note(1, 71, 1_300_000, 200_000, 70)
    take.note(1, 74, 1_320_000, 180_000, 74)
    take.control(1_900_000, 1, SOSTENUTO, 0)
    return file_of(take)


def band():
    """A bass and an organ with different programs, volumes, and panning, and drums, one of which cuts off another."""
    bass, organ, drums = Take(1002, "Bass"), Take(1003, "Organ"), Take(1004, "Drums")
    bass.add(0, "program_change", 1, program=33)
    bass.control(0, 1, VOLUME, 110)
    organ.control(0, 2, BANK, 0)
    organ.add(1_000, "program_change", 2, program=19)
    organ.control(1_000, 2, PAN, 96)
    for beat in range(4):
        time = 50_000 + beat * 400_000
        bass.note(1, (36, 43, 41, 43)[beat], time, 300_000, bass.hand.velocity(96))
        drums.note(10, 36, time, 40_000, drums.hand.velocity(104))
        drums.note(10, 46, time + 200_000, 40_000, drums.hand.velocity(80))  # an open hi-hat
        drums.note(10, 42, time + 300_000, 40_000, drums.hand.velocity(70))  # the closed hi-hat ends it
    for number in (60, 64, 67):
        organ.note(2, number, 50_000, 1_500_000, 76)
    organ.add(900_000, "pitchwheel", 2, pitch=4096)
    organ.add(1_300_000, "pitchwheel", 2, pitch=0)
    return file_of(bass, organ, drums)


def crowd():
    """More notes under the pedal than voices: later notes take voices from earlier ones."""
    take = Take(1005, "Stage Piano")
    take.control(0, 1, SUSTAIN, 127)
    for place in range(14):
        take.note(1, 45 + place * 3, 20_000 + place * 60_000, 40_000, take.hand.velocity(70 + 3 * place))
    take.control(1_100_000, 1, SUSTAIN, 0)
    return file_of(take)


def strays():
    """Note-ons with velocity 0, stray note-offs, a retriggered key, all notes off, a hanging note."""
    take = Take(1006, "MIDI Keyboard")
    take.add(0, "program_change", 1, program=16)
    take.add(10_000, "note_on", 1, note=62, velocity=0)
    take.add(20_000, "note_off", 1, note=65, velocity=64)
    take.note(1, 60, 50_000, 250_000, 90, None)
    take.add(400_000, "note_on", 1, note=67, velocity=80)
    take.add(500_000, "note_on", 1, note=67, velocity=110)
    take.add(700_000, "note_off", 1, note=67, velocity=64)
    take.add(800_000, "note_off", 1, note=67, velocity=64)
    take.add(900_000, "note_on", 2, note=55, velocity=70)
    take.add(920_000, "note_on", 2, note=59, velocity=70)
    take.control(1_200_000, 2, ALL_NOTES_OFF, 0)
    take.add(1_300_000, "note_on", 1, note=72, velocity=60)
    take.add(1_600_000, "note_on", 1, note=60, velocity=0)
    return file_of(take)


SESSIONS = {
    "synth/band": band,
    "synth/crowd": crowd,
    "synth/pedals": pedals,
    "synth/strays": strays,
}
