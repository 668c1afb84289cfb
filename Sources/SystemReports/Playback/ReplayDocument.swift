package import ALSASequencer
internal import MIDICore
internal import Reports

/// A replay as JSON; times are in nanoseconds.
package struct ReplayDocument: Encodable {
  /// How far messages were from their times, early or late.
  struct LatenessDocument: Encodable {
    var median: Int64
    var p99: Int64
    var p999: Int64
    var largest: Int64
  }

  /// Messages that every receiver took.
  var sent: Int
  /// Messages that a receiver had no room for.
  var lost: Int
  /// Messages that were due while the output was away.
  var unsent: Int
  /// How often the output went away.
  var gaps: Int
  /// How often a message was sent again.
  var resent: Int
  /// Notes that could not be transposed that far.
  var leftOut: Int
  /// How far the replay came.
  var elapsed: Int64
  /// Left out where nothing was delivered at a time of its own.
  var lateness: LatenessDocument?
  /// Whether it went on until its end.
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
      LatenessDocument(
        median: $0.median.rawValue, p99: $0.percentile99.rawValue, p999: $0.percentile999.rawValue,
        largest: $0.largest.rawValue)
    }
    isComplete = report.ending == .completed
  }
}

extension Lateness {
  /// A small table in milliseconds.
  package var table: String {
    var table = TextTable([("off by", .left), ("ms", .right)])
    let rows = [
      ("median", median), ("99 in 100 at most", percentile99), ("999 in 1,000 at most", percentile999),
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
  package init(sent: Int, isComplete: Bool) {
    self.sent = sent
    self.isComplete = isComplete
  }
}
