import Foundation
import MIDICore
import MIDIRecSessions
import TestSupport
import Timelines

@testable import MIDIRecReports

/// Documents and comparisons for pages.
enum PageSamples {
  typealias Note = ComparisonPage.Note
  typealias Difference = ComparisonPage.Difference

  /// Times are in milliseconds.
  static func note(
    _ number: NoteNumber, _ onset: Int64, _ offset: Int64?, held: Int64? = nil, velocity: UInt7 = 100,
    channel: Channel = .number(1)
  ) -> Note {
    Note(
      channel: channel, number: number, velocity: velocity, onset: onset * 1000,
      offset: offset.map { $0 * 1000 }, silence: (held ?? offset).map { $0 * 1000 })
  }

  static func steps(_ steps: [(Int64, Int)]) -> [ComparisonPage.Step] {
    steps.map { ($0.0 * 1000, $0.1) }
  }

  /// Ten seconds with almost every kind of difference, at times whose state can be determined by hand.
  static let piece = ComparisonPage(
    title: "A piece", verdict: "different: a bit of everything",
    remarks: ["The actual take is 250 ms later and drawn where it fits."],
    expected: .init(
      name: "expected.mid",
      notes: [
        note(60, 0, 1000), note(64, 1000, 2000), note(67, 2000, 3000), note(72, 3000, 4000),
        note(57, 4000, 4500, held: 6000), note(65, 6000, 6500), note(71, 7000, 7500), note(62, 7600, 8000),
        note(55, 8500, 9000), note(52, 9000, 9500),
      ], end: 10_000_000),
    actual: .init(
      name: "actual.mid",
      notes: [
        note(60, 0, 1000), note(67, 2060, 3000), note(74, 3000, 4000), note(57, 4000, 4500, held: 5000),
        note(66, 5200, 5400), note(65, 6000, nil), note(62, 7000, 7400), note(71, 7600, 8100),
        note(55, 8500, 9000, velocity: 60), note(52, 9000, 9500, channel: .number(2)),
      ], end: 10_000_000),
    twins: [0: 0],
    lanes: [
      .init(
        name: "sustain pedal, channel 1", edges: 0...127, initial: 0,
        expected: steps([(4000, 127), (6000, 0)]), actual: steps([(4000, 127), (5000, 0)])),
      .init(
        name: "bend, channel 1", edges: 6144...10_240, zero: 8192, initial: 8192,
        expected: steps([(500, 9192), (900, 8192)]), actual: steps([(500, 9692), (900, 8192)])),
      .init(
        name: "controller 7, channel 1", edges: 0...127, expected: steps([(0, 100)]),
        actual: steps([(0, 100)])),
    ],
    differences: [
      Difference(
        kinds: [.stretched], time: nil, subject: "the whole take", verdict: "2.000 % slower", place: .take),
      Difference(
        kinds: [.valueOff], time: 500_000, subject: "bend on channel 1", verdict: "off by at most 500",
        place: .lane(1, from: 500_000, to: 900_000)),
      Difference(
        kinds: [.missing], time: 1_000_000, subject: "E4 on channel 1", verdict: "missing",
        place: .notes(expected: [1], actual: [])),
      Difference(
        kinds: [.late, .tooShort], time: 2_000_000, subject: "G4 on channel 1",
        verdict: "late by 60 ms, too short by 60 ms", place: .notes(expected: [2], actual: [1])),
      Difference(
        kinds: [.wrongPitch], time: 3_000_000, subject: "C5 on channel 1",
        verdict: "D5 instead, a whole tone up",
        place: .notes(expected: [3], actual: [2])),
      Difference(
        kinds: [.early], time: 5_000_000, subject: "sustain pedal on channel 1", verdict: "early by 1.000 s",
        place: .lane(0, from: 5_000_000, to: 6_000_000)),
      Difference(
        kinds: [.extra], time: 5_200_000, subject: "F#4 on channel 1", verdict: "extra",
        place: .notes(expected: [], actual: [4])),
      Difference(
        kinds: [.hanging], time: 6_000_000, subject: "F4 on channel 1", verdict: "hangs, never ended",
        place: .notes(expected: [5], actual: [5])),
      Difference(
        kinds: [.orderSwapped], time: 7_000_000, subject: "B4 on channel 1",
        verdict: "after D4; expected before it",
        place: .notes(expected: [6, 7], actual: [7, 6])),
      Difference(
        kinds: [.wrongVelocity], time: 8_500_000, subject: "G3 on channel 1",
        verdict: "velocity 60 instead of 100", place: .notes(expected: [8], actual: [8])),
      Difference(
        kinds: [.wrongChannel], time: 9_000_000, subject: "E3 on channel 1",
        verdict: "channel 2 instead of 1",
        place: .notes(expected: [9], actual: [9])),
      Difference(
        kinds: [.missing], time: 9_600_000, subject: "System Exclusive", verdict: "missing",
        place: .event(expected: 9_600_000, actual: nil)),
    ])

  /// Four seconds of which two are a tone higher, and the last one is missing. The last note of the first passage is also
  /// late.
  static let passages = ComparisonPage(
    title: "Passages", verdict: "different: 2 passages changed, 1 late",
    expected: .init(
      name: "expected.mid",
      notes: [note(60, 0, 900), note(62, 1000, 1900), note(64, 2000, 2900), note(65, 3000, 3900)],
      end: 4_000_000),
    actual: .init(
      name: "actual.mid", notes: [note(60, 0, 900), note(64, 1000, 1900), note(66, 2100, 2900)],
      end: 4_000_000),
    twins: [0: 0],
    differences: [
      Difference(
        kinds: [.passageChanged], time: 1_000_000, subject: "bars 2 to 3", verdict: "a tone higher (2 notes)",
        place: .passage(
          .init(
            from: 1_000_000, to: 3_000_000, color: "pitch", sign: "↕", expected: [1, 2], actual: [1, 2]))),
      Difference(
        kinds: [.passageChanged], time: 3_000_000, subject: "bar 4", verdict: "1 note missing",
        place: .passage(.init(from: 3_000_000, to: 4_000_000, color: "actual", sign: "−", expected: [3]))),
      Difference(
        kinds: [.late], time: 2_000_000, subject: "F#4 on channel 1", verdict: "late by 100 ms",
        place: .notes(expected: [2], actual: [2])),
    ])

  /// A comparison by the comparison engine.
  static func comparison(
    _ expected: [TimedMessage], _ actual: [TimedMessage], name: String? = nil, until end: Int64 = 0
  ) -> Comparison {
    let performances = [expected, actual].map { messages in
      Performance(
        Recording(tracks: [
          .init(name: name, messages: messages.sorted { $0.time < $1.time }, end: .milliseconds(end))
        ]))
    }
    return Comparison(expected: performances[0], actual: performances[1], options: .init(alignsStart: false))
  }

  /// ``piece`` in bars of two seconds.
  static let inBars: ComparisonPage = {
    var document = piece
    document.beats = stride(from: 0, through: 10_000_000, by: 500_000).map {
      (time: $0, startsBar: $0 % 2_000_000 == 0)
    }
    document.startsInBars = true
    for (index, difference) in document.differences.enumerated() {
      document.differences[index].position = difference.time.map {
        "\($0 / 2_000_000 + 1):\($0 % 2_000_000 / 500_000 + 1).00"
      }
    }
    return document
  }()

  static let scale = (0..<8).flatMap {
    Takes.note(NoteNumber(masking: 60 + $0), at: Int64($0) * 250, for: 240)
  }

  /// The number of notes of ``crowd``: 100,000 in a full test run.
  static let crowdCount = TestEnvironment.isFull ? 100_000 : 10_000

  /// Many notes in an hour. A quarter is exactly as expected, a quarter deviates slightly, and the others differ, each
  /// with a different verdict.
  static let crowd: ComparisonPage = {
    var generator = SeededGenerator(seed: 11)
    var document = ComparisonPage(
      title: "\(crowdCount) notes", verdict: "different: \(crowdCount / 2) late",
      expected: .init(name: "expected.mid"), actual: .init(name: "actual.mid"))
    let onsets = (0..<crowdCount).map { _ in Int64.random(in: 0..<3_600_000_000, using: &generator) }
      .sorted()
    for (index, onset) in onsets.enumerated() {
      let expected = Note(
        channel: Channel(masking: .random(in: 0..<16, using: &generator)),
        number: NoteNumber(masking: .random(in: 21..<109, using: &generator)),
        velocity: UInt7(masking: .random(in: 1..<128, using: &generator)), onset: onset,
        offset: onset + .random(in: 1000..<600_000, using: &generator))
      var note = expected
      note.silence = note.offset
      document.expected.notes.append(note)
      if index % 4 == 0 { document.twins[index] = index }
      let lateness =
        index % 4 == 0 ? 0 : Int64.random(in: 1..<(index % 4 == 1 ? 5000 : 50_000), using: &generator)
      note.onset += lateness
      note.offset = note.offset.map { $0 + lateness }
      note.silence = note.offset
      document.actual.notes.append(note)
      guard index % 4 > 1 else { continue }
      let text = Nanoseconds.microseconds(lateness).millisecondsText()
      document.differences.append(
        Difference(
          kinds: [.late], time: onset, subject: "\(note.number) on channel \(note.channel)",
          verdict: "late by \(text) ms", place: .notes(expected: [index], actual: [index])))
    }
    // Pitch bends that differ for five minutes.
    let bends = (0..<20_000).map { (time: Int64($0 * 180_000), value: $0 * 7919 % 16_384) }
    let others = bends.map { step in
      (time: step.time, value: 300_000_000..<600_000_000 ~= step.time ? step.value / 2 : step.value)
    }
    document.lanes = [
      .init(
        name: "bend, channel 1", edges: 0...16_384, zero: 8192, initial: 8192, expected: bends, actual: others
      )
    ]
    document.differences.append(
      Difference(
        kinds: [.valueOff], time: 300_000_000, subject: "bend on channel 1", verdict: "off by at most 8191",
        place: .lane(0, from: 300_000_000, to: 600_000_000)))
    document.expected.end = 3_601_000_000
    document.actual.end = 3_601_000_000
    return document
  }()

  /// As many notes as ``crowd``, each with three differences.
  static let allDiffer: ComparisonPage = {
    var document = crowd
    document.twins = [:]
    document.differences = document.expected.notes.indices.map { index in
      let (expected, actual) = (document.expected.notes[index], document.actual.notes[index])
      let lateness = Nanoseconds.microseconds(actual.onset - expected.onset).millisecondsText()
      return Difference(
        kinds: [.late, .tooLong, .wrongVelocity], time: expected.onset,
        subject: "\(expected.number) on channel \(expected.channel)",
        verdict:
          "late by \(lateness) ms, too long by \(index).125 ms, velocity \(index % 127) instead of 100",
        place: .notes(expected: [index], actual: [index]))
    }
    return document
  }()

  /// A text that tries to run a script in a report.
  static let hostile =
    "</script><img src=x onerror=\"window.harm=1\"><script>window.harm=1</script>'\"\u{1B}[31m"

  /// Hostile names in all places.
  static let hostileNames: ComparisonPage = {
    var document = piece
    document.title = hostile
    document.verdict = hostile
    document.remarks = [hostile]
    document.expected.name = hostile
    document.actual.name = hostile
    document.expected.sources = [hostile, hostile]
    document.actual.sources = [hostile, hostile]
    for index in document.actual.notes.indices {
      document.actual.notes[index].attributes = [.init(hostile, hostile)]
    }
    for index in document.lanes.indices { document.lanes[index].name = hostile }
    for index in document.differences.indices {
      document.differences[index].subject = hostile
      document.differences[index].verdict = hostile
    }
    return document
  }()

  static let outcomes = [
    SessionOutcome(session: "chords/major", subject: "notes", verdict: .passed),
    {
      var outcome = SessionOutcome(
        session: "chords/minor", subject: "notes",
        verdict: .different(comparison(scale, Array(scale.dropLast(8)))))
      outcome.duration = .milliseconds(125)
      return outcome
    }(),
    SessionOutcome(
      session: hostile, subject: "notes", verdict: .different(comparison(scale, Array(scale.dropFirst(8))))),
    SessionOutcome(session: "pedals/new", subject: "notes", verdict: .new),
    SessionOutcome(
      session: "linnstrument/glissando", subject: "program.errors", verdict: .unstable(run: 3)),
    SessionOutcome(
      session: "scales/broken", subject: nil,
      verdict: .failed(
        reason: "scales/broken/session.yaml:3: unknown key \"tolerence\", did you mean \"tolerance\"?")),
  ]

  /// When and how ``outcomes`` came about.
  static let invocation = RunInvocation(
    start: Date(timeIntervalSince1970: 1_795_707_012), duration: .milliseconds(12_345),
    command: "midirec test '<b>'", version: "0.1.0")

  /// Ten thousand sessions, of which ten differ.
  static let manyOutcomes = (0..<10_000).map { index in
    let digits = "\(index)"
    let name = "folder/session-" + String(repeating: "0", count: 5 - digits.count) + digits
    var outcome = SessionOutcome(
      session: name, subject: "notes",
      verdict: index % 1000 == 999
        ? .different(comparison(scale, Array(scale.dropLast(2 * (index / 1000) + 2)))) : .passed)
    outcome.duration = .milliseconds(Int64(index % 40))
    return outcome
  }
}
