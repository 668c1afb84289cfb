internal import MIDICore
public import Timelines

/// The comparison for another program. Times are in nanoseconds, channels count from 1, notes are numbers.
public struct ComparisonDocument: Encodable, Sendable {
  /// One difference.
  struct Entry: Encodable, Sendable {
    var time: Int64
    var kinds: [String]
    var text: String
    var expected: Subject?
    var actual: Subject?
  }

  /// A note or a message.
  struct Subject: Encodable, Sendable {
    var time: Int64
    var channel: Int?
    var note: Int?
    var velocity: Int?
    var duration: Int64?
    var message: String?
  }

  let expectedNotes: Int
  let actualNotes: Int
  let expectedOtherMessages: Int
  let actualOtherMessages: Int
  let tolerance: Int64
  let shift: Int64
  let largestDeviation: Int64
  let isSame: Bool
  let differences: [Entry]

  /// Takes a comparison.
  public init(_ comparison: Comparison) {
    expectedNotes = comparison.expected.notes.count
    actualNotes = comparison.actual.notes.count
    expectedOtherMessages = comparison.expected.otherMessages.count
    actualOtherMessages = comparison.actual.otherMessages.count
    tolerance = comparison.options.tolerance.rawValue
    shift = comparison.shift.rawValue
    largestDeviation = comparison.largestDeviation.rawValue
    isSame = comparison.differences.isEmpty
    differences = comparison.differences.map { difference in
      let (expected, actual) = difference.subjects
      return Entry(
        time: difference.time.rawValue, kinds: difference.kindNames,
        text: "\(difference.subject): \(difference.verdict)", expected: expected, actual: actual)
    }
  }
}

extension Difference {
  fileprivate var subjects: (ComparisonDocument.Subject?, ComparisonDocument.Subject?) {
    switch self {
    case .missingNote(let note): (.init(note), nil)
    case .extraNote(let note): (nil, .init(note))
    case .changedNote(let expected, let actual, _): (.init(expected), .init(actual))
    case .missingMessage(let timed): (.init(timed), nil)
    case .extraMessage(let timed): (nil, .init(timed))
    case .displacedMessage(let expected, let actual): (.init(expected), .init(actual))
    }
  }
}

extension ComparisonDocument.Subject {
  fileprivate init(_ note: Note) {
    self.init(
      time: note.onset.rawValue, channel: note.channel.number, note: Int(note.number.rawValue),
      velocity: Int(note.velocity.rawValue), duration: note.duration?.rawValue)
  }

  fileprivate init(_ timed: TimedMessage) {
    self.init(
      time: timed.time.rawValue, channel: timed.message.channel?.number, message: "\(timed.message)")
  }
}
