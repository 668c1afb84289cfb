internal import MIDICore

/// The evidence that a take is a performance of the same music as another one.
///
/// If hardly any notes agree, changes of passages explain a few of them by chance, and the search takes long.
struct TakeRelation {
  /// The largest delay of a note that is at nearly the same time, in nanoseconds.
  private static let nearDelay: Int64 = 120_000_000
  /// The number of intervals in a row that are compared. Unrelated music rarely shares four.
  private static let intervalCount = 4
  /// The maximum number of expected rows of intervals that are compared.
  private static let sampleCount = 2048
  /// Related takes share at least one in this number of rows. By chance, different melodies share some.
  private static let sharedPart = 8

  private let expected: [Note]
  private let actual: AlignedNotes
  private let matching: NoteMatching

  /// Creates the evidence of paired notes.
  ///
  /// - Parameter actual: The actual notes on the expectation's time axis.
  init(expected: [Note], actual: AlignedNotes, matching: NoteMatching) {
    (self.expected, self.actual, self.matching) = (expected, actual, matching)
  }

  /// Whether a third of the notes of one take are in the other one at nearly the same time, or the takes have many equal
  /// intervals at any times.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  var isClose: Bool {
    nearCount * 3 >= min(expected.count, actual.given.count) || hasEqualIntervals
  }

  /// The number of expected notes with an actual note of their pitch at nearly the same time.
  private var nearCount: Int {
    let inTime = matching.partners.count - matching.unmatched.expected.count
    let near = matching.displaced.count { place in
      let partner = actual.onset(Int(matching.partners[place]))
      return partner.distance(to: expected[place].onset).rawValue <= Self.nearDelay
    }
    return inTime + near
  }

  /// Whether enough rows of intervals of the expected take are anywhere in the actual one. Moved and
  /// transposed notes keep them.
  private var hasEqualIntervals: Bool {
    var wanted: Set<UInt32> = []
    let count = expected.count
    Self.forEachRow(
      of: expected, step: max(1, count / Self.sampleCount)
    ) { row in
      wanted.insert(row)
      return true
    }
    let most = wanted.count
    Self.forEachRow(of: actual.given, step: 1) { row in
      wanted.remove(row)
      return (most - wanted.count) * Self.sharedPart < most
    }
    return (most - wanted.count) * Self.sharedPart >= most
  }

  /// Passes rows of intervals of successive notes, one byte each, until one isn't accepted.
  ///
  /// - Parameter step: The distance of the rows that are passed.
  private static func forEachRow(of notes: [Note], step: Int, _ accept: (UInt32) -> Bool) {
    var row: UInt32 = 0
    for index in notes.indices.dropFirst() {
      let interval = notes[index].number.rawValue &- notes[index - 1].number.rawValue
      row = row << 8 | UInt32(interval)
      if index >= intervalCount, index % step == 0, !accept(row) { return }
    }
  }
}
