"""Prints what mido and symusic read in MIDI files: one line of JSON for each file that is named.

A reader that refuses a file has an "error" instead of its answer. Times are ticks since the start of the track.

mido      "tracks": for each MTrk chunk its channel messages as [tick, status, data...]
          "packets": for each MTrk chunk the number of its F0 and F7 packets
          "tempos": [tick, microseconds per quarter], of all tracks
symusic   "notes": [tick, duration, pitch, velocity, is drum], "controls": [tick, number, value, is drum],
          "bends": [tick, value, is drum], "tempos" as above; tracks and channels are gone, but for drums

symusic doesn't sanitize data bytes. mido reads those above 7F as 7F, because it refuses packets that have them.
"""
import json
import sys

import mido
import symusic


def read_with_mido(path):
    file = mido.MidiFile(path, clip=True)
    tracks, packets, tempos = [], [], []
    for track in file.tracks:
        tick, messages = 0, []
        for message in track:
            tick += message.time
            if message.is_meta:
                if message.type == "set_tempo":
                    tempos.append([tick, message.tempo])
            elif message.bytes()[0] < 0xF0:
                messages.append([tick, *message.bytes()])
        tracks.append(messages)
        packets.append(sum(message.type == "sysex" for message in track))
    return {"tracks": tracks, "packets": packets, "tempos": tempos}


def read_with_symusic(path):
    with open(path, "rb") as file:
        score = symusic.Score.from_midi(file.read())
    notes, controls, bends = [], [], []
    for track in score.tracks:
        drum = int(track.is_drum)
        notes += [[n.time, n.duration, n.pitch, n.velocity, drum] for n in track.notes]
        controls += [[c.time, c.number, c.value, drum] for c in track.controls]
        bends += [[b.time, b.value, drum] for b in track.pitch_bends]
    tempos = [[t.time, t.mspq] for t in score.tempos]
    return {"notes": notes, "controls": controls, "bends": bends, "tempos": tempos}


def answer(read, path):
    try:
        return read(path)
    except Exception as error:  # whatever a reader throws is its answer
        return {"error": f"{type(error).__name__}: {error}"}


for path in sys.argv[1:]:
    readings = {"mido": answer(read_with_mido, path), "symusic": answer(read_with_symusic, path)}
    print(json.dumps({"path": path, **readings}))
