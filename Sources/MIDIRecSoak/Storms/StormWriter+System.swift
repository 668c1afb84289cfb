import MIDICore

// Clocks, time codes, and active sensing. An instrument sends one stream of each at a time.
extension StormWriter {
  /// Writes a clock with drift and jitter between start, stop, and continue.
  mutating func clock() {
    var delay = delay(of: .clock)
    // Some sequencers also send the clock while they are stopped.
    let startsFirst = random.chance(3, in: 4)
    if startsFirst { write(.start, after: delay) }
    delay = clockTicks(random.integer(in: 6...24), after: delay)
    if startsFirst { write(.stop, after: delay) }
    if startsFirst && random.chance(1, in: 2) {
      write(.continue, after: delay + 1000)
      delay = clockTicks(random.integer(in: 1...12), after: delay + 1000)
      write(.stop, after: delay)
    }
    sourceEnds[.clock] = now + delay + 1000
  }

  /// Writes ticks, and returns the delay after the last one.
  private mutating func clockTicks(_ count: Int, after delay: Int) -> Int {
    var (ideal, interval) = (delay, 60_000_000 / 24 / random.integer(in: 40...240))
    let (drift, jitter) = (random.integer(in: -20...20), random.pick([0, 500, 2000]))
    for _ in 0..<count {
      write(.timingClock, after: ideal + random.integer(in: 0...jitter))
      ideal += interval
      interval += drift
    }
    return ideal
  }

  /// Moves a stopped sequencer to a position, often 0, continues it, and stops it.
  mutating func songPosition() {
    var delay = delay(of: .clock)
    write(.stop, after: delay)
    let position = random.pick([0, 0, 16, 16_383, random.below(16_384)])
    write(.songPosition(UInt14(clamping: position)), after: delay)
    delay += random.integer(in: 0...5000)
    write(.continue, after: delay)
    if settings.allows(.clock) { delay = clockTicks(random.integer(in: 1...6), after: delay + 1000) }
    write(.stop, after: delay)
    sourceEnds[.clock] = now + delay + 1000
  }

  /// Writes the quarter frames of two or more frames of a running time code.
  mutating func timeCode() {
    var delay = delay(of: .timeCode)
    let rate = random.below(4)
    // The frames per second of 24, 25, 30 drop-frame, and 30.
    let framesPerSecond = [24, 25, 30, 30][rate]
    let (hours, minutes, seconds) = (random.below(24), random.below(60), random.below(60))
    // A full time takes eight quarter frames, during which two frames pass.
    for pair in 0..<random.integer(in: 1...2) {
      let frame = 2 * pair
      let digits = [
        frame & 15, frame >> 4, seconds & 15, seconds >> 4, minutes & 15, minutes >> 4, hours & 15,
        rate << 1 | hours >> 4,
      ]
      for (piece, digit) in digits.enumerated() {
        write(.timeCodeQuarterFrame(UInt7(clamping: piece << 4 | digit)), after: delay)
        delay += 1_000_000 / framesPerSecond / 4
      }
    }
    sourceEnds[.timeCode] = now + delay
  }

  /// Writes active sensing, at least every 300 ms as the specification asks.
  mutating func activeSensing() {
    var delay = delay(of: .activeSensing)
    for _ in 0..<random.integer(in: 2...8) {
      write(.activeSensing, after: delay)
      delay += random.integer(in: 200_000...290_000)
    }
    sourceEnds[.activeSensing] = now + delay
  }

  /// Writes active sensing that stops while a note is held, with silence for longer than 300 ms.
  mutating func sensingSilence() {
    waitForEnd(andFor: 1000)
    activeSensing()
    waitForEnd()
    let length = random.integer(in: 400_000...900_000)
    note(middleKey(), on: channel(), after: 1000, lasting: length)
    waitForEnd(andFor: 1000)
  }
}

// Songs, tuning, and System Exclusive.
extension StormWriter {
  /// Selects a song.
  mutating func songSelect() {
    write(.songSelect(UInt7(clamping: random.pick([0, 1, 127, random.below(128)]))))
  }

  /// Writes a System Exclusive message of a form that many instruments send or obey.
  mutating func shortSystemExclusive() {
    let value = random.below(128)
    write(
      systemExclusive: random.pick([
        // The identity request, and a reply of a Roger Linn Design instrument.
        [0x7E, 0x7F, 0x06, 0x01],
        [0x7E, 0x00, 0x06, 0x02, 0x00, 0x02, 0x2A, 0x01, 0x00, 0x01, 0x00, 0x02, 0x03, 0x04, 0x00],
        // Master volume, master balance, General MIDI on, General MIDI off.
        [0x7F, 0x7F, 0x04, 0x01, value, value], [0x7F, 0x7F, 0x04, 0x02, 0x00, value],
        [0x7E, 0x7F, 0x09, 0x01], [0x7E, 0x7F, 0x09, 0x02],
        // Machine control: stop, play. A full time code. A retuned note.
        [0x7F, 0x7F, 0x06, 0x01], [0x7F, 0x7F, 0x06, 0x02],
        [0x7F, 0x7F, 0x01, 0x01, 0x21, 0x02, 0x03, 0x04],
        [0x7F, 0x7F, 0x08, 0x02, 0x00, 0x01, value, value, 0, 0],
        // The resets of Roland GS and Yamaha XG.
        [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41],
        [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00],
        // Noncommercial.
        [0x7D], [0x7D, value],
      ]))
  }

  /// Writes a dump of up to 4 KB.
  mutating func longSystemExclusive() {
    let count = random.integer(in: 200...4096)
    var data = [0x7D]
    while data.count < count {
      let bits = random.next()
      for byte in 0..<8 { data.append(Int(bits >> (byte * 8) & 0x7F)) }
    }
    write(systemExclusive: data)
  }

  private mutating func write(systemExclusive data: [Int]) {
    write(.systemExclusive(SystemExclusive(payload: data.map { UInt7(clamping: $0) })))
  }
}
