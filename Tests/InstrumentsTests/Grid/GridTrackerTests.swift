import Instruments
import MIDICore
import Testing

@Suite struct GridTrackerTests {
  private func on(_ note: NoteNumber, _ velocity: UInt7 = 100, channel: Channel = .number(1)) -> Message {
    .noteOn(channel: channel, note: note, velocity: velocity)
  }

  private func off(_ note: NoteNumber, channel: Channel = .number(1)) -> Message {
    .noteOff(channel: channel, note: note, velocity: 64)
  }

  /// Returns the highlights after messages, in drawing order.
  private func shown(_ messages: [Message], _ settings: GridSettings = GridSettings()) -> [String] {
    var tracker = GridTracker(settings)
    for message in messages { _ = tracker.apply(message, at: .zero) }
    return tracker.highlights.map { "\($0.note.rawValue) \($0.color.name)" }
  }

  @Test func notesGetColorsInOrderOfArrival() {
    #expect(shown([on(60), on(64), on(67), on(72)]) == ["60 blue", "64 green", "67 orange", "72 red"])
  }

  @Test func releasedColorIsReused() {
    #expect(shown([on(60), on(64), on(67), off(60), on(72)]) == ["64 green", "67 orange", "72 blue"])
    #expect(shown([on(60), on(64), off(64), off(60), on(65)]) == ["65 blue"])
  }

  @Test func retriggeredNoteKeepsColorOnTop() {
    #expect(shown([on(60), on(64), on(60)]) == ["64 green", "60 blue"])
    #expect(shown([on(60), on(64), on(60), off(60)]) == ["64 green", "60 blue"])
    #expect(shown([on(60), on(64), on(60), off(60), off(60)]) == ["64 green"])
  }

  @Test func velocityIsOfLastNoteOn() {
    var tracker = GridTracker()
    for velocity: UInt7 in [100, 20] { _ = tracker.apply(on(60, velocity), at: .zero) }
    #expect(tracker.highlights.map(\.velocity) == [20])
  }

  @Test func velocity0IsNoteOff() {
    #expect(shown([on(60), on(60, 0)]) == [])
  }

  @Test func strayNoteOffIsIgnored() {
    #expect(shown([off(60), off(60), on(64), off(60)]) == ["64 blue"])
  }

  @Test(arguments: [64, 66])
  func pedalLightsNoCell(pedal: Controller) {
    let down = Message.controlChange(channel: .number(1), controller: pedal, value: 127)
    let up = Message.controlChange(channel: .number(1), controller: pedal, value: 0)
    #expect(shown([on(60), down, off(60)]) == [])
    #expect(shown([on(60), down, off(60), on(60)]) == ["60 blue"])
    #expect(shown([on(60), down, off(60), on(60), up]) == ["60 blue"])
  }

  @Test(arguments: [120, 123, 124, 125, 126, 127])
  func allNotesOffClearsGrid(mode: Controller) {
    let message = Message.controlChange(channel: .number(1), controller: mode, value: 0)
    #expect(shown([on(60), on(64), on(60, channel: .number(2)), message]) == ["60 orange"])
    #expect(shown([on(60), message, off(60), on(62), on(60)]) == ["62 blue", "60 green"])
  }

  @Test func systemResetClearsGrid() {
    #expect(shown([on(60), on(64, channel: .number(6)), .systemReset]) == [])
    #expect(shown([on(60), .systemReset, on(60), off(60)]) == [])
  }

  @Test func sourcesAndChannelsAreSeparate() {
    var tracker = GridTracker(GridSettings(), sourceCount: 2)
    _ = tracker.apply(on(60), at: .zero, from: 0)
    _ = tracker.apply(on(60), at: .zero, from: 1)
    _ = tracker.apply(on(60, channel: .number(4)), at: .zero, from: 1)
    _ = tracker.apply(off(60), at: .zero, from: 1)
    #expect(tracker.highlights.map(\.source) == [0, 1])
    #expect(tracker.highlights.map(\.channel) == [.number(1), .number(4)])
    #expect(tracker.highlights.map(\.color.name) == ["blue", "orange"])
  }

  @Test func visibleChangesAreReported() {
    var tracker = GridTracker()
    let messages: [(Message, Bool)] = [
      (on(60), true), (on(60), true), (off(60), false), (off(60), true), (off(60), false),
      (.controlChange(channel: .number(1), controller: 64, value: 127), false), (.timingClock, false),
      (.pitchBend(channel: .number(1), value: 0), false),
      (.channelPressure(channel: .number(1), pressure: 3), false),
    ]
    for (message, isChange) in messages {
      let isChanged = tracker.apply(message, at: .zero)
      #expect(isChanged == isChange, "\(message)")
    }
  }

  /// Returns the six controllers with which the instrument sends a setting.
  private func setting(_ parameter: UInt14, _ value: UInt14, channel: Channel = .number(1)) -> [Message] {
    let numbers: [(Controller, UInt7)] = [
      (99, parameter.mostSignificant), (98, parameter.leastSignificant), (6, value.mostSignificant),
      (38, value.leastSignificant), (101, 127), (100, 127),
    ]
    return numbers.map { .controlChange(channel: channel, controller: $0, value: $1) }
  }

  @Test func settingsAreLearned() {
    var tracker = GridTracker()
    for message in setting(227, 127) { _ = tracker.apply(message, at: .zero) }
    #expect(tracker.settings.rowOffset == .zero)
    _ = tracker.apply(on(30), at: .zero)
    #expect(tracker.highlights.map(\.cells.count) == [8])
  }

  @Test func alternatingSettingOnTwoChannelsIsLearned() {
    var tracker = GridTracker()
    for message in setting(36, 6) + setting(36, 7, channel: .number(5)) + setting(36, 6) {
      _ = tracker.apply(message, at: .zero)
    }
    #expect(tracker.settings.left.octave == 1)
  }

  @Test func registeredParametersAreNotSettings() {
    var tracker = GridTracker()
    let numbers: [(Controller, UInt7)] = [(101, 0), (100, 36), (6, 0), (38, 7)]
    for (controller, value) in numbers {
      _ = tracker.apply(.controlChange(channel: .number(1), controller: controller, value: value), at: .zero)
    }
    #expect(tracker.settings == GridSettings())
  }

  @Test(arguments: [false, true]) func resetDeselectsParameter(isReset: Bool) {
    var tracker = GridTracker()
    let numbers: [(Controller, UInt7)] =
      [(99, 0), (98, 36)] + (isReset ? [(121, 0)] : []) + [(6, 0), (38, 7)]
    for (controller, value) in numbers {
      _ = tracker.apply(.controlChange(channel: .number(1), controller: controller, value: value), at: .zero)
    }
    #expect(tracker.settings.left.octave == (isReset ? 0 : 2))
  }

  /// Returns the settings after some controllers on channel 1.
  private func settings(_ controllers: [(Controller, UInt7)]) -> GridSettings {
    var tracker = GridTracker()
    for (controller, value) in controllers {
      _ = tracker.apply(.controlChange(channel: .number(1), controller: controller, value: value), at: .zero)
    }
    return tracker.settings
  }

  @Test func mostSignificantByteCounts() {
    #expect(settings([(99, 0), (98, 36), (6, 0), (38, 7)]).left.octave == 2)
    // 128 + 7 isn't a valid octave.
    #expect(settings([(99, 0), (98, 36), (6, 1), (38, 7)]) == GridSettings())
  }

  @Test func valueWithoutLeastSignificantByteIsIgnored() {
    #expect(settings([(99, 0), (98, 36), (38, 7), (6, 0)]).left.octave == 2)
    #expect(settings([(99, 0), (98, 36), (6, 7)]) == GridSettings())
  }

  @Test func dataEntryWithoutParameterIsIgnored() {
    #expect(settings([(6, 0), (38, 7)]) == GridSettings())
    #expect(settings([(98, 36), (6, 0), (38, 7)]) == GridSettings())
    #expect(settings([(99, 0), (98, 36), (101, 127), (100, 127), (6, 0), (38, 7)]) == GridSettings())
    // An MSB of a registered number and an LSB of the other kind select no parameter.
    #expect(settings([(101, 0), (98, 36), (6, 0), (38, 7)]) == GridSettings())
    #expect(settings([(99, 0), (98, 36), (121, 0), (6, 0), (38, 7)]) == GridSettings())
  }

  @Test func systemResetDeselectsParameter() {
    var tracker = GridTracker(GridSettings(), sourceCount: 2)
    func control(_ controllers: [(Controller, UInt7)], from source: Int) {
      for (controller, value) in controllers {
        let message = Message.controlChange(channel: .number(1), controller: controller, value: value)
        _ = tracker.apply(message, at: .zero, from: source)
      }
    }
    for source in 0...1 { control([(99, 0), (98, 36), (6, 0)], from: source) }
    _ = tracker.apply(.systemReset, at: .zero, from: 1)
    control([(38, 7)], from: 1)
    #expect(tracker.settings == GridSettings())
    control([(38, 7)], from: 0)
    #expect(tracker.settings.left.octave == 2)
  }

  @Test func learningCanBeDisabled() {
    var tracker = GridTracker(learns: false)
    for message in setting(227, 127) { _ = tracker.apply(message, at: .zero) }
    #expect(tracker.settings == GridSettings())
  }

  @Test func heldNoteKeepsCellsAfterSettingChange() {
    var tracker = GridTracker()
    _ = tracker.apply(on(60), at: .zero)
    for message in setting(36, 6) { _ = tracker.apply(message, at: .zero) }
    _ = tracker.apply(on(72), at: .zero)
    #expect(tracker.highlights.map(\.cells.text) == ["25,55,85,115,145", "25,55,85,115,145"])
    _ = tracker.apply(off(60), at: .zero)
    #expect(tracker.highlights.map(\.note) == [72])
  }
}
