/// The gain of each note of a take: 1 if a change explains the note, negative if the change contradicts it, otherwise 0.
///
/// Most changes that are examined explain few notes, so the other notes are examined only where they matter.
struct PassageGains {
  /// The notes that the change explains, in order.
  let explained: [Int]
  private let values: ListOnDemand<Int8>

  /// Creates the gains of some notes.
  ///
  /// - Parameters:
  ///   - count: The number of notes of the take.
  ///   - explained: The notes that the change explains, in order.
  ///   - other: Returns the gain of another note, at most 0.
  init(count: Int, explained: [Int], other: @escaping (Int) -> Int8) {
    self.explained = explained
    values = ListOnDemand(count: count, unknown: .max, element: other)
    for index in explained { values[index] = 1 }
  }

  /// The indices of the notes.
  var indices: Range<Int> { values.indices }

  subscript(index: Int) -> Int8 { values[index] }
}
