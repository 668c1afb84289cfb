import MIDICore

// Keyboards and pads.
extension StormWriter {
  /// Writes a melody whose notes are detached or legato.
  mutating func keyboardLine() {
    let channel = channel()
    var (delay, key) = (0, middleKey())
    for _ in 0..<random.integer(in: 3...9) {
      let step = step()
      let free = freeKey(key, on: channel, after: delay)
      note(free, on: channel, after: delay, lasting: step * random.pick([1, 3, 4, 5, 8]) / 4)
      delay += step
      key = min(max(key + random.integer(in: -5...5), 12), 115)
    }
  }

  /// Writes a chord whose keys aren't pressed and released at quite the same time.
  mutating func chord(on channel: Channel, after delay: Int = 0, lasting length: Int) {
    let spread = random.pick([0, 1000, 15_000])
    var key = middleKey()
    for _ in 0..<random.integer(in: 3...5) {
      key = freeKey(key, on: channel, after: delay)
      note(
        key, on: channel, after: delay + random.integer(in: 0...spread),
        lasting: length + random.integer(in: 0...spread))
      key += random.integer(in: 3...5)
    }
  }

  /// Writes double strokes on pads: a key twice within 5 ms, the second time before or after its release.
  mutating func flams() {
    let channel = channel()
    var delay = 0
    for _ in 0..<random.integer(in: 2...4) {
      let key = freeKey(random.pick([36, 38, 42, 46, 49]), on: channel, after: delay)
      let gap = random.integer(in: 1000...5000)
      let length = random.chance(1, in: 2) ? gap - 500 : random.integer(in: 20_000...80_000)
      for stroke in 0...1 {
        note(
          key, on: channel, velocity: random.integer(in: stroke == 0 ? 1...60 : 60...127),
          after: delay + stroke * gap, lasting: length)
      }
      delay += max(step(), 100_000)
    }
  }

  /// Writes a pattern of drums, on channel 10 if it is allowed.
  mutating func drums() {
    let channel = channels.contains(.drums) ? .drums : channel()
    // The time until pads send a note-off, which some do at once.
    let gate = random.pick([0, 1000, 40_000, 100_000])
    let step = step()
    for beat in 0..<random.integer(in: 3...8) {
      for _ in 0..<random.integer(in: 1...2) {
        let key = freeKey(random.integer(in: 35...59), on: channel, after: beat * step)
        note(key, on: channel, after: beat * step, lasting: gate)
      }
    }
  }

  /// Writes notes on the lowest and the highest key, very soft and very loud.
  mutating func extremes() {
    let channel = channel()
    var delay = 0
    for key in random.sample(random.integer(in: 2...4), of: [0, 127, 0, 127])
    where freeKey(key, on: channel, after: delay) == key {
      let length = step()
      note(key, on: channel, velocity: random.pick([1, 127]), after: delay, lasting: length)
      delay += length + 1000
    }
  }
}

// Notes that meet.
extension StormWriter {
  /// Writes repeats of a key: each note ends in the millisecond in which the next one starts.
  mutating func quickRepeats() {
    let channel = channel()
    let key = freeKey(middleKey(), on: channel)
    let length = max(step(), 2000)
    let gap = random.pick([0, 0, 300])
    for place in 0..<random.integer(in: 3...7) {
      note(key, on: channel, after: place * length, lasting: length - gap)
    }
  }

  /// Writes notes that last at most a millisecond, and notes that end when they start.
  mutating func shortNotes() {
    let channel = channel()
    var delay = 0
    for _ in 0..<random.integer(in: 2...6) {
      let key = freeKey(middleKey(), on: channel, after: delay)
      note(
        key, on: channel, after: delay, lasting: random.chance(1, in: 3) ? 0 : random.integer(in: 1...1000))
      delay += step()
    }
  }

  /// Writes notes of a key that starts again before it ends, as two keyboards on a channel send it.
  mutating func overlaps() {
    let channel = channel()
    let key = freeKey(middleKey(), on: channel)
    let (length, count) = (max(step(), 1000), random.integer(in: 2...4))
    switch random.below(3) {
    // On, on, off, off.
    case 0: for place in 0..<count { note(key, on: channel, after: place * length / 2, lasting: length) }
    // A long note, and short ones within it.
    case 1:
      note(key, on: channel, lasting: length * count)
      for place in 1..<count { note(key, on: channel, after: place * length, lasting: length / 3) }
    // Each note starts when the one before it ends, and its note-on comes first.
    default:
      for place in (0..<count).reversed() {
        note(key, on: channel, after: place * length, lasting: length)
      }
    }
  }

  /// Writes a key that is held on several channels at once.
  mutating func sameKeyOnChannels() {
    let key = middleKey()
    let length = max(step(), 1000)
    for (place, channel) in random.sample(random.integer(in: 2...3), of: channels).enumerated() {
      let delay = random.pick([0, place * length / 4])
      note(freeKey(key, on: channel, after: delay), on: channel, after: delay, lasting: length)
    }
  }

  /// Writes a run of note-ons only, as instruments that use running status send it. Velocity 0 ends notes.
  mutating func velocityZeroReleases() { withoutNoteOffs { $0.keyboardLine() } }

  /// Writes a note on each channel.
  mutating func notesOnAllChannels() {
    let key = middleKey()
    let (length, stagger) = (max(step(), 1000), random.pick([0, 1000]))
    for (place, channel) in channels.enumerated() {
      let delay = place * stagger
      note(freeKey(key, on: channel, after: delay), on: channel, after: delay, lasting: length)
    }
  }

  /// Writes several gestures within a millisecond.
  mutating func burst() {
    let elements = StormElement.ofBursts.filter(settings.allows)
    let count = random.integer(in: 1...3)
    writeBurst { writer in
      writer.chord(on: writer.channel(), lasting: 999)
      for _ in 0..<count where !elements.isEmpty { writer.play(writer.random.pick(elements)) }
    }
  }
}
