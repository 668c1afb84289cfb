"""Writes a canon in three voices, each two beats after the previous one and an octave lower."""
import sys

import mido

TICKS = 240
MELODY = [(60, 1), (62, 1), (64, 1), (60, 1), (64, 1), (65, 1), (67, 2), (67, 0.5), (69, 0.5), (67, 0.5),
          (65, 0.5), (64, 1), (60, 1)]

song = mido.MidiFile(type=1, ticks_per_beat=TICKS)
conductor = mido.MidiTrack([mido.MetaMessage("set_tempo", tempo=mido.bpm2tempo(90))])
song.tracks.append(conductor)
for voice in range(3):
    track = mido.MidiTrack([mido.MetaMessage("track_name", name=f"Voice {voice + 1}")])
    pause = 2 * voice * TICKS
    for note, beats in MELODY:
        number = note - 12 * voice
        track.append(mido.Message("note_on", channel=voice, note=number, velocity=90 - 10 * voice, time=pause))
        track.append(mido.Message("note_off", channel=voice, note=number, time=int(beats * TICKS)))
        pause = 0
    song.tracks.append(track)
song.save(sys.argv[1])
