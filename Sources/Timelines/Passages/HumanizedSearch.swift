internal import MIDICore

/// Finds humanized passages: most of their notes have small different delays.
struct HumanizedSearch {
  /// The minimum number of notes with a delay.
  private static let minCount = 6
  private static let maxAttempts = 8
  /// The number of notes that give the usual delay.
  private static let sampleCount = 65_536
  /// The largest delay of a humanized note.
  private static let longestDelay: Int64 = 120_000_000

  private let given: [Note]
  private let notes: PassageNotes

  /// Creates a search among notes.
  init(_ notes: PassageNotes) {
    self.notes = notes
    given = notes.given.notes
  }

  /// Returns whether a delay is small enough for a humanized note.
  static func mayBeDelay(_ delay: Nanoseconds) -> Bool { abs(delay.rawValue) <= longestDelay }

  /// Returns whether nearly all notes that aren't in time have small delays.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  static func haveSmallDelays(_ notes: PassageNotes) -> Bool {
    let matching = notes.matching
    let count = matching.displaced.count { place in
      let onset = notes.actual.onset(Int(matching.partners[place]))
      return mayBeDelay(onset.subtracting(notes.expected.notes[place].onset))
    }
    return count * 10 >= matching.unmatched.expected.count * 9
  }

  /// Adds the changes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  func find(_ delays: inout NoteDelays, _ changes: inout [PassageChange]) {
    var gains = self.gains(delays)
    for _ in 0..<Self.maxAttempts {
      guard let found = gains.largestSum()?.range,
        found.count(where: { gains[$0] > 0 }) >= Self.minCount
      else { return }
      if let within = limit(found, delays) {
        let range = found.extended(to: given, beats: notes.beats) { range in
          let exact = range.count { gains[$0] < 0 && !delays.isMissing($0) }
          return exact * 2 <= range.count || exact <= 4 && exact * 16 <= found.count
        }
        let within = range == found ? within : max(within, limit(range, delays) ?? within)
        let count = range.count { abs(delays.delay($0)) <= within.rawValue }
        changes.append(
          PassageChange(.humanized(within: within), of: notes.passage(range), noteCount: count))
        delays.settle(range)
        gains.contradict(range)
      } else {
        gains.contradict(found)
      }
    }
  }

  /// Returns how much the delay of each note suggests that it is humanized.
  private func gains(_ delays: NoteDelays) -> PassageGains {
    let small = delays.displaced.filter { abs(delays.delay($0)) <= Self.longestDelay }
    guard small.count >= Self.minCount else { return PassageGains(count: 0, explained: []) { _ in 0 } }
    let usual = Self.usual(delays)
    return PassageGains(count: delays.count, explained: small) { index in
      // Some of the notes of any music are near each other, but many have no partner then.
      if delays.isMissing(index) { return -2 }
      let delay = delays.delay(index)
      if delay == NoteDelays.unknown { return 0 }
      // Few humanized notes have exactly the usual delay.
      return abs(delay) <= delays.tolerance && abs(delay - usual) > delays.tolerance / 8 ? 0 : -1
    }
  }

  /// Returns the delay of the notes that aren't humanized, which isn't zero if the takes are aligned by the others.
  private static func usual(_ delays: NoteDelays) -> Int64 {
    let unit = delays.tolerance / 8 + 1
    let sample = stride(from: 0, to: delays.count, by: max(delays.count / sampleCount, 1))
      .map(delays.delay).filter { $0 != NoteDelays.unknown }
    func place(_ delay: Int64) -> Int? { abs(delay) <= delays.tolerance ? Int(delay / unit) + 9 : nil }
    var counts = [Int](repeating: 0, count: 19)
    for place in sample.compactMap(place) { counts[place] += 1 }
    guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[most] * 4 >= sample.count
    else { return 0 }
    return sample.filter { place($0) == most }.median() ?? 0
  }

  /// Returns the largest plausible delay of humanized notes, or `nil` if the notes aren't humanized.
  private func limit(_ range: Range<Int>, _ delays: NoteDelays) -> Nanoseconds? {
    let values = range.map { delays.delay($0) }.filter { abs($0) <= Self.longestDelay }
    // Most ranges of small takes need no lengths.
    let changes = ParallelValue { lengthChanges(range) }
    if given.count >= parallelCount { changes.begin() }
    guard let most = Self.largest(values, tolerance: delays.tolerance), Self.isUneven(values) else {
      return nil
    }
    let lengths = changes.value.filter { abs($0) <= 2 * most }
    let longest = max(most, Self.largest(lengths, tolerance: notes.options.offsetTolerance.rawValue) ?? 0)
    return Nanoseconds.milliseconds((longest + 999_999) / 1_000_000)
  }

  /// Returns whether delays differ from note to note. A tempo that changes moves neighbors alike.
  private static func isUneven(_ delays: [Int64]) -> Bool {
    let steps = zip(delays, delays.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
    return steps * 5 >= delays.reduce(0) { $0 + abs($1) } * 3
  }

  /// Returns how much longer the actual notes of a range are.
  private func lengthChanges(_ range: Range<Int>) -> [Int64] {
    notes.indices.enumerated().compactMap { place, index in
      let partner = Int(notes.matching.partners[place])
      guard range.contains(index), partner >= 0, let end = notes.actual.offset(partner),
        let length = notes.expected.notes[place].duration
      else { return nil }
      return end.subtracting(notes.actual.onset(partner)).subtracting(length).rawValue
    }
  }

  /// Returns whether more than half of some changes are nearly equal.
  private static func haveCommonValue(_ changes: [Int64]) -> Bool {
    let (half, distance) = (changes.count / 2, 1_000_000 as Int64)
    // The median is one of them.
    guard let median = changes.median(), changes.count(where: { abs($0 - median) < distance }) > half else {
      return false
    }
    let changes = changes.sorted()
    return changes.indices.dropFirst(half).contains { changes[$0] - changes[$0 - half] < distance }
  }

  /// Returns the largest plausible one of the random changes of notes, or `nil` if the changes aren't random.
  private static func largest(_ changes: [Int64], tolerance: Int64) -> Int64? {
    let large = changes.filter { abs($0) > tolerance }
    guard large.count >= minCount, large.count * 4 >= changes.count,
      changes.count(where: { abs($0) > tolerance / 8 }) * 4 >= 3 * changes.count
    else { return nil }
    let late = large.count { $0 > 0 }
    guard min(late, large.count - late) * 6 >= large.count else { return nil }
    // Many equal changes have a different cause.
    guard !haveCommonValue(large) else { return nil }
    // A single note beyond a gap is wrong by more than its neighbors.
    let sizes = changes.map(\.magnitude)
    var last = sizes.element(inOrderAt: sizes.count * 4 / 5)
    let gap = max(last / 4, 8 * last / UInt64(changes.count), 1_000_000)
    // All smaller ones are plausible.
    for size in sizes.filter({ [last] in $0 > last }).sorted() {
      guard size - last <= gap else { break }
      last = size
    }
    return Int64(last)
  }
}
