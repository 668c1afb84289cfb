/// Some cells of a surface, by their numbers from 0 through 199. It takes no memory of its own.
public struct CellSet: Hashable, Sendable {
  private var words = SIMD4<UInt64>()

  /// Makes an empty set.
  public init() {}

  /// Makes a set of cells.
  public init(_ numbers: some Sequence<Int>) {
    for number in numbers { insert(number) }
  }

  /// Whether there is none.
  public var isEmpty: Bool { words == SIMD4() }

  /// How many there are.
  public var count: Int { (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount } }

  /// Whether a cell is in it.
  public func contains(_ number: Int) -> Bool {
    0..<256 ~= number && words[number / 64] & (1 << UInt64(number % 64)) != 0
  }

  /// Adds a cell. Numbers that no cell has are left out.
  public mutating func insert(_ number: Int) {
    guard 0..<256 ~= number else { return }
    words[number / 64] |= 1 << UInt64(number % 64)
  }

  /// The cells that both have.
  public func intersection(_ other: CellSet) -> CellSet {
    var intersection = self
    intersection.words &= other.words
    return intersection
  }

  /// The cells of both.
  public func union(_ other: CellSet) -> CellSet {
    var union = self
    union.words |= other.words
    return union
  }
}

extension CellSet {
  /// The numbers in ascending order with commas between them: `55,124`; `none` where there is none.
  package var text: String { isEmpty ? "none" : map(String.init).joined(separator: ",") }
}

extension CellSet: Sequence {
  /// Goes through the numbers in ascending order.
  public struct Iterator: IteratorProtocol {
    fileprivate var words: SIMD4<UInt64>
    fileprivate var index = 0

    /// The next number.
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

  /// The numbers in ascending order.
  public func makeIterator() -> Iterator { Iterator(words: words) }
}
