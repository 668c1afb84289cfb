import Instruments
import MIDICore
import Testing
import Timelines

@testable import MIDIRecStudio

struct LiveStateTests {
  private static func state(_ inputs: String...) -> LiveState {
    var state = LiveState()
    for name in inputs { state.addInput(LiveState.Input(name: name)) }
    return state
  }

  private static func apply(_ messages: [Message], to state: inout LiveState, from source: Int = 0) {
    for (index, message) in messages.enumerated() {
      state.apply(message, at: .milliseconds(index), from: source)
    }
  }

  @Test func aHeldNoteIsListedLitAndPressed() throws {
    var state = Self.state("Linn")
    Self.apply([.noteOn(channel: .number(2), note: 60, velocity: 79)], to: &state)
    let hold = try #require(state.held.all.first)
    #expect(hold.key.note == 60 && hold.key.channel == .number(2) && hold.velocity == 79 && !hold.isPedal)
    #expect(state.grid.highlights.map(\.note) == [60])
    #expect(state.piano.activeKeys == [60])
    Self.apply([.noteOff(channel: .number(2), note: 60, velocity: 0)], to: &state)
    #expect(state.held.all.isEmpty && state.grid.highlights.isEmpty && state.piano.activeKeys.isEmpty)
  }

  @Test func aPedalHoldsANote() throws {
    var state = Self.state("Keys")
    Self.apply(
      [
        .controlChange(channel: .number(1), controller: .sustain, value: 127),
        .noteOn(channel: .number(1), note: 60, velocity: 90),
        .noteOff(channel: .number(1), note: 60, velocity: 0),
      ], to: &state)
    #expect(try #require(state.held.all.first).isPedal)
    Self.apply([.controlChange(channel: .number(1), controller: .sustain, value: 0)], to: &state)
    #expect(state.held.all.isEmpty)
  }

  @Test func theSameNoteOfTwoChannelsAndPortsIsHeldApart() {
    var state = Self.state("Linn", "Keys")
    Self.apply(
      [
        .noteOn(channel: .number(2), note: 60, velocity: 1),
        .noteOn(channel: .number(3), note: 60, velocity: 2),
      ], to: &state)
    Self.apply([.noteOn(channel: .number(2), note: 60, velocity: 3)], to: &state, from: 1)
    Self.apply([.noteOff(channel: .number(3), note: 60, velocity: 0)], to: &state)
    #expect(state.held.all.map(\.velocity) == [1, 3])
  }

  /// Otherwise, the note would hang on the page for ever.
  @Test func notesOfADisconnectedInputEnd() {
    var state = Self.state("Linn", "Keys")
    Self.apply([.noteOn(channel: .number(1), note: 60, velocity: 90)], to: &state)
    Self.apply([.noteOn(channel: .number(1), note: 62, velocity: 90)], to: &state, from: 1)
    state.disconnect(0, at: .seconds(1))
    #expect(state.held.all.map(\.key.note) == [62])
    #expect(state.grid.highlights.map(\.note) == [62])
    #expect(!state.inputs[0].isConnected && state.inputs[0].since == .seconds(1))
    state.reconnect(0, at: .seconds(2))
    #expect(state.inputs[0].isConnected && state.inputs[0].since == .seconds(2))
  }

  @Test func inputsThatAppearLaterAreFollowed() {
    var state = Self.state("Linn")
    state.addInput(LiveState.Input(name: "Keys"))
    Self.apply([.noteOn(channel: .number(1), note: 62, velocity: 90)], to: &state, from: 1)
    #expect(state.held.all.map(\.key.source) == [1])
    #expect(state.inputs.map(\.messageCount) == [0, 1])
    Self.apply([.noteOff(channel: .number(1), note: 62, velocity: 0)], to: &state, from: 1)
    Self.apply([.noteOn(channel: .number(1), note: 62, velocity: 90)], to: &state)
    #expect(state.inputs.map(\.place) == [1, 0])
  }

  @Test func valuesHaveNamesRangesAndTexts() throws {
    var state = Self.state("Keys")
    Self.apply(
      [
        .controlChange(channel: .number(1), controller: .sustain, value: 127),
        .controlChange(channel: .number(1), controller: 74, value: 52),
        .pitchBend(channel: .number(1), value: 8704),
        .channelPressure(channel: .number(1), pressure: 79), .programChange(channel: .number(1), program: 5),
        .controlChange(channel: .number(1), controller: 101, value: 0),
        .controlChange(channel: .number(1), controller: 100, value: 0),
        .controlChange(channel: .number(1), controller: 6, value: 12),
        .controlChange(channel: .number(1), controller: 38, value: 0),
      ], to: &state)
    let texts = Dictionary(
      uniqueKeysWithValues: state.values.values.map { key, latest in
        (key.quantity.name(), key.quantity.shownText(of: latest.value))
      })
    #expect(
      texts == [
        "sustain pedal": "on", "timbre": "52", "bend": "+512", "pressure": "79", "program": "5",
        "pitch bend range (RPN 0)": "1536",
      ])
  }

  @Test(
    arguments: [(nil, false, 2.0), (nil, true, 48), (12, false, 12), (24, true, 24)] as [(Int?, Bool, Double)]
  )
  func bendsAreSemitonesByTheRange(range: Int?, isInZone: Bool, expected: Double) {
    var state = Self.state("Keys")
    if let range {
      Self.apply(
        [
          .controlChange(channel: .number(1), controller: 101, value: 0),
          .controlChange(channel: .number(1), controller: 100, value: 0),
          .controlChange(channel: .number(1), controller: 6, value: UInt7(clamping: range)),
          .controlChange(channel: .number(1), controller: 38, value: 0),
        ], to: &state)
    }
    #expect(state.values.semitones(0, of: 0, .number(1), isInZone: isInZone) == -expected)
    #expect(state.values.semitones(8192, of: 0, .number(1), isInZone: isInZone) == 0)
  }

  @Test func theStripHasStartsAndEnds() {
    var state = Self.state("Keys")
    state.apply(.noteOn(channel: .number(1), note: 60, velocity: 90), at: .seconds(1), from: 0)
    state.apply(.noteOff(channel: .number(1), note: 60, velocity: 0), at: .seconds(3), from: 0)
    let changes = Array(state.recent.changes.stored)
    #expect(changes.map(\.hold.since) == [.seconds(1), .seconds(1)])
    #expect(changes.map(\.end) == [nil, .seconds(3)])
    #expect(Set(changes.map(\.hold.number)).count == 1)
    state.apply(.noteOn(channel: .number(1), note: 62, velocity: 90), at: .seconds(100), from: 0)
    #expect(state.recent.changes.stored.map(\.hold.key.note) == [62])
  }
}
