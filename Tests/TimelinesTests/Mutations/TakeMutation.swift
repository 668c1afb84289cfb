import MIDICore
import TestSupport
import Timelines

/// A change of a whole take, and its effect on the differences that remain.
struct TakeMutation {
  /// The kind of the change.
  enum Kind: String, CaseIterable {
    case transposeAll = "transpose all channels"
    case transposeOne = "transpose one channel"
    case moveChannel = "move a channel"
    case swapChannels = "swap two channels"
    case shiftVelocities = "shift velocities"
    case transposeAndShift = "transpose and shift"
    case transposeAndMove = "transpose and move a channel, shift velocities"
    case misreadTempo = "misread the tempo"
    case renumberController = "renumber a controller"
    case dropSource = "drop a source"
    case doubleSource = "double a source"
  }

  /// The recording with the change.
  var recording: Recording
  /// The reported changes.
  var changes: Set<TakeChange>
  /// Returns the differences of the changed take that a difference of the unchanged one becomes.
  var map: (Mutation.Fact) -> [Mutation.Fact]

  private struct Parts {
    var semitones: [Channel: Int] = [:]
    var channels: [Channel: Channel] = [:]
    var velocity = 0
    var shift = Nanoseconds.zero
  }

  /// Changes a recording, or returns `nil` if the change isn't possible or not clear.
  ///
  /// - Parameters:
  ///   - recording: The recording to change.
  ///   - original: The take from which the recording differs by a few changes.
  static func change(
    _ kind: Kind, _ recording: Recording, of original: OriginalTake, _ generator: inout SeededGenerator
  ) -> TakeMutation? {
    switch kind {
    case .renumberController: TakeMutation(renumberingControllerIn: recording, of: original)
    case .dropSource: TakeMutation(droppingSourceOf: recording, of: original, &generator)
    case .doubleSource: TakeMutation(doublingSourceOf: recording, of: original)
    default: TakeMutation(kind, recording, of: original, &generator)
    }
  }

  private init?(
    _ kind: Kind, _ recording: Recording, of original: OriginalTake, _ generator: inout SeededGenerator
  ) {
    let channels = Set(original.performance.notes.map(\.channel)).sorted { $0.rawValue < $1.rawValue }
    let all = (0..<16).map { Channel(masking: $0) }
    var parts = Parts()
    changes = []
    switch kind {
    case .transposeAll, .transposeAndShift:
      let semitones = Self.interval(&generator)
      for channel in all { parts.semitones[channel] = semitones }
      changes = [.transposed(bySemitones: semitones, part: TakePart())]
      if kind == .transposeAndShift {
        parts.shift = .microseconds(Int.random(in: 10_001...800_000, using: &generator))
        changes.insert(.shifted(by: parts.shift))
      }
    case .transposeOne:
      // A note of a channel with few notes that has the interval by chance joins the others.
      guard channels.count > 1, !original.hasSmallChannel,
        let channel = Self.largeChannel(original, &generator)
      else { return nil }
      let semitones = Self.interval(&generator)
      parts.semitones[channel] = semitones
      changes = [.transposed(bySemitones: semitones, part: TakePart(channels: [channel]))]
    case .moveChannel, .transposeAndMove:
      let used = recording.channels
      guard let channel = Self.largeChannel(original, &generator),
        let target = all.filter({ !used.contains($0) }).randomElement(using: &generator)
      else { return nil }
      parts.channels[channel] = target
      changes = [.channelChanged(from: channel, to: target, source: nil)]
      if kind == .transposeAndMove {
        let semitones = Self.interval(&generator)
        for channel in all { parts.semitones[channel] = semitones }
        parts.velocity = Bool.random(using: &generator) ? 10 : -10
        changes.formUnion([
          .transposed(bySemitones: semitones, part: TakePart()), .velocitiesShifted(by: parts.velocity),
        ])
      }
    case .swapChannels:
      guard let one = Self.largeChannel(original, &generator),
        let two = Self.largeChannel(original, &generator), one != two
      else { return nil }
      parts.channels = [one: two, two: one]
      changes = [
        .channelChanged(from: one, to: two, source: nil), .channelChanged(from: two, to: one, source: nil),
      ]
    case .shiftVelocities:
      parts.velocity = [-20, -10, 10, 20].randomElement(using: &generator) ?? 10
      changes = [.velocitiesShifted(by: parts.velocity)]
    case .misreadTempo:
      // Twice as slow, or as fast if that needs no rounding.
      let isEven = recording.tracks.allSatisfy { track in
        (track.messages.map(\.time) + [track.end]).allSatisfy { $0.rawValue % 2 == 0 }
      }
      let isSlower = !isEven || Bool.random(using: &generator)
      self.recording = recording.moved { isSlower ? $0 * 2 : $0 / 2 }
      changes = [.stretched(byBillionths: isSlower ? 1_000_000_000 : -500_000_000)]
      map = { [$0] }
      return
    case .renumberController, .dropSource, .doubleSource: return nil
    }
    guard parts.semitones.isEmpty || !original.repeats(parts.semitones) else { return nil }
    let numbers = recording.tracks.flatMap(\.messages).compactMap { timed -> (Channel, Int)? in
      if case .noteOn(let channel, let note, _) = timed.message { (channel, Int(note.rawValue)) } else { nil }
    }
    guard numbers.allSatisfy({ 0...127 ~= $0.1 + parts.semitones[$0.0, default: 0] }) else { return nil }
    let velocities = (recording.tracks + original.recording.tracks).flatMap(\.messages).compactMap(
      \.message.onVelocity)
    guard velocities.allSatisfy({ 1...127 ~= $0 + parts.velocity }) else { return nil }
    self.recording = recording.map { Self.change($0, parts) }.moved { $0 + parts.shift }
    map = { [Self.map($0, parts)] }
  }

  private static func interval(_ generator: inout SeededGenerator) -> Int {
    [-24, -12, -7, -2, -1, 1, 2, 5, 12, 24].randomElement(using: &generator) ?? 1
  }

  /// Returns a channel with at least 14 notes: with up to four changed notes, ten are a clear majority.
  private static func largeChannel(_ take: OriginalTake, _ generator: inout SeededGenerator) -> Channel? {
    let counts = Dictionary(grouping: take.performance.notes, by: \.channel).mapValues(\.count)
    guard Set(take.performance.notes.map(\.source)).count == 1 else { return nil }
    return counts.filter { $0.value >= 14 }.keys.sorted { $0.rawValue < $1.rawValue }
      .randomElement(using: &generator)
  }

  private static func change(_ message: Message, _ parts: Parts) -> Message {
    guard let channel = message.channel else { return message }
    let target = parts.channels[channel] ?? channel
    func note(_ number: NoteNumber) -> NoteNumber {
      NoteNumber(clamping: Int(number.rawValue) + parts.semitones[channel, default: 0])
    }
    return switch message {
    case .noteOn(_, let number, let velocity):
      .noteOn(
        channel: target, note: note(number),
        velocity: velocity == 0 ? 0 : UInt7(clamping: Int(velocity.rawValue) + parts.velocity))
    case .noteOff(_, let number, let velocity):
      .noteOff(channel: target, note: note(number), velocity: velocity)
    case .polyPressure(_, let number, let pressure):
      .polyPressure(channel: target, note: note(number), pressure: pressure)
    case .controlChange(_, let controller, let value):
      .controlChange(channel: target, controller: controller, value: value)
    case .programChange(_, let program): .programChange(channel: target, program: program)
    case .channelPressure(_, let pressure): .channelPressure(channel: target, pressure: pressure)
    case .pitchBend(_, let value): .pitchBend(channel: target, value: value)
    default: message
    }
  }

  private static func map(_ fact: Mutation.Fact, _ parts: Parts) -> Mutation.Fact {
    func velocity(_ value: UInt7) -> UInt7 { UInt7(clamping: Int(value.rawValue) + parts.velocity) }
    func change(_ change: NoteChange) -> NoteChange {
      switch change {
      case .wrongChannel(let expected, let actual):
        .wrongChannel(
          expected: parts.channels[expected] ?? expected, actual: parts.channels[actual] ?? actual)
      case .wrongVelocity(let expected, let actual):
        .wrongVelocity(expected: velocity(expected), actual: velocity(actual))
      default: change
      }
    }
    switch fact {
    case .note(let index, let changes): return .note(index, changes.map(change))
    case .unexpected(let channel, let number, let changes):
      return .unexpected(
        parts.channels[channel] ?? channel,
        NoteNumber(clamping: Int(number.rawValue) + parts.semitones[channel, default: 0]), changes.map(change)
      )
    case .value(let channel, let quantity, let change, let start, let end, let actual):
      var quantity = quantity
      if case .notePressure(let number) = quantity {
        quantity = .notePressure(
          NoteNumber(clamping: Int(number.rawValue) + parts.semitones[channel, default: 0]))
      }
      return .value(
        parts.channels[channel] ?? channel, quantity, change, start: start, end: end, actual: actual)
    default: return fact
    }
  }
}

extension TakeMutation {
  fileprivate init?(renumberingControllerIn recording: Recording, of original: OriginalTake) {
    let curves = original.performance.curves
    let curve = curves.first { curve in
      if case .controller(let controller) = curve.quantity {
        !Controller.pedals.contains(controller) && curve.steps.count >= 12
      } else {
        false
      }
    }
    guard let curve, case .controller(let controller) = curve.quantity,
      original.performance.notes.allSatisfy({ $0.channel == curve.channel && $0.source == curve.source }),
      !curves.contains(where: { $0.quantity == .controller(20) })
    else { return nil }
    self.recording = recording.map { message in
      guard case .controlChange(let channel, controller, let value) = message else { return message }
      return .controlChange(channel: channel, controller: 20, value: value)
    }
    changes = [
      .controllerChanged(from: .controller(controller), to: .controller(20), part: TakePart())
    ]
    map = { fact in
      guard
        case .value(let channel, .controller(controller), let change, let start, let end, let actual) = fact
      else { return [fact] }
      return [.value(channel, .controller(20), change, start: start, end: end, actual: actual)]
    }
  }

  fileprivate init?(
    droppingSourceOf recording: Recording, of original: OriginalTake, _ generator: inout SeededGenerator
  ) {
    let notes = original.performance.notes
    let counts = Dictionary(notes.map { ($0.source, 1) }, uniquingKeysWith: +).filter { $0.value >= 4 }
    guard original.performance.sources.count > 1, counts.count == original.performance.sources.count,
      let source = counts.keys.sorted().randomElement(using: &generator)
    else { return nil }
    self.recording = recording
    self.recording.tracks.remove(at: source)
    changes = [.sourceMissing(source)]
    let kept = notes.indices.filter { notes[$0].source != source }
    let places = Dictionary(uniqueKeysWithValues: zip(kept, 0...))
    map = { fact in
      switch fact {
      case .note(let index, let changes): places[index].map { [.note($0, changes)] } ?? []
      case .swapped(let one, let two):
        if let one = places[one], let two = places[two] { [.swapped(one, two)] } else { [] }
      default: [fact]
      }
    }
  }

  fileprivate init?(doublingSourceOf recording: Recording, of original: OriginalTake) {
    guard original.performance.sources.count == 1 else { return nil }
    self.recording = Recording(
      tracks: recording.tracks.map { track in
        Recording.Track(
          name: track.name, port: track.port, messages: track.messages.flatMap { [$0, $0] }, end: track.end)
      })
    changes = [.sourceDoubled(0, copy: nil)]
    map = { fact in
      switch fact {
      case .note(let index, let changes): [.note(2 * index, changes), .note(2 * index + 1, changes)]
      case .unexpected, .event: [fact, fact]
      case .swapped(let one, let two): [.swapped(2 * one, 2 * two), .swapped(2 * one + 1, 2 * two + 1)]
      default: [fact]
      }
    }
  }
}

extension OriginalTake {
  /// Returns whether a third of the notes, transposed, are notes of the take after the same time. A transposition then
  /// can't be told from a shift.
  fileprivate func repeats(_ semitones: [Channel: Int]) -> Bool {
    let moved = notes.filter { semitones[$0.channel, default: 0] != 0 }
    var counts: [Int64: Int] = [:]
    for note in moved {
      let number = Int(note.number.rawValue) + semitones[note.channel, default: 0]
      let shifts = moved.filter { $0.channel == note.channel && Int($0.number.rawValue) == number }
        .map { ($0.onset - note.onset).rawValue / 20_000_000 }
      for shift in Set(shifts) { counts[shift, default: 0] += 1 }
    }
    return counts.contains { $0.value * 3 > moved.count }
  }

  /// Returns whether a channel has fewer notes than a change of the take needs.
  fileprivate var hasSmallChannel: Bool {
    Dictionary(grouping: notes, by: \.channel).contains { $0.value.count < 8 }
  }
}

extension Message {
  /// The velocity of a note-on that starts a note, or `nil`.
  fileprivate var onVelocity: Int? {
    if case .noteOn(_, _, let velocity) = self, velocity != 0 { Int(velocity.rawValue) } else { nil }
  }
}
