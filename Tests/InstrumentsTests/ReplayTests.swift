import Instruments
import MIDICore
import TestSupport
import Testing
import Timelines

/// A timeline's text contains the whole state of an instrument: replaying the text shows the same as the tracker at
/// each time.
@Suite struct ReplayTests {
  /// A note of any source.
  private struct Key: Hashable {
    var source: Int
    var channel: Channel?
    var note: NoteNumber
  }

  /// The attributes of a note.
  private struct Look: Hashable {
    var cells: String?
    var color: String?
    var velocity: UInt7
  }

  /// Returns messages with few keys, so that they interact, at separate times, including settings of six controllers.
  private func messages(_ generator: inout SeededGenerator, userFirmware: Bool = false) -> [TimedMessage] {
    var messages: [Message] = []
    for _ in 0..<400 {
      let channel = Channel(clamping: Int.random(in: 0...2, using: &generator))
      let note = NoteNumber(clamping: Int.random(in: userFirmware ? 0...5 : 58...63, using: &generator))
      let value = UInt7.random(using: &generator)
      switch Int.random(in: 0..<100, using: &generator) {
      case ..<38: messages.append(.noteOn(channel: channel, note: note, velocity: value))
      case ..<66: messages.append(.noteOff(channel: channel, note: note, velocity: value))
      case ..<76:
        let pedal: Controller = Bool.random(using: &generator) ? 64 : 66
        messages.append(.controlChange(channel: channel, controller: pedal, value: value))
      case ..<80:
        let mode: Controller = Bool.random(using: &generator) ? 120 : 123
        messages.append(.controlChange(channel: channel, controller: mode, value: 0))
      case ..<90:
        // The positions of fingers in User Firmware Mode, or otherwise volumes and the like.
        let column = note.rawValue % 6
        let base = [0, 32, 64].randomElement(using: &generator) ?? 0
        let controller = Controller(masking: UInt8(base) + column)
        messages.append(.controlChange(channel: channel, controller: controller, value: value))
      case ..<94: messages.append(.polyPressure(channel: channel, note: note, pressure: value))
      case ..<98 where !userFirmware:
        let parameter: UInt14 = [36, 37, 38, 227, 246].randomElement(using: &generator) ?? 36
        let small = UInt7(clamping: Int.random(in: 0...7, using: &generator))
        let controllers: [(Controller, UInt7)] = [
          (99, parameter.mostSignificant), (98, parameter.leastSignificant), (6, 0), (38, small), (101, 127),
          (100, 127),
        ]
        messages += controllers.map { .controlChange(channel: channel, controller: $0, value: $1) }
      case ..<99 where !userFirmware: messages.append(.systemReset)
      default: messages.append(.pitchBend(channel: channel, value: .random(using: &generator)))
      }
    }
    return messages.enumerated().map {
      TimedMessage(time: .milliseconds(Int64($0) * 2), message: $1)
    }
  }

  /// Returns a recording of two sources, one of them always a millisecond behind the other.
  private func recording(_ generator: inout SeededGenerator, userFirmware: Bool = false) -> Recording {
    let first = messages(&generator, userFirmware: userFirmware)
    let second = messages(&generator, userFirmware: userFirmware).map {
      TimedMessage(time: $0.time + .milliseconds(1), message: $0.message)
    }
    return Recording(tracks: [
      .init(name: "A", port: 0, messages: first), .init(name: "B", port: 1, messages: second),
    ])
  }

  private func value(_ key: String, _ entry: Timeline.Entry) -> String? {
    entry.attributes.first { $0.key == key }?.value
  }

  /// Replays a timeline's text and a recording together, and calls `expect` after each message.
  private func replay(
    _ timeline: Timeline, beside recording: Recording, _ replay: (Timeline.Entry) -> Void,
    _ expect: (TimedMessage, Int) -> Bool
  ) throws {
    let read = try Timeline(text: Array(timeline.text.utf8))
    #expect(read == timeline)
    var entries = read.entries[...]
    for (source, timed) in recording.messagesOfSources {
      while let entry = entries.first, entry.time <= timed.time {
        // Hanging notes are still shown.
        if case .note(_, .hanging) = entry.change {} else { replay(entry) }
        entries.removeFirst()
      }
      guard expect(timed, source) else { return }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>) func gridTimelineMatchesGrid(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let settings = GridSettings.random(seed % 2 == 0 ? .model200 : .model128, using: &generator)
    let recording = recording(&generator)
    var shown: [Key: Look] = [:]
    var tracker = GridTracker(settings, sourceCount: 2)
    let timeline = Timeline(grid: recording, settings: settings)
    try replay(timeline, beside: recording) { entry in
      guard case .note(let note, let transition) = entry.change else { return }
      let key = Key(source: entry.source, channel: entry.channel, note: note)
      switch transition {
      case .sounding(let velocity), .retriggered(let velocity, _):
        shown[key] = Look(
          cells: value("cells", entry), color: value("color", entry), velocity: velocity)
      case .released: shown[key] = nil
      default: break
      }
    } _: { timed, source in
      _ = tracker.apply(timed.message, at: timed.time, from: source)
      let expected = tracker.highlights.map { highlight in
        (
          Key(source: highlight.source, channel: highlight.channel, note: highlight.note),
          Look(
            cells: highlight.cells.text, color: highlight.color.name, velocity: highlight.velocity)
        )
      }
      let isSame = shown == Dictionary(expected) { first, _ in first }
      #expect(isSame && shown.count == expected.count, "after \(timed) from \(source)")
      return isSame
    }
    #expect(tracker.settings != settings, "no setting was learned")
  }

  @Test(arguments: 10..<14 as Range<UInt64>)
  func gridTimelineHasFingerPositions(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var settings = GridSettings()
    settings.isUserFirmware = true
    let recording = recording(&generator, userFirmware: true)
    var places: [Key: GridPosition] = [:]
    var tracker = GridTracker(settings, sourceCount: 2)
    let timeline = Timeline(grid: recording, settings: settings)
    var count = 0
    try replay(timeline, beside: recording) { entry in
      let column: Int
      switch entry.change {
      case .controller(let controller, _): column = Int(controller.rawValue) % 32
      case .note(let note, .expression(.pressure)): column = Int(note.rawValue)
      default: return
      }
      let key = Key(source: entry.source, channel: entry.channel, note: NoteNumber(clamping: column))
      if let x = value("x", entry).flatMap({ UInt16($0) }) {
        places[key, default: .init()].x = UInt14(clamping: x)
      }
      if let y = value("y", entry).flatMap({ UInt8($0) }) {
        places[key, default: .init()].y = UInt7(clamping: y)
      }
      if let z = value("z", entry).flatMap({ UInt8($0) }) {
        places[key, default: .init()].z = UInt7(clamping: z)
      }
    } _: { timed, source in
      _ = tracker.apply(timed.message, at: timed.time, from: source)
      return tracker.highlights.allSatisfy { highlight in
        let key = Key(source: highlight.source, channel: highlight.channel, note: highlight.note)
        count += 1
        let isSame = highlight.position == places[key, default: .init()]
        #expect(isSame, "after \(timed) from \(source)")
        return isSame
      }
    }
    #expect(count > 1000)
  }

  @Test(arguments: 20..<26 as Range<UInt64>) func pianoTimelineMatchesPiano(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let recording = recording(&generator)
    var shown: [NoteNumber: [Timeline.Attribute]] = [:]
    var tracker = PianoTracker(sourceCount: 2)
    try replay(Timeline(piano: recording), beside: recording) { entry in
      guard case .note(let note, _) = entry.change else { return }
      shown[note] = entry.attributes.isEmpty ? nil : entry.attributes
    } _: { timed, source in
      _ = tracker.apply(timed.message, at: timed.time, from: source)
      var expected: [NoteNumber: [Timeline.Attribute]] = [:]
      for key in tracker.activeKeys {
        let state = tracker[key]
        let hundredths = state.tintHundredths
        var attributes = [
          Timeline.Attribute("key", KeyNaming().name(of: key)),
          Timeline.Attribute("tint", "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"),
        ]
        if state.pressCount > 1 { attributes.append(.init("presses", "\(state.pressCount)")) }
        if state.isSustained { attributes.append(.init("sustained", "yes")) }
        expected[key] = attributes
      }
      #expect(shown == expected, "after \(timed) from \(source)")
      return shown == expected
    }
  }
}
