internal import MIDICore

/// Finds early and late parts: a source, a channel, or a range of pitches with its own delay.
///
/// Delays that several notes have are candidates. ``PassagePartSearch`` finds the range and the part of the notes that
/// have one of them.
struct LatePartSearch {
  /// The maximum number of changes, and that of delays that are examined.
  private static let (maxCount, candidateCount) = (4, 4)
  /// The minimum number of notes with a delay.
  private static let minCount = 4

  private let notes: PassageNotes

  /// Creates a search among notes.
  init(_ notes: PassageNotes) { self.notes = notes }

  /// Adds the changes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  func find(_ delays: inout NoteDelays, _ changes: inout [PassageChange]) {
    let search = PassagePartSearch(notes.given)
    for _ in 0..<Self.maxCount {
      let displacedCount = delays.values.indices.count(where: delays.isDisplaced)
      guard displacedCount >= Self.minCount else { return }
      var best: (delay: Int64, selection: PassagePartSearch.Selection, gains: [Int8])?
      for delay in candidates(delays) {
        let gains = delays.values.indices.map { index in
          Int8(delays.gain(index, delayedBy: delay, fit: delays.tolerance))
        }
        guard let selection = search.best(gains), search.isClear(selection, gains),
          selection.sum > best?.selection.sum ?? 0
        else { continue }
        best = (delay, selection, gains)
      }
      guard let best else { return }
      let selection = search.extended(best.selection, best.gains, notes.beats)
      let passage = notes.passage(selection.range, part: selection.part, pitches: selection.pitches)
      let members = selection.range.filter { passage.contains(notes.given.notes[$0]) }
      // Some notes of swung and humanized passages have one delay by chance.
      guard members.count(where: { best.gains[$0] > 0 }) * 2 >= displacedCount else { return }
      changes.append(
        PassageChange(
          .late(by: Nanoseconds(rawValue: best.delay)), of: passage,
          noteCount: members.count { best.gains[$0] > 0 }))
      delays.settle(members)
    }
  }

  /// Returns the delays that most displaced notes have, the most common first.
  private func candidates(_ delays: NoteDelays) -> [Int64] {
    let values = delays.values.indices.filter(delays.isDisplaced).map { delays.values[$0] }.sorted()
    let found = values.commonValues(within: delays.tolerance, atLeast: Self.minCount)
    return found.ordered { -$0.count }.prefix(Self.candidateCount).map(\.value)
  }
}
