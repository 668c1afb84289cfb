internal import MIDICore
internal import Timelines

/// How many differences of each kind there are. A note with several changes counts once for each.
struct DifferenceCounts {
  /// The kinds that occur, in a fixed order, each with its number.
  let parts: [(name: String, count: Int)]

  /// Counts differences.
  init(_ differences: [Difference]) {
    var counts: [String: Int] = [:]
    for name in differences.flatMap(\.kindNames) { counts[name, default: 0] += 1 }
    parts = Self.order.compactMap { name in counts[name].map { (name, $0) } }
  }

  private static let order = [
    "missing", "extra", "early", "late", "too long", "too short", "hanging", "ended", "wrong velocity",
    "wrong release velocity", "wrong channel",
  ]
}

extension Difference {
  /// What people call it; several names for a note with several changes.
  var kindNames: [String] {
    switch self {
    case .missingNote, .missingMessage: ["missing"]
    case .extraNote, .extraMessage: ["extra"]
    case .displacedMessage(let expected, let actual): [actual.time > expected.time ? "late" : "early"]
    case .changedNote(_, _, let changes): changes.map(\.kindName)
    }
  }
}

extension NoteChange {
  /// What people call it.
  var kindName: String {
    switch self {
    case .early: "early"
    case .late: "late"
    case .tooLong: "too long"
    case .tooShort: "too short"
    case .hanging: "hanging"
    case .ended: "ended"
    case .velocity: "wrong velocity"
    case .releaseVelocity: "wrong release velocity"
    case .channel: "wrong channel"
    }
  }
}
