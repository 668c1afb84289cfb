import Instruments
import MIDICore
import TestSupport
import Testing

/// The tracker compared with a short model that only counts keys.
@Suite struct GridTrackerModelTests {
  private struct Key: Hashable {
    var source: Int
    var channel: Channel
    var note: NoteNumber
  }

  private struct Held: Hashable {
    var key: Key
    var color: Int
    /// The number of unreleased note-ons.
    var strikes: Int
  }

  private struct Model {
    var held: [Held] = []

    mutating func take(_ message: Message, from source: Int) {
      switch message {
      case .noteOn(let channel, let note, let velocity) where velocity != 0:
        let key = Key(source: source, channel: channel, note: note)
        let free = (0...held.count).first { color in !held.contains { $0.color == color } } ?? 0
        var new = Held(key: key, color: free, strikes: 0)
        if let index = held.firstIndex(where: { $0.key == key }) { new = held.remove(at: index) }
        new.strikes += 1
        held.append(new)
      case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
        let key = Key(source: source, channel: channel, note: note)
        guard let index = held.firstIndex(where: { $0.key == key }) else { return }
        held[index].strikes -= 1
        if held[index].strikes == 0 { held.remove(at: index) }
      case .controlChange(let channel, let controller, _)
      where [120, 123, 124, 125, 126, 127].contains(controller):
        held.removeAll { $0.key.source == source && $0.key.channel == channel }
      case .systemReset: held.removeAll { $0.key.source == source }
      default: break
      }
    }
  }

  private func message(using generator: inout SeededGenerator) -> Message {
    let channel = Channel(clamping: Int.random(in: 0...2, using: &generator))
    let note = NoteNumber(clamping: Int.random(in: 58...66, using: &generator))
    let value = UInt7.random(using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<40: return .noteOn(channel: channel, note: note, velocity: value)
    case ..<75: return .noteOff(channel: channel, note: note, velocity: value)
    case ..<80: return .noteOn(channel: channel, note: note, velocity: 0)
    case ..<88:
      let pedal: Controller = Bool.random(using: &generator) ? 64 : 66
      return .controlChange(channel: channel, controller: pedal, value: value)
    case ..<90:
      let mode = [120, 121, 123, 124, 125, 126, 127].randomElement(using: &generator) ?? 123
      return .controlChange(channel: channel, controller: Controller(clamping: mode), value: 0)
    case ..<92: return .controlChange(channel: channel, controller: 74, value: value)
    case ..<94: return .polyPressure(channel: channel, note: note, pressure: value)
    case ..<96: return .pitchBend(channel: channel, value: .random(using: &generator))
    case ..<98: return .channelPressure(channel: channel, pressure: value)
    case ..<99: return .programChange(channel: channel, program: value)
    default: return Int.random(in: 0..<10, using: &generator) == 0 ? .systemReset : .timingClock
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func trackerMatchesModel(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var tracker = GridTracker(GridSettings(.model128), sourceCount: 2)
    var model = Model()
    for step in 0..<4000 {
      let source = Int.random(in: 0...1, using: &generator)
      let message = message(using: &generator)
      let before = tracker.highlights
      let isChanged = tracker.apply(message, at: .milliseconds(Int64(step)), from: source)
      model.take(message, from: source)
      let shown = tracker.highlights.map {
        Held(
          key: Key(source: $0.source, channel: $0.channel, note: $0.note), color: $0.color.index, strikes: 0
        )
      }
      let expected = model.held.map { Held(key: $0.key, color: $0.color, strikes: 0) }
      guard shown == expected, isChanged || tracker.highlights == before else {
        Issue.record("step \(step): \(message) shows \(shown), expected \(expected)")
        return
      }
    }
  }

  /// Returns any channel message except registered parameters, which could create zones that the model lacks.
  private func anyMessage(using generator: inout SeededGenerator) -> Message {
    let channel = Channel.random(using: &generator)
    let (first, second) = (UInt7.random(using: &generator), UInt7.random(using: &generator))
    let note = NoteNumber(clamping: Int.random(in: 0...30, using: &generator))
    switch Int.random(in: 0..<10, using: &generator) {
    case ..<3: return .noteOn(channel: channel, note: note, velocity: second)
    case ..<5: return .noteOff(channel: channel, note: note, velocity: second)
    case ..<6: return .polyPressure(channel: channel, note: note, pressure: second)
    case _ where 100...101 ~= first.rawValue: return .pitchBend(channel: channel, value: 0)
    default:
      return .controlChange(channel: channel, controller: Controller(masking: first.rawValue), value: second)
    }
  }

  /// Returns the controllers that set a parameter, which is often a setting.
  private func anySetting(using generator: inout SeededGenerator) -> [Message] {
    let channel = Channel.random(using: &generator)
    let parameter = UInt14(clamping: Int.random(in: 0...270, using: &generator))
    let value = UInt7(clamping: Int.random(in: 0...33, using: &generator))
    let isUserFirmware = Int.random(in: 0..<4, using: &generator) == 0
    let number: UInt14 = isUserFirmware ? 245 : parameter
    let values: [(Controller, UInt7)] = [
      (99, number.mostSignificant), (98, number.leastSignificant), (6, 0), (38, value), (101, 127),
      (100, 127),
    ]
    return values.map { .controlChange(channel: channel, controller: $0, value: $1) }
  }

  @Test(arguments: 21..<31 as Range<UInt64>)
  func sourcesOfOnePortShowLikeOneSource(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var several = GridTracker(GridSettings(.model128), sourceCount: 3, ports: [4, 4, 4])
    var one = GridTracker(GridSettings(.model128))
    for step in 0..<2000 {
      let messages =
        switch Int.random(in: 0..<40, using: &generator) {
        case 0: anySetting(using: &generator)
        case ..<10: [anyMessage(using: &generator)]
        default: [message(using: &generator)]
        }
      for message in messages {
        let time = Nanoseconds.milliseconds(Int64(step))
        let source = Int.random(in: 0..<3, using: &generator)
        let isChanged = several.apply(message, at: time, from: source)
        #expect(one.apply(message, at: time) == isChanged)
        let highlights = several.highlights.map { highlight in
          var highlight = highlight
          highlight.source = 0
          return highlight
        }
        guard highlights == one.highlights, several.settings == one.settings, several.lights == one.lights
        else {
          Issue.record("step \(step): \(message) shows \(highlights), expected \(one.highlights)")
          return
        }
      }
    }
  }

  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func settingsAndFingersDoNotAffectHeldKeys(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var tracker = GridTracker(sourceCount: 2)
    var model = Model()
    var modes: Set<Bool> = []
    for step in 0..<4000 {
      let source = Int.random(in: 0...1, using: &generator)
      let isSetting = Int.random(in: 0..<20, using: &generator) == 0
      let messages = isSetting ? anySetting(using: &generator) : [anyMessage(using: &generator)]
      for message in messages {
        _ = tracker.apply(message, at: .milliseconds(Int64(step)), from: source)
        model.take(message, from: source)
      }
      modes.insert(tracker.settings.isUserFirmware)
      let shown = tracker.highlights.map { Key(source: $0.source, channel: $0.channel, note: $0.note) }
      guard shown == model.held.map(\.key) else {
        Issue.record("step \(step): \(messages) shows \(shown), expected \(model.held)")
        return
      }
    }
    #expect(modes == [false, true])
    for source in 0...1 { _ = tracker.apply(.systemReset, at: .seconds(5), from: source) }
    _ = tracker.apply(.noteOn(channel: .number(1), note: 1, velocity: 1), at: .seconds(5))
    #expect(tracker.highlights.map(\.color.name) == ["blue"])
  }

  @Test func allNotesOffAlwaysClearsGrid() {
    var generator = SeededGenerator(seed: 99)
    var tracker = GridTracker()
    for step in 0..<5000 { _ = tracker.apply(message(using: &generator), at: .milliseconds(Int64(step))) }
    for channel in (1...3).map(Channel.number) {
      _ = tracker.apply(.controlChange(channel: channel, controller: 123, value: 0), at: .milliseconds(6000))
    }
    #expect(tracker.highlights.isEmpty)
    _ = tracker.apply(.noteOn(channel: .number(1), note: 60, velocity: 1), at: .milliseconds(6001))
    #expect(tracker.highlights.map(\.color.name) == ["blue"])
  }
}
