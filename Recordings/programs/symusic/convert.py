"""Moves each note of a MIDI file up an octave and to a grid of sixteenth notes."""
import sys

import symusic

source, target = sys.argv[1:]
score = symusic.Score(source)
step = score.ticks_per_quarter // 4
for track in score.tracks:
    for note in track.notes:
        end = note.time + note.duration
        note.time = round(note.time / step) * step
        note.duration = max(step, round(end / step) * step - note.time)
    track.shift_pitch(12, inplace=True)
    track.sort()
score.dump_midi(target)
