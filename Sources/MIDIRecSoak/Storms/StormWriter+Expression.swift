import MIDICore

// Pedals.
extension StormWriter {
  /// Writes chords with a sustain pedal that goes up and down after each change of the harmony.
  mutating func sustainedChords() {
    let channel = channel()
    let length = max(step(), 5000)
    let count = random.integer(in: 2...3)
    control(.sustain, 127, on: channel)
    for place in 0..<count {
      let start = place * length
      if place > 0 {
        control(.sustain, 0, on: channel, after: start + length / 20)
        control(.sustain, random.pick([64, 127]), on: channel, after: start + length / 8)
      }
      chord(on: channel, after: start, lasting: length * random.pick([1, 2, 3]) / 3)
    }
    control(.sustain, 0, on: channel, after: count * length + random.integer(in: 0...length))
  }

  /// Writes a chord over a continuous pedal that goes down, flutters around the half, and goes up.
  mutating func halfPedal() {
    let channel = channel()
    let step = max(self.step() / 4, 1000)
    chord(on: channel, lasting: step * 4)
    let flutter = (0..<random.integer(in: 1...4)).map { _ in random.integer(in: 1...127) }
    for (place, value) in ([20, 45, 63, 64, 90] + flutter + [127, 65, 30, 0]).enumerated() {
      control(.sustain, value, on: channel, after: place * step)
    }
  }

  /// Writes a chord that the sostenuto pedal holds, and one that it doesn't.
  mutating func sostenuto() {
    let channel = channel()
    let length = max(step(), 40_000)
    chord(on: channel, lasting: length)
    control(.sostenuto, 127, on: channel, after: length / 2)
    chord(on: channel, after: length * 2, lasting: length)
    control(.sostenuto, 0, on: channel, after: length * random.pick([2, 3, 4]))
  }

  /// Writes notes with the soft pedal, hold 2, the legato switch, or the portamento switch.
  mutating func otherPedals() {
    let channel = channel()
    let pedal: Controller = random.pick([.soft, .soft, .hold2, .hold2, .legato, .portamento])
    let length = max(step(), 2000)
    control(pedal, random.pick([127, 127, 64, 40]), on: channel)
    chord(on: channel, after: length / 2, lasting: length)
    control(pedal, 0, on: channel, after: length * random.pick([1, 2]))
  }
}

// LinnStrument, MPE, bends, and pressure.
extension StormWriter {
  /// Writes slides along the rows of a LinnStrument that uses a channel per row.
  ///
  /// The instrument sends a note's expression before its note-on, and the target's note-on before the source's note-off.
  mutating func channelPerRow() {
    let first = random.below(channels.count)
    for _ in 0..<random.integer(in: 1...2) {
      let row = random.below(8)
      let channel = channels[(first + row) % channels.count]
      let step = max(self.step(), 2000)
      let column = random.below(20)
      for place in 0..<random.integer(in: 2...4) {
        let delay = place * step
        // In fourths from the low F#.
        let key = freeKey(30 + 5 * row + column + place, on: channel, after: delay)
        pressure(0, of: key, on: channel, after: delay)
        control(.brightness, random.below(128), on: channel, after: delay)
        note(key, on: channel, after: delay, lasting: step + 1000)
        pressure(random.integer(in: 1...127), of: key, on: channel, after: delay + step / 2)
        pressure(0, of: key, on: channel, after: delay + step)
      }
    }
  }

  /// Writes notes of an MPE instrument with slides, using a channel per note.
  mutating func mpe() {
    guard let zone = zone ?? newZone() else { return keyboardLine() }
    self.zone = zone
    var delay = 0
    for _ in 0..<random.integer(in: 2...4) {
      // The channel that has been free for the longest time.
      let channel = zone.members.min { lastEnd(on: $0) < lastEnd(on: $1) } ?? zone.manager
      let length = max(step() * 2, 4000)
      let offset = random.pick([8192, random.integer(in: 7900...8500)])
      bend(offset, on: channel, after: delay)
      control(.brightness, 64, on: channel, after: delay)
      pressure(0, on: channel, after: delay)
      note(freeKey(middleKey(), on: channel, after: delay), on: channel, after: delay, lasting: length)
      let slide = random.pick([8192, 16_383, 0, random.below(16_384)])
      let count = random.integer(in: 1...4)
      for place in 1...count {
        let moment = delay + length * place / (count + 1)
        bend(offset + (slide - offset) * place / count, on: channel, after: moment)
        if random.chance(1, in: 2) {
          control(.brightness, random.below(128), on: channel, after: moment)
        }
        pressure(random.integer(in: 1...127), on: channel, after: moment)
      }
      pressure(0, on: channel, after: delay + length)
      bend(8192, on: channel, after: delay + length + 1)
      delay += length / random.pick([1, 2, 4])
    }
    if random.chance(1, in: 4) { bendSweep(on: zone.manager) }
  }

  /// Sets up an MPE zone whose channels are allowed, or returns `nil` if it would have fewer than two members.
  private mutating func newZone() -> Zone? {
    let isLower = random.chance(1, in: 2)
    let order = isLower ? Array(0...15) : Array((0...15).reversed())
    let allowed = order.prefix { channels.contains(Channel(masking: UInt8($0))) }
    guard allowed.count > 2 else { return nil }
    let count = min(random.pick([2, 3, 7, 15]), allowed.count - 1)
    let zone = Zone(
      manager: Channel(masking: UInt8(order[0])),
      members: order[1...count].map { Channel(masking: UInt8($0)) })
    set(.mpeConfiguration, to: count, on: zone.manager)
    if random.chance(1, in: 2) { set(.pitchBendRange, to: 48, on: zone.members[0]) }
    return zone
  }

  /// Selects a parameter, and sets the MSB of its value.
  private mutating func set(_ parameter: ParameterNumber, to value: Int, on channel: Channel) {
    for (controller, part) in parameter.selection { control(controller, Int(part), on: channel) }
    control(.dataEntry, value, on: channel)
  }

  /// Writes a note that is bent up or down, and back.
  mutating func bendSweep(on channel: Channel? = nil) {
    let channel = channel ?? self.channel()
    let (count, step) = (random.integer(in: 2...6), max(self.step() / 4, 1000))
    let extreme = random.pick([0, 16_383, random.below(16_384)])
    note(
      freeKey(middleKey(), on: channel), on: channel, lasting: step * random.integer(in: 1...count * 2 + 2))
    for place in 1...count * 2 {
      let distance = count - abs(count - place)
      bend(8192 + (extreme - 8192) * distance / count, on: channel, after: place * step)
    }
  }

  /// Writes a note whose pressure rises and falls to zero before its end.
  mutating func polyPressure() {
    let channel = channel()
    let key = freeKey(middleKey(), on: channel)
    let (count, step) = (random.integer(in: 2...6), max(self.step() / 4, 1000))
    note(key, on: channel, lasting: step * (count + 2))
    for place in 1...count {
      pressure(random.integer(in: 1...127), of: key, on: channel, after: place * step)
    }
    pressure(0, of: key, on: channel, after: (count + 1) * step)
  }

  /// Writes a chord with the pressure of the channel, which ends before or after the chord.
  mutating func channelPressure() {
    let channel = channel()
    let (count, step) = (random.integer(in: 2...6), max(self.step() / 4, 1000))
    chord(on: channel, lasting: step * (count + random.below(3)))
    for place in 1...count { pressure(random.integer(in: 1...127), on: channel, after: place * step) }
    pressure(0, on: channel, after: (count + 1) * step)
  }
}
