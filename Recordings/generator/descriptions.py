"""The contents of each session.yaml."""

DESCRIPTIONS = {
    "keys/scale": """
tolerance: {onset: 5ms, offset: 20ms, offset-ratio: 0.2, velocity: 3}
tags: [keyboard, scale]
note: |
  B-flat major, two octaves up and down in both hands, the left hand an octave lower and slightly late.
  Each note starts before the previous one ends.
""",
    "keys/chords": """
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [keyboard, chords]
note: |
  Chords of five notes, never exactly together. Every eighth chord is rolled. Keys have release velocities.
""",
    "keys/repeats": """
tolerance: {onset: 3ms, offset: 10ms, velocity: 3}
tags: [keyboard, fast, repeats]
note: |
  One key, repeated four to sixteen times per second and back, then two alternating keys an octave apart.
  Notes end with a note-on of velocity 0, as on many keyboards.
""",
    "pedals/sustain": """
tolerance: {onset: 5ms, offset: 20ms, value: 2}
tags: [keyboard, pedals]
note: |
  A sustain pedal with continuous values, pressed after the first note of each figure, every other time only
  halfway: it holds from 64. In the fourth figure, it is lifted just below that and pressed again at once.
""",
    "pedals/sostenuto": """
tolerance: {onset: 5ms, offset: 20ms}
tags: [keyboard, pedals]
note: |
  The sostenuto pedal holds only the notes that sound when it is pressed: the bass, not the short notes above. The
  second part adds the soft pedal. In the third, the sustain pedal moves while sostenuto is down.
""",
    "linnstrument/glissando": """
tolerance: {onset: 3ms, offset: 10ms, velocity: 3, value: 4}
tags: [linnstrument, channel-per-row, fast]
note: |
  A finger along the fifth row of a LinnStrument with one channel per row, twenty cells up and back. Each cell is
  touched before the previous one is released. Pressure is per note, and timbre per row.
""",
    "linnstrument/two-cells": """
tolerance: {onset: 5ms, offset: 10ms, value: 4}
tags: [linnstrument, channel-per-row]
note: |
  Middle C is on several rows. The same note sounds on two channels at once, and each ends separately. A program that
  ignores channels ends the wrong one.
""",
    "mpe/bends": """
tolerance: {onset: 5ms, offset: 10ms, value: 2}
tags: [linnstrument, mpe]
note: |
  A zone of seven member channels (RPN 6), 48 semitones of bend each (RPN 0). A melody with growing vibrato, chords
  with one channel per note, and finally a pedal and a bend on the manager channel, which affect all notes.
""",
    "mpe/slides": """
tolerance: {onset: 5ms, offset: 10ms, value: 2}
tags: [linnstrument, mpe, slides]
note: |
  Two fingers in a zone of four: one slides up a minor seventh and back, the other down a fifth.
  Almost all events are bends and pressures.
""",
    "dense/thousand-a-second": """
tolerance: {onset: 500us, offset: 2ms, velocity: 1}
tags: [linnstrument, channel-per-row, dense]
note: |
  A thousand notes per second for two seconds, on all eight rows. No cell is touched while it sounds.
""",
    "wind/breath": """
tolerance: {onset: 5ms, offset: 10ms, velocity: 5, value: 4}
tags: [wind, legato]
note: |
  One note at a time, each starting just before the previous one ends. Breath (controller 2) sets the loudness. The
  first note of a phrase is bent up from below.
""",
    "pads/beat": """
tolerance: {onset: 2ms, offset: 10ms, velocity: 3}
tags: [pads, drums]
note: |
  Six bars on drum pads, slightly swung, with occasional flams: two hits of one pad 20 ms apart, each of them a
  separate note. The lengths of the notes have no meaning.
""",
    "settings/sysex-and-parameters": """
tags: [linnstrument, settings, sysex, nrpn]
note: |
  The setup that a host sends before the music: System Exclusive, LinnStrument settings in six messages each, bend
  range and tuning with increments and decrements, banks and programs, and lights; finally local control and resets.
  There is no tolerance.
""",
    "unfinished/hanging": """
tolerance: {onset: 5ms, offset: 20ms}
tags: [keyboard, unfinished]
note: |
  As if the cable was pulled: at the end, three keys and the pedal are down, the pedal holds two more notes, and pitch
  bend isn't centered. At the start, two keys are released that were pressed before the take.
""",
    "duo/keyboard-and-surface": """
tolerance: {onset: 5ms, offset: 20ms, velocity: 3, value: 4}
tags: [keyboard, linnstrument, two-sources]
note: |
  Two instruments in one take, both on channel 1: a bass on the keyboard, and a surface above it. Some notes are
  on both at once.
""",
    "empty/silence": """
tags: [empty]
note: |
  Four seconds without events.
""",
    "long/waltz": """
tolerance: {onset: 5ms, offset: 20ms, offset-ratio: 0.1, velocity: 3}
tags: [keyboard, long, pedals]
note: |
  Ten minutes of a waltz at 480 ticks per quarter note, with a tempo change every four bars. It reveals clock drift.
""",
    "grid/chords": """
subjects: [grid]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, chords]
note: |
  Chords of up to six notes on a LinnStrument 200 with factory settings. The second finger is lifted early, and the
  next note takes its color; the others keep theirs.
""",
    "grid/crowd": """
subjects: [grid]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, colors]
note: |
  Fourteen notes at once, more than there are named colors. Released colors are reused, the lowest first.
""",
    "grid/learned": """
subjects: [grid]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, nrpn]
note: |
  The take contains settings: rows a fifth apart, an octave and a tone up, left-handed, guitar tuning, a split, rows an
  octave apart. The same three notes have different cells each time, and a held note keeps its cells.
""",
    "grid/left-handed": """
subjects:
  - grid:
      left-handed: both
      row-offset: 4
      transpose-pitch: -1
      transpose-lights: 2
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, settings]
note: |
  Played from right to left, with rows a major third apart, the pitch a semitone down, and the lights a tone up.
""",
    "grid/lights": """
subjects:
  - grid:
      model: 128
      lights: true
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, lights]
note: |
  The lights that show the held notes on a LinnStrument 128. One note is held at the end, and its lights are
  turned off.
""",
    "grid/model-128": """
subjects:
  - grid:
      model: 128
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, range]
note: |
  The whole range of a LinnStrument 128, 30 to 80, and two notes beyond each end, which aren't on the grid.
""",
    "grid/mpe-guitar": """
subjects:
  - grid:
      mode: channel-per-note
      row-offset: guitar
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, mpe]
note: |
  One channel per note, and rows tuned like a guitar. The highest note sounds on two channels: it is lit as long as
  either is held, in the color of the last one played.
""",
    "grid/rows": """
subjects:
  - grid:
      mode: channel-per-row
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, channel-per-row]
note: |
  One channel per row, which identifies the cell: middle C on five rows in turn. Channel 9 belongs to no row.
""",
    "grid/split": """
subjects:
  - grid:
      split-column: 13
      octave: -1
      right-octave: 1
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, split]
note: |
  A bass left of column 13, an octave down, on channel 1, and a melody right of it, an octave up, on channel 16.
  Finally one note on both sides.
""",
    "grid/strays": """
subjects: [grid]
tags: [grid, linnstrument, strays]
note: |
  Retriggered notes, repeated, early, and missing note-offs, a pedal, all notes off, all sound off, and one note on two
  channels. Only held notes are lit, and unreleased notes stay lit to the end.
""",
    "grid/user-firmware": """
subjects: [grid]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, user-firmware]
note: |
  User Firmware Mode, turned on and off in the take: channels are rows, notes are columns, and controllers carry
  finger positions instead of pedals. Two fingers slide and keep their colors. Column 0 isn't a cell.
""",
    "piano/chorale": """
subjects:
  - piano:
      names: italian
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, chords]
note: |
  Four voices, which hold the common notes of successive chords, with Italian names.
""",
    "piano/names": """
subjects:
  - piano:
      names: german
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, names]
note: |
  Every key of two octaves with German names, in which B is called H.
""",
    "piano/pedals": """
subjects: [piano]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, pedals]
note: |
  Sustained keys look different from pressed keys. One is retriggered while it is sustained. Sostenuto holds two bass
  notes, and both pedals overlap.
""",
    "piano/strays": """
subjects: [piano]
tags: [piano, strays]
note: |
  Retriggered keys, repeated and missing note-offs, all notes off with the pedal down, a reset, and all sound off.
""",
    "piano/two-sources": """
subjects: [piano]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, two-sources]
note: |
  One key held by two instruments or on three channels: it is released when the last one releases it, and a pedal
  holds only notes of its own instrument.
""",
    "piano/velocities": """
subjects:
  - piano:
      middle-c: 3
tolerance: {onset: 5ms, offset: 20ms}
tags: [piano, velocities]
note: |
  From velocity 1 to 127 and back. The tint is the velocity divided by 127. Middle C is called C3.
""",
    "piano/whole-range": """
subjects:
  - piano:
      names: katakana
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, range, names]
note: |
  Both ends of the keyboard and every C between them, in katakana.
""",
    "programs/mapper": """
subjects:
  - program:
      command: ["${MIDIREC_PEER_PYTHON}", "${MIDIREC_SESSION}/mapper.py"]
      environment: {PYTHONDONTWRITEBYTECODE: "1"}
      input: Mapper in
      output: Mapper out
tags: [programs, mapper]
note: |
  2,000 messages to a mapper in Python with alsa-midi, which replies with two notes for each note. Many messages have
  one time, and the replies follow their order.
""",
    "programs/aseqdump": """
subjects:
  - program:
      command: [aseqdump]
      environment: {LANG: C.UTF-8}
      output: none
      compare: [output]
      redact: {' *\\b\\d+:\\d+\\b': ' CLIENT:PORT'}
tags: [programs, text]
note: |
  The lines that aseqdump prints for one message of each kind. The number of midirec's port differs in each run.
""",
    "programs/fluidsynth": """
subjects:
  - program:
      command: [fluidsynth, -q, -a, file, -o, audio.file.name=sound.wav, -m, alsa_seq, -p, synth]
      arguments: [-r, "22050", -R, "0", -C, "0", -g, "1", /usr/share/sounds/sf2/TimGM6mb.sf2]
      input: synth
      output: none
      tail: 1s
      compare: [file]
      file: sound.wav
      file-reader: ["${MIDIREC_PEER_PYTHON}", "${MIDIREC_SESSION}/sound.py"]
      ending: end-of-input
      limits: {ready: 60s, end: 10s}
tags: [programs, synthesizer, file]
note: |
  A synthesizer that writes an audio file in real time: three notes of a second each, two seconds apart. Its file driver
  writes 64 frames every 3 ms, where 2.9 ms would be right; therefore two seconds are 1.94 s in the file.
""",
    "programs/midish": """
subjects:
  - program:
      command: [midish]
      environment: {HOME: "${MIDIREC_SESSION}"}
      ending: end-of-input
tags: [programs, filter]
note: |
  A sequencer as a filter: it transposes the first channel up an octave and forwards all other events. Its settings
  are in .midishrc. It ends at the end of its input.
""",
    "programs/vmpk": """
subjects:
  - program:
      command: [./on-screen.sh]
      environment: {HOME: "${MIDIREC_FOLDER}", XDG_RUNTIME_DIR: "${MIDIREC_FOLDER}", LANG: C.UTF-8}
      input: VMPK Input
      output: VMPK Output
      compare: [timeline, file]
      file: screen.xwd
      file-reader: ["${MIDIREC_PEER_PYTHON}", "${MIDIREC_SESSION}/keys.py"]
      at-end: [cp, screen/Xvfb_screen0, screen.xwd]
      limits: {ready: 60s, end: 20s}
tags: [programs, graphical, file]
note: |
  A piano on a virtual screen, which lights the held keys and forwards their notes. A chord is held at the end, and the
  screenshot shows it.
""",
    "programs/qmidiarp": """
subjects:
  - program:
      command: [qmidiarp, -a, "${MIDIREC_SESSION}/up.qmax"]
      environment: {HOME: "${MIDIREC_FOLDER}", XDG_RUNTIME_DIR: "${MIDIREC_FOLDER}", QT_QPA_PLATFORM: offscreen}
      output: qmidiarp out 1
tags: [programs, arpeggiator, clock]
note: |
  An arpeggiator that follows MIDI clock: four notes per quarter note, upward through the held chord. After eight quarter
  notes of 480 ms the clock speeds up to 360 ms, and QMidiArp needs three notes to follow. It plays the first note at
  the start message, 1 ms before the first clock. After the stop message it is silent, although the chord is still held.
""",
    "programs/echo": """
subjects:
  - program:
      command: ["${MIDIREC_PEER_PYTHON}", "${MIDIREC_SESSION}/echo.py"]
      environment: {PYTHONDONTWRITEBYTECODE: "1"}
      input: Echo in
      output: Echo out
      tail: 1s
tags: [programs, delay]
note: |
  An echo in Python with time.sleep: each note comes back after 250, 500, and 750 ms, each time at two thirds of its
  velocity. The times are exact to 0.1 ms.
""",
    "programs/jalv": """
subjects:
  - program:
      command: [./delay.sh]
      environment: {HOME: "${MIDIREC_FOLDER}"}
      sender: Keyboard
      receiver: Recorder
      tail: 1s
      ending: end-of-input
tags: [programs, jack, lv2, delay]
note: |
  A program without ALSA ports: jalv, which runs a MIDI delay, an LV2 plug-in, as a client of JACK. The JACK server has a
  dummy sound card, and a2jmidid bridges JACK and ALSA. Each note comes back three times, 250 ms apart.
""",
    "programs/pipewire": """
subjects:
  - program:
      command: [./graph.sh]
      environment: {HOME: "${MIDIREC_FOLDER}", XDG_RUNTIME_DIR: "${MIDIREC_FOLDER}"}
      sender: Keyboard
      receiver: Recorder
      compare: [timeline, output]
      redact: {'^ *\\d+: track: 0 sec:[\\d.]+ ': ''}
      ending: end-of-input
tags: [programs, pipewire, text]
note: |
  PipeWire between two ALSA ports: its bridge to the sequencer takes the notes, a link leads them back out, and
  pw-mididump, which has PipeWire ports only, prints them. A note takes one period of 5.3 ms.
""",
    "programs/replug": """
subjects:
  - program:
      command: ["${MIDIREC_PEER_PYTHON}", "${MIDIREC_SESSION}/follow.py"]
      environment: {PYTHONDONTWRITEBYTECODE: "1"}
      instruments: [LS0000]
      instrument-steps:
        2s: unplug LS0000
        5s: plug LS0000 --renumber
      output: Follower out
tags: [programs, instrument]
note: |
  A program that finds its LinnStrument again: a virtual USB instrument plays the recording, is unplugged at 2 s, and
  returns at 5 s with a different client number. Notes in between are lost, as for any receiver. The program ends the
  note that is held when the instrument disconnects.
""",
    "programs/abc2midi": """
subjects:
  - program:
      command: [abc2midi, "${MIDIREC_SESSION}/tune.abc", -o, out.mid]
      file: out.mid
tags: [programs, writer]
note: |
  A program that writes a MIDI file: two voices in ABC notation, with a repeat, a chord, a triplet, a grace note, chord
  symbols that abc2midi plays, and a slower end. The session has no take.
""",
    "programs/csvmidi": """
subjects:
  - program:
      command: [csvmidi, "${MIDIREC_SESSION}/song.csv", song.mid]
      file: song.mid
      compare: [errors]
tags: [programs, writer]
note: |
  A MIDI file from a table: two tempos, a pedal, a bend, a System Exclusive message, and note-ons with velocity 0 as
  note-offs. csvmidi reports errors in the table to standard error, which is empty.
""",
    "programs/mma": """
subjects:
  - program:
      command: [mma, -f, out.mid, "${MIDIREC_SESSION}/chords.mma"]
      environment: {HOME: "${MIDIREC_FOLDER}"}
      file: out.mid
tolerance: {onset: 20ms, offset: 20ms, velocity: 20}
tags: [programs, writer, drums]
note: |
  Musical MIDI Accompaniment, which plays a bossa nova from the names of chords. A seed makes its random times and
  volumes equal in each run; other releases of MMA may differ within the tolerances.
""",
    "programs/canon": """
subjects:
  - program:
      command: ["${MIDIREC_PEER_PYTHON}", "${MIDIREC_SESSION}/canon.py", canon.mid]
      environment: {PYTHONDONTWRITEBYTECODE: "1"}
      file: canon.mid
tags: [programs, writer]
note: |
  A generator in Python with mido: a canon in three voices, each in a track with a name.
""",
    "programs/symusic": """
subjects:
  - program:
      command: ["${MIDIREC_PEER_PYTHON}", "${MIDIREC_SESSION}/convert.py", "${MIDIREC_TAKE}", out.mid]
      environment: {PYTHONDONTWRITEBYTECODE: "1"}
      file: out.mid
tags: [programs, converter]
note: |
  A converter in Python with symusic, which gets the path of the take: it moves notes to a grid and up an octave. The
  take isn't played.
""",
    "synth/band": """
subjects:
  - synth:
      font: TimGM6mb
      rate: 32000
tags: [synth, presets, drums, effects]
note: |
  Three tracks with different programs, volumes, and panning, with the default reverb and chorus. A closed hi-hat ends
  the open one. The organ bends.
""",
    "synth/crowd": """
subjects:
  - synth:
      polyphony: 8
      rate: 22050
      reverb: off
      chorus: off
tags: [synth, pedals, stolen]
note: |
  Fourteen notes with the pedal down, and eight voices: later notes steal voices from earlier ones.
""",
    "synth/pedals": """
subjects:
  - synth:
      preset: 0:4
      rate: 32000
      gain: 0.5
      reverb: {room: 0.4, level: 0.5}
      chorus: off
tags: [synth, pedals]
note: |
  A chord held by the sustain pedal, and one whose bass is held by sostenuto, on an electric piano with some reverb.
""",
    "synth/strays": """
subjects:
  - synth:
      rate: 22050
      reverb: off
      chorus: off
      tail: 500ms
tags: [synth, strays, hanging]
note: |
  Ends by velocity 0, stray note-offs, a retriggered key, and all notes off. An organ key is down at the end: its note
  hangs and is cut off half a second later.
""",
}
