import Instruments
import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct GridLightsTests {
  /// The lights of an instrument that handles controllers like its firmware: 20 and 21 select a light, and 22 sets it.
  private struct Instrument {
    var column = 0
    var row = 0
    var colors: [Int: UInt8] = [:]
    var model: LinnStrument

    mutating func take(_ message: Message) {
      guard case .controlChange(_, let controller, let value) = message else { return }
      switch controller.rawValue {
      case 20: column = Int(value.rawValue)
      case 21: row = Int(value.rawValue)
      case 22:
        colors[(7 - row) * model.columnCount + column - 1] = value == 0 || value == 7 ? nil : value.rawValue
      default: break
      }
    }
  }

  @Test(arguments: LinnStrument.allCases)
  func instrumentAlwaysShowsHeldNotes(model: LinnStrument) {
    var generator = SeededGenerator(seed: 4)
    var tracker = GridTracker(GridSettings(model))
    var lights = GridLights(model)
    var instrument = Instrument(model: model)
    for step in 0..<2000 {
      let note = NoteNumber(clamping: Int.random(in: 40...75, using: &generator))
      let channel = Channel(clamping: Int.random(in: 0...1, using: &generator))
      let isOn = Bool.random(using: &generator)
      let message: Message =
        isOn
        ? .noteOn(channel: channel, note: note, velocity: 90)
        : .noteOff(channel: channel, note: note, velocity: 0)
      _ = tracker.apply(message, at: .milliseconds(Int64(step)))
      for message in lights.update(tracker.highlights).flatMap(\.messages) { instrument.take(message) }
      var expected: [Int: UInt8] = [:]
      for highlight in tracker.highlights {
        for cell in highlight.cells { expected[cell] = highlight.color.light.rawValue }
      }
      #expect(instrument.colors == expected)
    }
  }

  @Test func onlyChangesAreSent() {
    var tracker = GridTracker()
    var lights = GridLights(.model200)
    _ = tracker.apply(.noteOn(channel: .number(1), note: 30, velocity: 1), at: .zero)
    #expect(lights.update(tracker.highlights) == [Timeline.Light(column: 1, row: 0, color: 5)])
    #expect(lights.update(tracker.highlights).isEmpty)
    _ = tracker.apply(.noteOn(channel: .number(1), note: 31, velocity: 1), at: .zero)
    #expect(lights.update(tracker.highlights) == [Timeline.Light(column: 2, row: 0, color: 3)])
    _ = tracker.apply(.noteOff(channel: .number(1), note: 30, velocity: 1), at: .zero)
    #expect(lights.update(tracker.highlights) == [Timeline.Light(column: 1, row: 0, color: 0)])
  }

  @Test func cellOfTwoNotesHasLightOfLastNote() {
    var tracker = GridTracker()
    var lights = GridLights(.model200)
    for channel in (1...2).map(Channel.number) {
      _ = tracker.apply(.noteOn(channel: channel, note: 30, velocity: 1), at: .zero)
    }
    #expect(lights.update(tracker.highlights) == [Timeline.Light(column: 1, row: 0, color: 3)])
    _ = tracker.apply(.noteOff(channel: .number(2), note: 30, velocity: 1), at: .zero)
    #expect(lights.update(tracker.highlights) == [Timeline.Light(column: 1, row: 0, color: 5)])
  }

  @Test func cellWithoutNoteHasReceivedLight() {
    var tracker = GridTracker()
    var lights = GridLights(.model200)
    func update() -> [Timeline.Light] { lights.update(tracker.highlights, over: tracker.lights) }
    for light in [Timeline.Light(column: 1, row: 0, color: 1), .init(column: 0, row: 3, color: 2)] {
      for message in light.messages { _ = tracker.apply(message, at: .zero) }
    }
    #expect(update() == [Timeline.Light(column: 1, row: 0, color: 1)])
    _ = tracker.apply(.noteOn(channel: .number(1), note: 30, velocity: 1), at: .zero)
    #expect(update() == [Timeline.Light(column: 1, row: 0, color: 5)])
    _ = tracker.apply(.noteOff(channel: .number(1), note: 30, velocity: 1), at: .zero)
    #expect(update() == [Timeline.Light(column: 1, row: 0, color: 1)])
    #expect(lights.update([]) == [Timeline.Light(column: 1, row: 0, color: 0)])
  }

  @Test func lightIsThreeControllersOnChannel1() {
    #expect(
      Timeline.Light(column: 25, row: 7, color: 11).messages == [
        .controlChange(channel: .number(1), controller: 20, value: 25),
        .controlChange(channel: .number(1), controller: 21, value: 7),
        .controlChange(channel: .number(1), controller: 22, value: 11),
      ])
  }
}
