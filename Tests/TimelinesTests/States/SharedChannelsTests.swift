import MIDICore
import TestSupport
import Testing
import Timelines

/// Sources that go to the same port, whose instrument hears one stream.
@Suite struct SharedChannelsTests {
  /// The text lines of the timeline of sources, without the heading and the end.
  private func lines(_ sources: [(Int64, Message)]..., ports: [Int] = [0, 0]) -> [String] {
    let tracks = zip(ports, sources).map { port, messages in
      Recording.Track(
        name: "", port: port,
        messages: messages.map { TimedMessage(time: .seconds($0), message: $1) })
    }
    let text = Timeline(Recording(tracks: tracks)).text
    return text.split(separator: "\n").dropFirst(1 + sources.count).dropLast().map(String.init)
  }

  private static let pedalDown = Played.control(64, 127)
  private static let pedalUp = Played.control(64, 0)

  @Test func pedalHoldsNotesOfOtherSources() {
    let lines = lines(
      [(1, Played.on(60)), (2, Played.off(60, 1))], [(0, Self.pedalDown), (3, Self.pedalUp)])
    #expect(
      lines == [
        "0.000000 2 1 pedal sustain 127", "1.000000 1 1 note C4 60 sounding velocity 100",
        "2.000000 1 1 note C4 60 held sustain velocity 1", "3.000000 1 1 note C4 60 released",
        "3.000000 2 1 pedal sustain 0",
      ])
  }

  @Test func noteOffOfAnotherSourceEndsTheNote() {
    #expect(
      lines([(0, Played.on(60))], [(1, Played.off(60, 1))]) == [
        "0.000000 1 1 note C4 60 sounding velocity 100", "1.000000 1 1 note C4 60 released velocity 1",
      ])
  }

  @Test func noteOffEndsTheOldestNote() {
    let lines = lines(
      [(0, Played.on(60)), (3, Played.off(60, 1))], [(1, Played.on(60)), (2, Played.off(60, 2))])
    #expect(
      lines == [
        "0.000000 1 1 note C4 60 sounding velocity 100", "1.000000 2 1 note C4 60 retriggered velocity 100",
        "2.000000 1 1 note C4 60 still-sounding velocity 2", "3.000000 2 1 note C4 60 released velocity 1",
      ])
  }

  @Test func restartEndsTheHeldNoteOfAnotherSource() {
    let lines = lines(
      [(0, Self.pedalDown), (0, Played.on(60)), (1, Played.off(60, 1))],
      [(2, Played.on(60)), (3, Played.off(60, 2))])
    #expect(
      Array(lines.dropFirst(3)) == [
        "2.000000 1 1 note C4 60 released", "2.000000 2 1 note C4 60 sounding velocity 100",
        "3.000000 1 1 pedal sustain 127 left-down", "3.000000 2 1 note C4 60 held sustain velocity 2",
      ])
  }

  @Test func equalValueOfAnotherSourceHasNoEntry() {
    #expect(
      lines([(0, Played.control(7, 100))], [(1, Played.control(7, 100)), (2, Played.control(7, 90))]) == [
        "0.000000 1 1 controller 7 100", "2.000000 2 1 controller 7 90",
      ])
  }

  @Test func portsHaveSeparateChannels() {
    let lines = lines(
      [(1, Played.on(60)), (2, Played.off(60, 1))], [(0, Self.pedalDown), (3, Self.pedalUp)], ports: [0, 1])
    #expect(
      lines == [
        "0.000000 2 1 pedal sustain 127", "1.000000 1 1 note C4 60 sounding velocity 100",
        "2.000000 1 1 note C4 60 released velocity 1", "3.000000 2 1 pedal sustain 0",
      ])
  }

  /// A take equals its own conversion to one track, except for the sources.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func sharedSourcesPlayLikeOneTrack(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var recording = Recording.random(300, sources: 3, &generator)
    for index in recording.tracks.indices { recording.tracks[index].port = 0 }
    let merged = Recording(
      tracks: [.init(name: "", messages: recording.messagesInOrder, end: recording.duration)])
    let (several, one) = (Performance(recording), Performance(merged))
    #expect(Performance(Timeline(recording)) == several)
    func notes(_ performance: Performance) -> [Note] {
      performance.notes.map { note in
        var note = note
        note.source = 0
        return note
      }.sorted { ($0.onset, $0.channel, $0.number) < ($1.onset, $1.channel, $1.number) }
    }
    #expect(notes(several) == notes(one))
    // A source can also set the value that a different source has set before.
    func steps(_ performance: Performance) -> [String: [String]] {
      var steps: [String: [(time: Nanoseconds, source: Int, value: Int)]] = [:]
      for curve in performance.curves where !curve.quantity.isPressure {
        steps["\(curve.channel.number) \(curve.quantity)", default: []] += curve.steps.map {
          ($0.time, curve.source, $0.value)
        }
      }
      return steps.mapValues { steps in
        let inOrder = steps.sorted { ($0.time, $0.source) < ($1.time, $1.source) }
        return zip([nil] + inOrder.map(\.value), inOrder).compactMap { earlier, step in
          earlier == step.value ? nil : "\(step.time) \(step.value)"
        }
      }
    }
    let (found, expected) = (steps(several), steps(one))
    let differing = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
    #expect(differing.isEmpty, "\(differing.map { ($0, found[$0] ?? [], expected[$0] ?? []) })")
  }
}

extension ValueCurve.Quantity {
  /// Whether it is a pressure, which belongs to a note or to its channel by the zones of a source.
  fileprivate var isPressure: Bool {
    switch self {
    case .pressure, .notePressure: true
    default: false
    }
  }
}
