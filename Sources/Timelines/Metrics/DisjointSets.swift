/// Sets of numbers that have no number in common (union-find).
struct DisjointSets {
  private var parents: [Int32]

  /// Creates a set for each number below a count.
  init(count: Int) { parents = Array(0..<Int32(count)) }

  /// Returns the root of a number's set, and halves the path to it.
  mutating func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[Int(parents[number])]
      number = Int(parents[number])
    }
    return number
  }

  /// Adds a number's set to the set of another number, whose root remains. The other number is in a different set, or the
  /// root of the same one.
  mutating func attach(_ number: Int, to other: Int) { parents[root(number)] = Int32(other) }
}
