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
}
