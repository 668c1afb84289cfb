import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct PerformanceTests {
  private func performance(_ messages: [(Int64, Message)]) -> Performance {
    Performance(Played.timeline(messages))
  }

  /// A recording's notes are found moment by moment, or from its timeline if a parameter's value is late.
  @Test func performanceOfRecordingIsThatOfItsTimeline() {
    for seed in 1...(TestEnvironment.isFull ? 20_000 : 2000) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let recording = Recording.random(
        .random(in: 0...60, using: &generator), sources: .random(in: 1...3, using: &generator), &generator)
      #expect(Performance(recording) == Performance(Timeline(recording)), "seed \(seed)")
    }
  }

  @Test func noteLastsFromNoteOnToNoteOff() {
    let performance = performance([(0, Played.on(60)), (1000, Played.off(60, 30))])
    #expect(
      performance.notes == [
        Note(
          channel: .number(1), number: 60, velocity: 100, onset: .zero, offset: .seconds(1),
          releaseVelocity: 30)
      ])
    #expect(performance.events.isEmpty)
    #expect(performance.curves.isEmpty)
    #expect(performance.end == .seconds(1))
  }

  @Test func velocityZeroEndsNoteWithoutReleaseVelocity() {
    let performance = performance([(0, Played.on(60)), (1000, Played.on(60, 0))])
    #expect(performance.notes.map(\.offset) == [.seconds(1)])
    #expect(performance.notes.map(\.releaseVelocity) == [nil])
  }

  @Test func noteWithoutEndIsHanging() {
    let notes = performance([(0, Played.on(60))]).notes
    #expect(notes.map(\.duration) == [nil])
    #expect(notes.map(\.silence) == [nil])
  }

  @Test func firstOfEqualNotesEndsFirst() {
    let performance = performance([
      (0, Played.on(60, 1)), (1000, Played.on(60, 2)), (2000, Played.off(60)), (3000, Played.off(60)),
    ])
    #expect(performance.notes.map(\.offset) == [.seconds(2), .seconds(3)])
    #expect(performance.notes.map(\.velocity) == [1, 2])
  }

  @Test func channelsAreSeparate() {
    let performance = performance([
      (0, Played.on(60)), (0, Played.on(60, channel: .number(2))),
      (1000, Played.off(60, channel: .number(2))),
    ])
    #expect(performance.notes.map(\.offset) == [nil, .seconds(1)])
  }

  @Test func pedalHoldsNoteBeyondOffset() {
    let performance = performance([
      (0, Played.on(60)), (100, Played.control(64, 127)), (200, Played.off(60, 7)),
      (900, Played.control(64, 0)),
    ])
    #expect(performance.notes.map(\.offset) == [.milliseconds(200)])
    #expect(performance.notes.map(\.releaseVelocity) == [7])
    #expect(performance.notes.map(\.silence) == [.milliseconds(900)])
  }

  @Test func restartSilencesHeldNote() {
    let performance = performance([
      (0, Played.control(64, 127)), (0, Played.on(60)), (200, Played.off(60)), (500, Played.on(60)),
      (700, Played.off(60)),
    ])
    #expect(performance.notes.map(\.silence) == [.milliseconds(500), nil])
    #expect(performance.notes.map(\.offset) == [.milliseconds(200), .milliseconds(700)])
  }

  @Test func valuesAreCurves() {
    let performance = performance([
      (0, Played.control(7, 1)), (5, Played.bend(9000)), (6, Played.bend(9001)),
      (7, Played.polyPressure(60, 3)),
      (8, Played.control(74, 5)), (9, Played.pressure(8)), (10, Played.control(0, 1)),
      (11, Played.program(2)),
    ])
    #expect(
      performance.curves.map(\.quantity) == [
        .controller(0), .controller(7), .program, .bend, .pressure, .timbre, .notePressure(60),
      ])
    #expect(performance.curves[3].steps.map(\.value) == [9000, 9001])
    #expect(performance.curves[3].steps.map(\.time) == [.milliseconds(5), .milliseconds(6)])
    #expect(performance.curves[2].steps.map(\.value) == [2 + 128 * 129])
  }

  @Test func parameterIsCurveAndStepsAreEvents() {
    let performance = performance([
      (0, Played.control(99, 1)), (0, Played.control(98, 2)), (0, Played.control(6, 3)),
      (1, Played.control(96, 0)),
    ])
    let parameter = Timeline.Parameter(isRegistered: false, number: 130)
    #expect(performance.curves.map(\.quantity) == [.parameter(parameter)])
    #expect(performance.curves[0].steps.map(\.value) == [384])
    #expect(performance.events.map(\.change) == [.parameter(parameter, .increment(0))])
  }

  @Test func noteExpressionInZoneBelongsToChannel() {
    let performance = performance([
      (0, Played.control(101, 0)), (0, Played.control(100, 6)), (0, Played.control(6, 15)),
      (1, Played.on(60, channel: .number(4))), (2, Played.bend(9000, channel: .number(4))),
      (3, Played.off(60, channel: .number(4))), (4, Played.bend(8192, channel: .number(4))),
    ])
    let bend = performance.curves.first { $0.quantity == .bend }
    #expect(bend?.channel == .number(4))
    #expect(bend?.steps.map(\.value) == [9000, 8192])
  }

  @Test func messagesWithoutValueAreEvents() {
    let performance = performance([
      (0, .start), (1, Played.control(123, 0)), (2, Played.off(60)), (3, Played.control(122, 0)),
    ])
    #expect(
      performance.events.map(\.change) == [
        .system(.start), .controller(123, 0), .note(60, .strayNoteOff(releaseVelocity: 64)),
      ])
    #expect(performance.curves.map(\.quantity) == [.controller(122)])
  }
}
