internal import MIDICore

/// Finds early and late parts: a source, a channel, or a range of pitches with its own delay.
///
/// Delays that several notes have are candidates. ``PassagePartSearch`` finds the range and the part of the notes that
/// have one of them.
struct LatePartSearch {
  /// The maximum number of changes.
  private static let maxCount = 4
  /// The minimum number of notes with a delay.
  private static let minCount = 4

  private let notes: PassageNotes
  private let parts: PassagePartSearch

  /// Creates a search among notes.
  init(_ notes: PassageNotes, _ parts: PassagePartSearch) { (self.notes, self.parts) = (notes, parts) }

  /// Adds the changes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  func find(_ delays: inout NoteDelays, _ changes: inout [PassageChange]) {
    for _ in 0..<Self.maxCount {
      let displaced = delays.displaced
      var best: (delay: Int64, selection: PassagePartSearch.Selection, gains: PassageGains)?
      for delay in Self.candidates(displaced.map { delays.delay($0) }, tolerance: delays.tolerance) {
        let gains = delays.gains(delayedBy: delay, fit: delays.tolerance)
        guard let selection = parts.best(gains), selection.sum > best?.selection.sum ?? 0,
          parts.isClear(selection, gains)
        else { continue }
        best = (delay, selection, gains)
      }
      guard let best else { return }
      let selection = parts.extended(best.selection, best.gains)
      let passage = notes.passage(selection.range, part: selection.part, pitches: selection.pitches)
      let members = selection.range.filter { passage.contains(notes.given.notes[$0]) }
      let count = members.count { best.gains[$0] > 0 }
      guard Self.isLarge(count, of: displaced.count) else { return }
      changes.append(
        PassageChange(.late(by: Nanoseconds(rawValue: best.delay)), of: passage, noteCount: count))
      delays.settle(members)
    }
  }

  /// Returns the delays near which many of some delays are, the most common first.
  static func candidates(_ delays: [Int64], tolerance: Int64) -> [Int64] {
    // The median is near each value that half of the delays have, nearly.
    guard let median = delays.median(),
      isLarge(delays.count { abs($0 - median) <= 2 * tolerance }, of: delays.count)
    else { return [] }
    let delays = delays.sorted()
    let found = delays.commonValues(within: tolerance, atLeast: minCount).filter { common in
      let first = delays.partitioningIndex { $0 >= common.value - tolerance }
      let end = delays.partitioningIndex { $0 > common.value + tolerance }
      return isLarge(end - first, of: delays.count)
    }
    return found.ordered { -$0.count }.map(\.value)
  }

  /// Returns whether a late part has enough of the delays. Some notes of swung and humanized passages have one delay by
  /// chance.
  private static func isLarge(_ count: Int, of all: Int) -> Bool { count * 2 >= all }
}
