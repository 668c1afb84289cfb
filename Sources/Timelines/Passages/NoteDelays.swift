internal import MIDICore

/// The delays of the actual notes over the expected ones, by the indices of the given notes.
struct NoteDelays {
  /// The delay of a note without an actual partner of its pitch, or of a note whose passage has been found.
  static let unknown = Int64.max
  /// The maximum number of actual notes that are compared with an expected one.
  private static let crowd = 64

  /// Whether the passage of each note has been found.
  private var isSettled: [Bool]
  /// The notes that a rule may explain, in order: those that aren't in time and whose passage hasn't been found.
  private(set) var open: [Int] = []
  private let notes: PassageNotes
  /// The largest delay that doesn't count, in nanoseconds.
  let tolerance: Int64

  /// Finds the notes that aren't in time.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ notes: PassageNotes) {
    self.notes = notes
    tolerance = max(notes.options.onsetTolerance.rawValue, 0)
    isSettled = [Bool](repeating: false, count: notes.given.notes.count)
    open = notes.matching.unmatched.expected.map { notes.indices[$0] }.sorted()
    open = open.filter { isMissing($0) || isDisplaced($0) }
  }

  /// The number of notes.
  var count: Int { isSettled.count }

  /// Returns the delay of a note in nanoseconds, or ``unknown``.
  func delay(_ index: Int) -> Int64 {
    let place = Int(notes.places[index])
    guard isOpen(index) else { return Self.unknown }
    let partner = Int(notes.matching.partners[place])
    guard partner >= 0 else { return Self.unknown }
    let (item, other) = (notes.expectedItems[place], notes.actualItems[partner])
    guard ComparisonKeys.number(of: item.key) == ComparisonKeys.number(of: other.key) else {
      return Self.unknown
    }
    return other.time.subtracting(item.time).rawValue
  }

  /// Returns whether a note isn't in time and its passage hasn't been found.
  func isDisplaced(_ index: Int) -> Bool {
    let delay = delay(index)
    return delay != Self.unknown && abs(delay) > tolerance
  }

  /// Returns whether a note has no actual partner of its pitch and its passage hasn't been found.
  func isMissing(_ index: Int) -> Bool {
    isOpen(index) && delay(index) == Self.unknown
  }

  /// Returns whether a note hasn't been removed by a change, and its passage hasn't been found.
  private func isOpen(_ index: Int) -> Bool { notes.places[index] >= 0 && !isSettled[index] }

  /// The notes that aren't in time, in order.
  var displaced: [Int] { open.filter(isDisplaced) }

  /// Returns the range from the first to the last note that a rule may explain.
  ///
  /// - Parameter withEnds: Whether the rule may also explain the ends of notes in time.
  func openRange(withEnds: Bool) -> Range<Int> {
    let ends = withEnds ? notes.differing.map { notes.indices[$0] } : []
    guard let first = [open.first, ends.min()].compactMap(\.self).min(),
      let last = [open.last, ends.max()].compactMap(\.self).max()
    else { return 0..<0 }
    return first..<last + 1
  }

  /// Returns how much a rule that delays a note explains: 1 if only the rule puts the note in time, and a negative number
  /// if the rule contradicts the note.
  ///
  /// - Parameter fit: The largest delay under the rule of a note that it explains.
  func gain(_ index: Int, delayedBy shift: Int64, fit: Int64) -> Int {
    guard isOpen(index) else { return 0 }
    let delay = delay(index)
    // A note that moved by the distance of repeated notes may be paired with its neighbor.
    func isElsewhere() -> Bool { abs(shift) > tolerance && hasActual(index, delayedBy: shift, fit) }
    if delay == Self.unknown { return isElsewhere() ? 1 : 0 }
    let rest = (delay &- shift).magnitude
    if abs(delay) <= tolerance { return rest <= UInt64(tolerance) || isElsewhere() ? 0 : -2 }
    return rest <= UInt64(fit) || isElsewhere() ? 1 : -1
  }

  /// Returns whether a note ends in time if a rule delays its end.
  func endsInTime(_ index: Int, delayedBy shift: Nanoseconds) -> Bool {
    let place = Int(notes.places[index])
    guard isOpen(index), case let partner = Int(notes.matching.partners[place]), partner >= 0,
      let end = notes.expected.notes[place].offset, let other = notes.actual.offset(partner)
    else { return false }
    return end.adding(shift).distance(to: other) <= notes.options.offsetTolerance
  }

  /// Returns how much a delay explains each note, as if all notes had it.
  func gains(delayedBy shift: Int64, fit: Int64) -> PassageGains {
    let explained = open.filter { gain($0, delayedBy: shift, fit: fit) > 0 }
    return PassageGains(count: count, explained: explained) {
      Int8(gain($0, delayedBy: shift, fit: fit))
    }
  }

  /// Returns whether an actual note of the same key has a delay. In a crowd, only some notes are examined.
  private func hasActual(_ index: Int, delayedBy shift: Int64, _ fit: Int64) -> Bool {
    let note = notes.expectedItems[Int(notes.places[index])]
    let (actual, time) = (notes.actualItems, note.time.rawValue &+ shift)
    let first = actual.partitioningIndex { $0.time.rawValue >= time &- fit }
    return actual[first...].prefix(Self.crowd).prefix { $0.time.rawValue <= time &+ fit }
      .contains { $0.key == note.key }
  }

  /// Excludes the notes of a passage that has been found.
  mutating func settle(_ indices: some Sequence<Int>) {
    for index in indices { isSettled[index] = true }
    open.removeAll { isSettled[$0] }
  }
}
