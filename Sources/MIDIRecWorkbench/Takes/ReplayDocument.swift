package import ALSASequencer
internal import MIDICore
internal import MIDIRecReports

/// A replay as JSON. Times are in nanoseconds.
package struct ReplayDocument: Encodable {
  /// The number of messages that every receiver accepted.
  var sent: Int
  /// The number of messages that a receiver couldn't accept.
  var lost: Int
  /// The number of messages that were due while the output was disconnected.
  var unsent: Int
  /// The number of times the output was disconnected.
  var gaps: Int
  /// The number of messages that were sent again.
  var resent: Int
  /// The number of notes that would be transposed out of range.
  var leftOut: Int
  /// The position that the replay reached.
  var elapsed: Int64
  /// The distances of messages from their times, early or late: `median`, `p99`, `p999`, and `largest`; `nil` if no
  /// message was delivered at its own time.
  var lateness: [String: Int64]?
  /// Whether the replay reached its end.
  var isComplete: Bool

  /// Creates the document of a report.
  package init(_ report: PlaybackReport, leftOutNoteCount: Int) {
    sent = report.sentCount
    lost = report.lostCount
    unsent = report.unsentCount
    gaps = report.gapCount
    resent = report.resentCount
    leftOut = leftOutNoteCount
    elapsed = report.elapsed.rawValue
    lateness = report.lateness.map {
      [
        "median": $0.median.rawValue, "p99": $0.percentile99.rawValue, "p999": $0.percentile999.rawValue,
        "largest": $0.largest.rawValue,
      ]
    }
    isComplete = report.interruption == nil
  }
}

extension Lateness {
  /// A small table in milliseconds.
  package var table: String {
    var table = TextTable(["off by", "ms"], numbers: ["ms"])
    let rows = [
      ("median", median), ("99th percentile", percentile99), ("99.9th percentile", percentile999),
      ("largest", largest),
    ]
    for (name, value) in rows { table.append([name, value.millisecondsText()]) }
    return table.text
  }
}

/// The number of sent messages as JSON.
package struct SendDocument: Encodable {
  var sent: Int
  var isComplete: Bool

  /// Creates the document of a number of messages.
  package init(sent: Int, isComplete: Bool) { (self.sent, self.isComplete) = (sent, isComplete) }
}
