/// Keys of notes, each with a number from 0 in the order in which they were added.
///
/// Small keys, those of notes of 32 sources, are found in a table, which is several times as fast as by their hashes.
struct KeySet {
  private static let tableSize = 1 << 16

  /// The number of each small key, below zero where it isn't there; empty as long as there is none.
  private var table: [Int32] = []
  private var others: [Int: Int32] = [:]
  /// How many there are.
  private(set) var count = 0

  /// Makes a set without keys.
  init() {}

  /// The number of a key; nothing where it isn't there.
  func number(of key: Int) -> Int? {
    if table.indices ~= key {
      let number = table[key]
      return number < 0 ? nil : Int(number)
    }
    return others.isEmpty ? nil : others[key].map { Int($0) }
  }

  /// Adds a key, if it isn't there.
  ///
  /// - Returns: Its number.
  @discardableResult
  mutating func insert(_ key: Int) -> Int {
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
