internal import MIDICore

/// The agreement of the notes of two takes.
///
/// More pairs are better, then more notes nearby, then a smaller distance.
struct Agreement: Comparable {
  /// The number of pairs.
  var count = 0
  /// The number of notes that agree at a different time.
  var nearbyCount = 0
  /// The distance of the pairs in time or in pitch.
  var distance: Int128 = 0

  static func < (left: Agreement, right: Agreement) -> Bool {
    (left.count, left.nearbyCount, right.distance) < (right.count, right.nearbyCount, left.distance)
  }
}

/// Finds the changes of a whole take that explain most of the notes without a partner.
///
/// A change is found if it explains at least four notes, half of those that it concerns and that had no partner, and two
/// thirds of those that it can explain. A single changed note doesn't make or break such a majority.
///
/// ``TakeMatching`` keeps a change only if fewer notes are then without a partner, and ``PassageSearch`` may undo a
/// transposition if a transposed passage explains more.
struct TransformationSearch {
  typealias Line = TakeTransformation.Line
  typealias Target = TakeTransformation.Target

  /// The minimum number of notes that a change explains. With fewer, each note is reported instead.
  static let minCount = 4

  /// A change, the alignment under which the notes agree, and their number.
  typealias Found = (transformation: TakeTransformation, alignment: TakeAlignment, count: Int)

  private let expected: [Note]
  private let actual: [Note]
  private let keys: ComparisonKeys
  private let tolerance: Nanoseconds
  private let alignment: TakeAlignment
  /// The actual partner of each expected note that has one within the tolerance, otherwise a negative number.
  private let partners: [Int32]
  private let unmatchedCount: Int
  private let table: LineTable

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - matching: The pairs without any change of the whole take.
  ///   - alignment: The alignment of these pairs.
  /// - Returns: `nil` if too few notes have no partner.
  init?(
    expected: [Note], actual: [Note], keys: ComparisonKeys, tolerance: Nanoseconds, matching: NoteMatching,
    alignment: TakeAlignment
  ) {
    unmatchedCount = matching.unmatched.expected.count
    guard unmatchedCount >= Self.minCount, matching.unmatched.actual.count >= Self.minCount else {
      return nil
    }
    // Most takes end here, so this is fast.
    table = LineTable(expected)
    guard table.hasLargePart(of: matching.unmatched.expected.lazy.map { expected[$0] }) else { return nil }
    self.expected = expected
    self.actual = actual
    self.keys = keys
    self.tolerance = tolerance
    self.alignment = alignment
    var partners = matching.partners
    for index in matching.unmatched.expected { partners[index] = -1 }
    self.partners = partners
  }

  private var lines: [Line] { table.lines }

  /// Returns the best change, or `nil` if none explains enough notes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  func best() -> Found? {
    let matchedCount = expected.count - unmatchedCount
    var best = found(alignment, isKnown: true)
    let possible = min(expected.count, actual.count)
    // If a passage repeats, a wrong alignment also explains most notes.
    if (best?.count ?? matchedCount) * 16 < possible * 15 {
      let others = TakeAlignment.byIntervals(expected: expected, actual: actual, tolerance: tolerance)
      for other in others where other != alignment {
        guard let found = found(other, isKnown: false) else { continue }
        let gain = found.count - matchedCount
        guard gain >= Self.minCount, gain * 2 >= possible - matchedCount else { continue }
        if found.count > best?.count ?? 0 { best = found }
      }
    }
    return best
  }

  /// Returns the changes under an alignment.
  ///
  /// - Parameter isKnown: Whether the alignment is that of the pairs. Lines that have most of their notes then stay.
  private func found(_ alignment: TakeAlignment, isKnown: Bool) -> Found? {
    guard let votes = Votes(self, alignment, isKnown: isKnown) else { return nil }
    var targets: [Target] = lines.map { Target(channel: $0.channel) }
    adoptCommonTransposition(votes, &targets)
    for line in lines.indices { adoptOwnTarget(votes, line, &targets) }
    // A line with few notes follows lines that were found on other channels.
    adoptCommonTransposition(votes, &targets)
    var transformation = TakeTransformation()
    for (line, target) in zip(lines, targets) where target != Target(channel: line.channel) {
      transformation.targets[line] = target
    }
    if isKnown, transformation.isIdentity { return nil }
    let count = lines.indices.reduce(votes.otherCount) { $0 + votes.count($1, targets[$1]) }
    return (transformation, alignment, count)
  }

  /// Transposes all lines, or all of one source, if that explains most of their notes.
  private func adoptCommonTransposition(_ votes: Votes, _ targets: inout [Target]) {
    let open = lines.indices.filter { votes.isOpen[$0] }
    let sources = Set(lines.map(\.source)).sorted()
    let parts = sources.count > 1 ? sources.map { source in open.filter { lines[$0].source == source } } : []
    for scope in [open] + parts {
      func target(_ line: Int, _ semitones: Int) -> Target {
        Target(channel: targets[line].channel, semitones: semitones)
      }
      func count(_ semitones: Int) -> Int { scope.reduce(0) { $0 + votes.count($1, target($1, semitones)) } }
      let best = Self.intervals.map { (semitones: $0, count: count($0)) }.max { $0.count < $1.count }
      guard let best, best.semitones != 0 else { continue }
      let possible = scope.reduce(0) { $0 + votes.possible($1, targets[$1].channel) }
      let unexplained = scope.reduce(0) { $0 + votes.expectedCounts[$1] } - count(0)
      guard isClear(best.count, gain: best.count - count(0), possible: possible, unexplained: unexplained)
      else {
        continue
      }
      for line in scope {
        if votes.agreement(line, target(line, best.semitones)) >= votes.agreement(line, targets[line]) {
          targets[line] = target(line, best.semitones)
        }
      }
      return
    }
  }

  /// Moves a line to a different channel, or transposes it differently, if that explains most of its notes.
  private func adoptOwnTarget(_ votes: Votes, _ line: Int, _ targets: inout [Target]) {
    let current = votes.count(line, targets[line])
    guard current * 3 < votes.possible(line, targets[line].channel) * 2 || current < Self.minCount else {
      return
    }
    guard let best = votes.best(line) else { return }
    let count = votes.count(line, best)
    guard count * 5 >= votes.expectedCounts[line] * 2,
      isClear(
        count, gain: count - current, possible: votes.possible(line, best.channel),
        unexplained: votes.expectedCounts[line] - current)
    else { return }
    targets[line] = best
  }

  /// Returns whether a change is found, by the three rules of this type.
  ///
  /// - Parameters:
  ///   - count: The number of notes that agree.
  ///   - gain: The number of them that had no partner.
  ///   - possible: The number of notes that the change can explain.
  ///   - unexplained: The number of concerned notes without a partner.
  private func isClear(_ count: Int, gain: Int, possible: Int, unexplained: Int) -> Bool {
    gain >= Self.minCount && count * 3 >= possible * 2 && gain * 2 >= min(unexplained, possible)
  }

  /// The transpositions, the smallest first.
  private static let intervals = [0] + (1...127).flatMap { [-$0, $0] }
}

extension TransformationSearch {
  /// The numbers of notes of each line that agree with an actual note on a channel at an interval.
  private struct Votes {
    /// The maximum number of lines. More would need too much memory.
    private static let lineLimit = 512
    /// The maximum number of actual notes that are compared with an expected one.
    private static let crowd = 64
    private static let width = 256

    /// The number of expected notes of each line.
    let expectedCounts: [Int]
    /// The number of paired notes of the lines that stay.
    let otherCount: Int
    private let search: TransformationSearch
    private let alignment: TakeAlignment
    /// Whether each line may change.
    let isOpen: [Bool]
    private var actualCounts = [Int](repeating: 0, count: 16)
    private var votes: [Int32]

    /// Counts the votes.
    ///
    /// - Returns: `nil` if all lines stay, or if there are too many lines.
    init?(_ search: TransformationSearch, _ alignment: TakeAlignment, isKnown: Bool) {
      guard search.lines.count <= Self.lineLimit else { return nil }
      self.search = search
      self.alignment = alignment
      let counts = search.table.noteCounts
      var unmatched = [Int](repeating: 0, count: counts.count)
      for (index, note) in search.expected.enumerated() where search.partners[index] < 0 {
        unmatched[search.table.number(of: note)] += 1
      }
      expectedCounts = counts
      isOpen = counts.indices.map { !isKnown || search.table.isLargePart(unmatched[$0], of: counts[$0]) }
      guard isOpen.contains(true) else { return nil }
      var isTaken = [Bool](repeating: false, count: search.actual.count)
      var otherCount = 0
      if isOpen.contains(false) {
        for (index, note) in search.expected.enumerated()
        where !isOpen[search.table.number(of: note)] && search.partners[index] >= 0 {
          isTaken[Int(search.partners[index])] = true
          otherCount += 1
        }
      }
      self.otherCount = otherCount
      votes = [Int32](repeating: 0, count: counts.count * 16 * Self.width)
      count(search.actual.indices.filter { !isTaken[$0] })
    }

    /// Counts the votes of some actual notes. Each half of the expected notes is examined on its own thread.
    private mutating func count(_ notes: [Int]) {
      let times = notes.map { alignment.expectedTime(of: search.actual[$0].onset) }
      // Packed, because copies of notes take longer.
      let keys = notes.map { search.keys.actual.key(of: search.actual[$0]) }
      for key in keys { actualCounts[ComparisonKeys.channel(of: key) & 0xF] += 1 }
      let (all, half) = (search.expected.count, search.expected.count / 2)
      let counts = both(
        if: all >= parallelCount, { [self] in votes(of: 0..<half, times, keys) },
        { [self] in votes(of: half..<all, times, keys) })
      for index in votes.indices { votes[index] = counts.0[index] + counts.1[index] }
    }

    /// Returns the votes of some expected notes for the actual notes at their time.
    private func votes(of range: Range<Int>, _ times: [Nanoseconds], _ keys: [Int]) -> [Int32] {
      var votes = votes
      var first = 0
      // By their indices, because notes are large and would be copied.
      for index in range {
        let (line, onset) = (search.table.number(of: search.expected[index]), search.expected[index].onset)
        let (low, high) = (onset.subtracting(search.tolerance), onset.adding(search.tolerance))
        while first < times.count, times[first] < low { first += 1 }
        guard isOpen[line] else { continue }
        let (source, number) = (
          search.keys.expected.source(search.expected[index].source), search.expected[index].number
        )
        for place in first..<min(first + Self.crowd, times.count) {
          guard times[place] <= high else { break }
          let key = keys[place]
          guard key >> 11 == source else { continue }
          let semitones = ComparisonKeys.number(of: key) - Int(number.rawValue)
          votes[self.index(line, ComparisonKeys.channel(of: key) & 0xF, semitones)] += 1
        }
      }
      return votes
    }

    private func index(_ line: Int, _ channel: Int, _ semitones: Int) -> Int {
      (line * 16 + channel) * Self.width + semitones + 128
    }

    /// Returns the number of notes of a line that agree with a target, at most one for each note.
    func count(_ line: Int, _ target: Target) -> Int {
      let channel = search.keys.expected.mapped(target.channel)
      return min(
        Int(votes[index(line, Int(channel.rawValue), target.semitones)]), possible(line, target.channel))
    }

    /// Returns how well a line agrees with a target.
    ///
    /// If no note of a line with few notes agrees, its notes at other times and of other pitches count.
    func agreement(_ line: Int, _ target: Target) -> Agreement {
      var agreement = Agreement(count: count(line, target))
      guard agreement.count == 0, expectedCounts[line] < TransformationSearch.minCount else {
        return agreement
      }
      let channel = search.keys.expected.mapped(target.channel)
      agreement.distance = 128
      for note in search.expected where search.table.number(of: note) == line {
        for other in search.actual where other.channel == channel {
          let delay = alignment.expectedTime(of: other.onset).distance(to: note.onset)
          let interval = abs(Int(other.number.rawValue) - Int(note.number.rawValue) - target.semitones)
          if interval == 0, delay <= NoteMatching.searchWindow { agreement.nearbyCount += 1 }
          if delay <= search.tolerance { agreement.distance = min(agreement.distance, Int128(interval)) }
        }
      }
      return agreement
    }

    /// Returns the number of notes of a line that can agree with notes on a channel.
    func possible(_ line: Int, _ channel: Channel) -> Int {
      min(expectedCounts[line], actualCounts[Int(search.keys.expected.mapped(channel).rawValue)])
    }

    /// Returns the target with most votes: if possible on the line's own channel, and with the smallest interval.
    func best(_ line: Int) -> Target? {
      guard isOpen[line] else { return nil }
      let own = search.lines[line].channel
      let others = (0..<16).map { Channel(masking: $0) }.filter {
        $0 != own && search.keys.unmapped(search.keys.expected.mapped($0)) == $0
      }
      var best: (target: Target, count: Int)?
      for channel in [own] + others {
        for semitones in TransformationSearch.intervals {
          let target = Target(channel: channel, semitones: semitones)
          let count = count(line, target)
          if count > best?.count ?? 0 { best = (target, count) }
        }
      }
      return best?.target
    }
  }
}

/// The lines of notes, numbered in order of their first notes.
private struct LineTable {
  /// The lines.
  private(set) var lines: [TakeTransformation.Line] = []
  /// The number of notes of each line.
  private(set) var noteCounts: [Int] = []
  /// The number of each line, or a negative number, by source and channel.
  private var numbers: [Int32] = []

  /// Creates the table of notes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ notes: [Note]) {
    for note in notes {
      let place = Self.place(of: note)
      while numbers.count <= place { numbers.append(-1) }
      if numbers[place] < 0 {
        numbers[place] = Int32(lines.count)
        lines.append(TakeTransformation.Line(source: note.source, channel: note.channel))
        noteCounts.append(0)
      }
      noteCounts[Int(numbers[place])] += 1
    }
  }

  private static func place(of note: Note) -> Int { note.source << 4 | Int(note.channel.rawValue) }

  /// Returns the number of a note's line.
  func number(of note: Note) -> Int { Int(numbers[Self.place(of: note)]) }

  /// Returns whether some of the notes are a quarter of the notes of a line.
  func hasLargePart(of some: some Sequence<Note>) -> Bool {
    var counts = [Int](repeating: 0, count: lines.count)
    for note in some { counts[number(of: note)] += 1 }
    return zip(counts, noteCounts).contains { isLargePart($0, of: $1) }
  }

  /// Returns whether a number of notes is a quarter of a line.
  func isLargePart(_ count: Int, of lineCount: Int) -> Bool { count > 0 && count * 4 >= lineCount }
}
