// A few algorithms of collections. The package swift-algorithms would delay the compilation of all modules above Timelines.

extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies a condition, or `endIndex` if none does.
  ///
  /// All elements that satisfy the condition must come after the others.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

extension Collection {
  /// Returns the longest runs of elements in which each belongs to its predecessor, in order.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  package func chunked(by belong: (Element, Element) -> Bool) -> [SubSequence] {
    guard var last = first else { return [] }
    var (chunks, start): ([SubSequence], Index) = ([], startIndex)
    for place in indices.dropFirst() {
      let element = self[place]
      if !belong(last, element) {
        chunks.append(self[start..<place])
        start = place
      }
      last = element
    }
    return chunks + [self[start...]]
  }
}

extension Sequence where Element: AdditiveArithmetic {
  /// The sum of the elements before each element, and then the sum of all.
  @inlinable package var partialSums: [Element] { reduce(into: [.zero]) { $0.append($0[$0.count - 1] + $1) } }
}
