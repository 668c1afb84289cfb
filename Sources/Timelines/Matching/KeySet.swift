internal import MIDICore

/// Keys of notes, numbered from 0 in the order in which they were added.
///
/// Small keys, which belong to notes of 32 sources, are found in a table, several times as fast as by hash.
package struct KeySet {
  private static let tableSize = 1 << 16

  /// The number of each small key, or a negative number if the set doesn't contain it. Empty if the set has no small
  /// key.
  private var table: [Int32] = []
  private var others: [Int: Int32] = [:]
  /// The number of keys.
  package private(set) var count = 0

  /// Creates a set without keys.
  package init() {}

  /// Returns the number of a key, or `nil` if the set doesn't contain it.
  package func number(of key: Int) -> Int? {
    if table.indices ~= key {
      let number = table[key]
      return number < 0 ? nil : Int(number)
    }
    return others.isEmpty ? nil : others[key].map { Int($0) }
  }

  /// Adds a key unless the set contains it.
  ///
  /// - Returns: The key's number.
  @discardableResult
  package mutating func insert(_ key: Int) -> Int {
    if let number = number(of: key) { return number }
    defer { count += 1 }
    if 0..<Self.tableSize ~= key {
      if table.isEmpty { table = [Int32](repeating: -1, count: Self.tableSize) }
      table[key] = Int32(count)
    } else {
      others[key] = Int32(count)
    }
    return count
  }
}

/// The latest end of each of some keys, among the notes that have been added in order of their onsets.
///
/// It answers whether a note of a key sounds at the moment that the notes have reached, without a list of notes.
struct LatestEnds {
  private static let none = Nanoseconds.zero.subtracting(.longest)

  private let keys: KeySet
  private var ends: [Nanoseconds]

  /// Creates ends of keys that have no notes yet.
  init(of keys: KeySet) {
    self.keys = keys
    ends = Array(repeating: Self.none, count: keys.count)
  }

  /// Adds a note, unless its key isn't one of the keys.
  mutating func add(_ key: Int, end: Nanoseconds) {
    guard let number = keys.number(of: key) else { return }
    ends[number] = max(ends[number], end)
  }

  /// Returns the latest end of a key, or a time before all others if it has no note.
  func end(of key: Int) -> Nanoseconds {
    keys.number(of: key).map { ends[$0] } ?? Self.none
  }
}
