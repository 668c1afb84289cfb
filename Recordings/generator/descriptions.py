"""What stands in each session.yaml."""

DESCRIPTIONS = {
    "keys/scale": """
tolerance: {onset: 5ms, offset: 20ms, offset-ratio: 0.2, velocity: 3}
tags: [keyboard, scale]
note: |
  B-flat major, two octaves up and down in both hands, the left one an octave below and a little late.
  Each note begins before the one before it has ended.
""",
    "keys/chords": """
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [keyboard, chords]
note: |
  Chords of five notes, never quite together: the order of the notes in a chord is that of the fingers.
  Every eighth chord is rolled. Keys are released with a velocity.
""",
    "keys/repeats": """
tolerance: {onset: 3ms, offset: 10ms, velocity: 3}
tags: [keyboard, fast, repeats]
note: |
  One key, from four times a second to sixteen and back; then two keys an octave apart in turn.
  Notes end with a note-on of velocity 0, as many keyboards send it.
""",
    "pedals/sustain": """
tolerance: {onset: 5ms, offset: 20ms, controller: 2}
tags: [keyboard, pedals]
note: |
  A sustain pedal that sends all values, pressed after the first note of each figure, every other time only half
  way: from 64 on it holds. In the fourth figure it is lifted just below that, and pressed again at once.
""",
    "pedals/sostenuto": """
tolerance: {onset: 5ms, offset: 20ms}
tags: [keyboard, pedals]
note: |
  The middle pedal holds only what sounds when it goes down: the basses, not the short notes above. In the second
  turn the soft pedal, too; in the third one the sustain pedal comes and goes while the middle one is down.
""",
    "linnstrument/glissando": """
tolerance: {onset: 3ms, offset: 10ms, velocity: 3, controller: 4}
tags: [linnstrument, channel-per-row, fast]
note: |
  A finger along the fifth row of a LinnStrument with a channel for each row, twenty cells up and back. Each cell is
  touched before the one before it is let go. Pressure is that of each note, timbre that of the row.
""",
    "linnstrument/two-cells": """
tolerance: {onset: 5ms, offset: 10ms, controller: 4}
tags: [linnstrument, channel-per-row]
note: |
  Middle C is on several rows. The same number sounds on two channels at once, and each ends for itself: whoever
  tells notes apart by their numbers alone ends the wrong one.
""",
    "mpe/bends": """
tolerance: {onset: 5ms, offset: 10ms, controller: 2}
tags: [linnstrument, mpe]
note: |
  A zone of seven member channels (RPN 6), 48 semitones of bend each (RPN 0). A melody with a vibrato that grows,
  chords whose notes have a channel each, and at the end the manager's pedal and bend, which reach all of them.
""",
    "mpe/slides": """
tolerance: {onset: 5ms, offset: 10ms, controller: 2}
tags: [linnstrument, mpe, slides]
note: |
  Two fingers in a zone of four: one slides up a minor seventh and home again, the other one down a fifth.
  Nearly all that happens is bend and pressure.
""",
    "dense/thousand-a-second": """
tolerance: {onset: 500us, offset: 2ms, velocity: 1}
tags: [linnstrument, channel-per-row, dense]
note: |
  Both arms over the whole surface: a thousand notes a second for two seconds, on all eight rows. No cell is touched
  while it sounds.
""",
    "wind/breath": """
tolerance: {onset: 5ms, offset: 10ms, velocity: 5, controller: 4}
tags: [wind, legato]
note: |
  One note at a time, each beginning just before the one before it ends. The breath (controller 2) says how loud it
  is; the first note of a phrase is scooped from below.
""",
    "pads/beat": """
tolerance: {onset: 2ms, offset: 10ms, velocity: 3}
tags: [pads, drums]
note: |
  Six bars on drum pads, a little swung, with a flam now and then: two strokes of one pad 20 ms apart, and each of
  them counts. The lengths of the notes mean nothing.
""",
    "settings/sysex-and-parameters": """
tags: [linnstrument, settings, sysex, nrpn]
note: |
  What a host says before the music: System Exclusive, the LinnStrument's settings in the six messages that it
  expects, bend range and tuning with steps up and down, banks and programs, lights; at the end local control and
  resets. Nothing of it may be off.
""",
    "unfinished/hanging": """
tolerance: {onset: 5ms, offset: 20ms}
tags: [keyboard, unfinished]
note: |
  The cable was pulled: three keys and the pedal are down at the end, which holds two more notes, and the bend is
  bent. At the start two keys are released that were pressed before the take began.
""",
    "duo/keyboard-and-surface": """
tolerance: {onset: 5ms, offset: 20ms, velocity: 3, controller: 4}
tags: [keyboard, linnstrument, two-sources]
note: |
  Two instruments in one take, both on channel 1: a bass on the keyboard, and a surface above it. Some notes are on
  both at once.
""",
    "empty/silence": """
tags: [empty]
note: |
  Four seconds in which nobody played.
""",
    "long/waltz": """
tolerance: {onset: 5ms, offset: 20ms, offset-ratio: 0.1, velocity: 3}
tags: [keyboard, long, pedals]
note: |
  Ten minutes of a waltz, in quarters of 480 ticks with a tempo that changes every four bars. A drift of the clock
  shows here.
""",
    "grid/chords": """
subjects: [grid]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, chords]
note: |
  Chords of up to six notes on a LinnStrument 200 as it comes. The second finger is lifted early, and the next note
  takes its color; the others keep theirs.
""",
    "grid/crowd": """
subjects: [grid]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, colors]
note: |
  Fourteen notes at once, more than there are colors with a name. Freed colors are taken again, the lowest first.
""",
    "grid/learned": """
subjects: [grid]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, nrpn]
note: |
  The settings come in the take: rows a fifth apart, an octave and a tone up, left-handed, the tuning of a guitar, a
  split, rows an octave apart. The same three notes lie elsewhere each time; one that is held keeps its cells.
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
  Played right to left, with rows a major third apart, the pitch a semitone down and the lights a tone up.
""",
    "grid/lights": """
subjects:
  - grid:
      model: 128
      lights: true
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, lights]
note: |
  The lights that a LinnStrument 128 gets so that it shows what is held. One note is held at the end, and its lights
  are put out nevertheless.
""",
    "grid/model-128": """
subjects:
  - grid:
      model: 128
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, range]
note: |
  Through the whole range of a LinnStrument 128, 30 to 80, and two notes beyond each end, which are not on the grid.
""",
    "grid/mpe-guitar": """
subjects:
  - grid:
      mode: channel-per-note
      row-offset: guitar
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, mpe]
note: |
  A channel for each note, and rows tuned like a guitar. The highest note sounds twice, on two channels: it is lit as
  long as one of them is held, in the color of the one struck last.
""",
    "grid/rows": """
subjects:
  - grid:
      mode: channel-per-row
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, channel-per-row]
note: |
  A channel for each row, so that the cell is known: middle C on five rows, one after the other. Channel 9 is no row's.
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
  A bass left of column 13, an octave down, on channel 1; a melody on its right, an octave up, on channel 16. At the
  end one note on both sides.
""",
    "grid/strays": """
subjects: [grid]
tags: [grid, linnstrument, strays]
note: |
  Notes struck twice, ends that come twice, before their time or never, a pedal, all notes off, all sound off, the same
  note on two channels. Nothing is lit that isn't held, and what isn't let go is lit to the end.
""",
    "grid/user-firmware": """
subjects: [grid]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [grid, linnstrument, user-firmware]
note: |
  User Firmware Mode, switched on and off in the take: channels are rows, notes are columns, controllers say where
  the finger is, and none of them is a pedal. Two fingers slide and keep their colors. Column 0 is no cell.
""",
    "piano/chorale": """
subjects:
  - piano:
      names: italian
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, chords]
note: |
  Four voices, which hold what two chords have in common; Italian names.
""",
    "piano/names": """
subjects:
  - piano:
      names: german
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, names]
note: |
  Every key of two octaves, in German: H is B.
""",
    "piano/pedals": """
subjects: [piano]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, pedals]
note: |
  Keys that a pedal holds are shown apart from those that are down. One is struck again while it is held; the middle
  pedal holds two basses, and both pedals overlap.
""",
    "piano/strays": """
subjects: [piano]
tags: [piano, strays]
note: |
  Keys struck twice, ends that come twice or never, all notes off with the pedal down, a reset, all sound off.
""",
    "piano/two-sources": """
subjects: [piano]
tolerance: {onset: 5ms, offset: 20ms, velocity: 3}
tags: [piano, two-sources]
note: |
  One key held by two instruments, or on three channels: it is up when the last one lets go, and a pedal holds only
  what its own instrument played.
""",
    "piano/velocities": """
subjects:
  - piano:
      middle-c: 3
tolerance: {onset: 5ms, offset: 20ms}
tags: [piano, velocities]
note: |
  From velocity 1 to 127 and back: the tint is the velocity's part of 127. Middle C is called C3.
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
  2,000 messages to a mapper in Python on alsa-midi, which answers each note with two. Many messages come at one
  time, and the order of the answers is that of the messages.
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
  A sequencer as a filter: what comes on the first channel goes an octave up, all else through. Its settings are in
  .midishrc. It ends when it has nothing to read any more.
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
  A piano on a virtual screen, which lights the keys that are down and plays them on. A chord is held at
  the end, and the picture of the screen shows it.
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
  A program that finds its LinnStrument again: a virtual USB instrument plays the recording, is unplugged at 2 s, and is
  back at 5 s under another client number. Notes between are lost, as they would be for any listener. The program turns
  off the note that is held when the instrument goes.
""",
    "synth/band": """
subjects:
  - synth:
      font: TimGM6mb
      rate: 32000
tags: [synth, presets, drums, effects]
note: |
  Three tracks with programs, volumes and sides of their own, with reverb and chorus as they are by default. A closed
  hi-hat ends the open one; the organ bends.
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
  Fourteen notes under the pedal, and eight voices: the later notes take them from the earlier ones.
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
  A chord that the sustain pedal holds, and one of which the middle pedal holds the bass only, on an electric piano
  with a bit of a room.
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
  Ends by velocity 0, ends of what doesn't sound, a key that is struck twice, all notes off. A key of the organ is down
  at the end: its note hangs, and is cut off half a second later.
""",
}
