/// A set of cells of a surface, by their numbers from 0 through 199. It allocates no memory.
public struct CellSet: Hashable, Sendable {
  private var words = SIMD4<UInt64>()

  /// Creates an empty set.
  public init() {}

  /// Creates a set of cells.
  public init(_ numbers: some Sequence<Int>) {
    for number in numbers { insert(number) }
  }

  /// Whether the set is empty.
  public var isEmpty: Bool { words == SIMD4() }

  /// The number of cells.
  public var count: Int { (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount } }

  /// Returns whether the set contains a cell.
  public func contains(_ number: Int) -> Bool {
    0..<256 ~= number && words[number / 64] & (1 << UInt64(number % 64)) != 0
  }

  /// Inserts a cell. Numbers without a cell are ignored.
  public mutating func insert(_ number: Int) {
    guard 0..<256 ~= number else { return }
    words[number / 64] |= 1 << UInt64(number % 64)
  }

  /// Returns the cells that are in both sets.
  public func intersection(_ other: CellSet) -> CellSet {
    var intersection = self
    intersection.words &= other.words
    return intersection
  }

  /// Returns the cells that are in either set.
  public func union(_ other: CellSet) -> CellSet {
    var union = self
    union.words |= other.words
    return union
  }
}

extension CellSet {
  /// The numbers in ascending order, separated by commas: `55,124`, or `none` if the set is empty.
  package var text: String { isEmpty ? "none" : map(String.init).joined(separator: ",") }
}

extension CellSet: Sequence {
  /// An iterator over the numbers in ascending order.
  public struct Iterator: IteratorProtocol {
    fileprivate var words: SIMD4<UInt64>
    fileprivate var index = 0

    /// Returns the next number, or `nil` at the end.
    public mutating func next() -> Int? {
      while index < 4 {
        let word = words[index]
        if word != 0 {
          words[index] = word & (word - 1)
          return index * 64 + word.trailingZeroBitCount
        }
        index += 1
      }
      return nil
    }
  }

  /// Returns an iterator over the numbers in ascending order.
  public func makeIterator() -> Iterator { Iterator(words: words) }
}
