/// A small figure of events that occurs in takes from elsewhere.
enum Gesture: CaseIterable {
  // Notes.
  case note, chord, zeroLength, hangingNote, strayNoteOff
  /// A note that starts again: the old one ends first, ends after, or doesn't end.
  case offThenOn, onThenOff, restart
  /// An endless note with velocity 0 as its note-off, as in running status.
  case noteOnAsOff
  // Values.
  case controller, pedal, sostenuto, fineController, programInBank, registered, unregistered, bend, pressure,
    notePressure, modeMessage, mpeZone
  // System messages.
  case sysex, sysexInPackets, sysexWithStatusBytes, sysexWithoutEnd, escapedRealTime, escapedPosition,
    escapedMessage
  // Meta events.
  case tempo, meter, key, text, marker, channelPrefix, unknownMeta, sequencerSpecific

  /// The gestures that mido and libsmf can read, which refuse files with F7 packets.
  static let ofPackets: Set<Gesture> = [
    .sysexInPackets, .sysexWithoutEnd, .escapedRealTime, .escapedPosition, .escapedMessage,
  ]
}

/// A writer of gestures to one track.
struct GestureWriter {
  /// The events in the order in which they were written; their ticks aren't in order yet.
  private(set) var events: [WildTake.Event] = []
  /// The time of the next gesture.
  private(set) var tick = 0
  /// The end of the last event.
  private var lastTick = 0
  private let traits: Traits
  private let channels: [UInt8]

  init(_ traits: Traits, channels: [UInt8]) {
    self.traits = traits
    self.channels = channels
  }

  /// The events in order of their ticks; events at the same tick in the order in which they were written.
  func track(_ random: inout SeededGenerator) -> WildTake.Track {
    let rest = traits.hasSilenceAtEnd ? Int.random(in: 0...traits.quarter, using: &random) : 0
    // `sorted` is stable.
    return WildTake.Track(events: events.sorted { $0.tick < $1.tick }, end: max(tick, lastTick) + rest)
  }

  /// Advances the time, often by nothing.
  mutating func rest(_ random: inout SeededGenerator) {
    let quarter = traits.quarter
    tick += [0, 0, 1, quarter / 4, quarter / 3, quarter, quarter * 2].randomElement(using: &random) ?? 0
  }

  /// Writes an event, `delay` ticks after the gesture's start.
  mutating func write(_ bytes: [UInt8], after delay: Int = 0, _ random: inout SeededGenerator) {
    let omitsStatus: Bool =
      switch traits.runningStatus {
      case .never: false
      case .always: true
      case .sometimes: Bool.random(using: &random)
      }
    events.append(WildTake.Event(tick: tick + delay, bytes: bytes, omitsStatus: omitsStatus))
    lastTick = max(lastTick, tick + delay)
  }

  /// Writes the events of a gesture.
  mutating func write(_ gesture: Gesture, _ random: inout SeededGenerator) {
    let channel = channels.randomElement(using: &random) ?? 0
    // Few keys and values, so that gestures meet.
    let key = UInt8.random(in: 58...63, using: &random)
    let velocity = UInt8.random(in: 1...127, using: &random)
    let value: UInt8 =
      [0, 63, 64, 127, .random(in: 0...127, using: &random)].randomElement(using: &random) ?? 0
    let length = Int.random(in: 1...traits.quarter * 2, using: &random)
    let (off, on, control) = (0x80 | channel, 0x90 | channel, 0xB0 | channel)
    switch gesture {
    case .note:
      write([on, key, velocity], &random)
      write([off, key, value], after: length, &random)
    case .noteOnAsOff:
      write([on, key, velocity], &random)
      write([on, key, 0], after: length, &random)
    case .chord:
      for offset in [0, 4, 7] as [UInt8] {
        write([on, key + offset, velocity], &random)
        write([on, key + offset, 0], after: length, &random)
      }
    case .zeroLength:
      write([on, key, velocity], &random)
      write([off, key, value], &random)
    case .hangingNote: write([on, key, velocity], &random)
    case .strayNoteOff: write([off, key, value], &random)
    case .offThenOn, .onThenOff:
      write([on, key, velocity], &random)
      let change = [[off, key, value], [on, key, velocity]]
      for event in gesture == .offThenOn ? change : change.reversed() { write(event, after: length, &random) }
      write([off, key, value], after: length * 2, &random)
    case .restart:
      write([on, key, velocity], &random)
      write([on, key, velocity], after: length, &random)
      write([off, key, value], after: length + 1, &random)
      write([off, key, value], after: length * 2, &random)
    case .controller:
      let number: UInt8 = [1, 7, 10, 11, 71, 74, 84].randomElement(using: &random) ?? 1
      write([control, number, value], &random)
    case .pedal:
      for (step, value) in [40, 90, 127, 0].enumerated() where step > 1 || traits.hasHalfPedal {
        write([control, 64, UInt8(value)], after: step * length / 2, &random)
      }
    case .sostenuto:
      write([control, 66, 127], &random)
      write([control, 66, 0], after: length, &random)
    case .fineController:
      write([control, 1, value], &random)
      write([control, 33, velocity], &random)
    case .programInBank:
      if Bool.random(using: &random) { write([control, 0, value], &random) }
      if Bool.random(using: &random) { write([control, 32, velocity & 1], &random) }
      write([0xC0 | channel, velocity], &random)
    case .registered, .unregistered:
      let first: UInt8 = gesture == .registered ? 100 : 98
      write([control, first + 1, 0], &random)
      write([control, first, velocity % 6], &random)
      write([control, 6, value], &random)
      if Bool.random(using: &random) { write([control, 38, velocity], &random) }
      if Bool.random(using: &random) { write([control, 96 + velocity % 2, 0], after: 1, &random) }
      if Bool.random(using: &random) {
        for selector in [101, 100] as [UInt8] { write([control, selector, 127], after: 1, &random) }
      }
    case .bend: write([0xE0 | channel, velocity, value], &random)
    case .pressure: write([0xD0 | channel, value], &random)
    case .notePressure: write([0xA0 | channel, key, value], &random)
    case .modeMessage:
      write([control, [120, 121, 122, 123, 126, 127].randomElement(using: &random) ?? 123, 0], &random)
    case .mpeZone:
      for (controller, value) in [(101, 0), (100, 6), (6, velocity % 16)] as [(UInt8, UInt8)] {
        write([channel < 8 ? 0xB0 : 0xBF, controller, value], &random)
      }
    case .sysex, .sysexWithStatusBytes, .sysexInPackets, .sysexWithoutEnd:
      writeSystemExclusive(gesture, &random)
    case .escapedRealTime:
      let status: UInt8 = [0xF8, 0xFA, 0xFB, 0xFC, 0xFE].randomElement(using: &random) ?? 0xFA
      write([0xF7, 1, status], &random)
    case .escapedPosition:
      write(
        [
          [0xF7, 3, 0xF2, velocity, value], [0xF7, 2, 0xF3, value], [0xF7, 1, 0xF6], [0xF7, 2, 0xF1, value],
        ]
        .randomElement(using: &random) ?? [], &random)
    case .escapedMessage:
      write([0xF7, 3, on, key, velocity], &random)
      write([0xF7, 3, off, key, value], after: length, &random)
    case .tempo, .meter, .key, .text, .marker, .channelPrefix, .unknownMeta, .sequencerSpecific:
      writeMeta(gesture, &random)
    }
  }

  private mutating func writeSystemExclusive(_ gesture: Gesture, _ random: inout SeededGenerator) {
    let limit: UInt8 = gesture == .sysexWithStatusBytes ? 255 : 127
    var data = [UInt8](random.bytes(Int.random(in: 0...12, using: &random), below: limit))
    if gesture == .sysexWithStatusBytes {
      // Bytes that a reader of streams takes for messages.
      data +=
        [[0xFF], [0xFE, 0x7E], [0x90, 0x3C, 0x64], [0xC0, 0x05], [0xF0, 0x01]].randomElement(using: &random)
        ?? []
      data.removeAll { $0 == 0xF7 }
    }
    func packet(_ status: UInt8, _ data: some Collection<UInt8>) -> [UInt8] {
      [status] + WildTake.quantity(data.count) + data
    }
    switch gesture {
    case .sysexInPackets:
      let cuts = [
        Int.random(in: 0...data.count, using: &random), Int.random(in: 0...data.count, using: &random),
      ]
      let (first, second) = (cuts.min() ?? 0, cuts.max() ?? 0)
      write(packet(0xF0, data[..<first]), &random)
      if second > first { write(packet(0xF7, data[first..<second]), &random) }
      write(packet(0xF7, data[second...] + [0xF7]), &random)
    case .sysexWithoutEnd: write(packet(0xF0, data), &random)
    default: write(packet(0xF0, data + [0xF7]), &random)
    }
  }

  private mutating func writeMeta(_ gesture: Gesture, _ random: inout SeededGenerator) {
    switch gesture {
    case .tempo:
      let tempo: Int = [250_000, 500_000, 487_013, 1_200_000].randomElement(using: &random) ?? 500_000
      write([0xFF, 0x51, 3] + WildTake.integer(tempo).dropFirst(), &random)
    case .meter:
      write(
        [0xFF, 0x58, 4, .random(in: 1...12, using: &random), .random(in: 0...4, using: &random), 24, 8],
        &random)
    case .key:
      let sharps = Int8.random(in: -7...7, using: &random)
      write([0xFF, 0x59, 2, UInt8(bitPattern: sharps), .random(in: 0...1, using: &random)], &random)
    case .marker: writeMeta(6, SomeText.bytes(&random), &random)
    case .channelPrefix: write([0xFF, 0x20, 1, channels.randomElement(using: &random) ?? 0], &random)
    case .unknownMeta:
      writeMeta(
        [0x0A, 0x22, 0x60, 0x7E].randomElement(using: &random) ?? 0x60, random.bytes(3, below: 255), &random)
    case .sequencerSpecific: writeMeta(0x7F, [0x7D] + random.bytes(4, below: 255), &random)
    default:
      writeMeta([1, 2, 4, 5, 7, 8].randomElement(using: &random) ?? 1, SomeText.bytes(&random), &random)
    }
  }

  /// Writes a meta event at the time of the next gesture.
  mutating func writeMeta(_ type: UInt8, _ data: [UInt8], _ random: inout SeededGenerator) {
    write([0xFF, type] + WildTake.quantity(data.count) + data, &random)
  }
}

extension SeededGenerator {
  /// Returns random bytes up to a limit.
  mutating func bytes(_ count: Int, below limit: UInt8) -> [UInt8] {
    (0..<count).map { _ in .random(in: 0...limit, using: &self) }
  }
}
