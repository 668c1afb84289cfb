// Algorithms of collections. The package swift-algorithms has some of them, but compiles too long.

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

extension Array {
  /// Returns the first index whose element satisfies a condition that all later elements also satisfy, or the count.
  ///
  /// The search gallops away from a hint, so a series of searches at similar places takes little time.
  ///
  /// - Parameter hint: An index near the result, from 0 to the count.
  /// - Complexity: O(log *d*), where *d* is the distance of the hint from the result.
  @inlinable
  package func firstIndex(near hint: Int, where condition: (Element) -> Bool) -> Int {
    var (low, high) = (hint, hint)
    var step = 1
    if hint < count, !condition(self[hint]) {
      // The result is after `low`.
      repeat {
        low = high + 1
        high = Swift.min(high + step, count)
        step *= 2
      } while high < count && !condition(self[high])
    } else {
      // The result is `high` or before it.
      while low > 0, condition(self[low - 1]) {
        high = low - 1
        low = Swift.max(low - step, 0)
        step *= 2
      }
    }
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Sequence where Element: Hashable {
  /// Returns the rest after removing each of the other elements as often as it occurs there.
  package func removingEach(of others: some Sequence<Element>) -> [Element] {
    var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return filter { element in
      guard let count = counts[element], count > 0 else { return true }
      counts[element] = count - 1
      return false
    }
  }
}

extension Array where Element: Comparable {
  /// Returns the element that would be at half of the count if the array were sorted, or `nil` if it is empty.
  ///
  /// - Complexity: O(*n*) on average.
  @inlinable
  package consuming func median() -> Element? {
    let place = count / 2
    return isEmpty ? nil : element(inOrderAt: place)
  }

  /// Returns the element that would be at a place if the array were sorted.
  ///
  /// This is Hoare's selection (1961), which sorts only the parts that contain the place.
  ///
  /// - Complexity: O(*n*) on average.
  @inlinable
  package consuming func element(inOrderAt place: Int) -> Element {
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = self[low + (high - low) / 2]
      var (left, right) = (low, high)
      repeat {
        while self[left] < pivot { left += 1 }
        while pivot < self[right] { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      } while left <= right
      if place <= right {
        high = right
      } else if place >= left {
        low = left
      } else {
        break
      }
    }
    return self[place]
  }
}

extension Sequence {
  /// Returns the elements in ascending order of a number. Equal numbers keep their order.
  ///
  /// Only numbers are sorted: for each kind of element, the compiler would spend a second on a separate sort.
  @inlinable
  package func ordered(by number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return indices(inOrderOf: elements.map(number)).map { elements[$0] }
  }

  /// Returns the elements in order of time. Equal times keep their order.
  @inlinable
  package func ordered(byTime time: (Element) -> Nanoseconds) -> [Element] {
    ordered { Int(time($0).rawValue) }
  }
}

@usableFromInline
func indices(inOrderOf numbers: [Int]) -> [Int] {
  var order = Array(numbers.indices)
  // Few notes of a performance pass their neighbors, so insertion is fastest.
  var budget = 8 * numbers.count
  for place in order.indices {
    var free = place
    while free > 0, numbers[order[free - 1]] > numbers[place] {
      order[free] = order[free - 1]
      free -= 1
    }
    order[free] = place
    budget -= place - free
    // `sorted` is stable.
    if budget < 0 { return numbers.indices.sorted { numbers[$0] < numbers[$1] } }
  }
  return order
}

/// Sets of numbers that have no number in common (union-find).
package struct DisjointSets {
  @usableFromInline var parents: [Int32]

  /// Creates a set for each number below a count.
  @inlinable
  package init(count: Int) { parents = Array(0..<Int32(count)) }

  /// Returns the root of a number's set, and halves the path to it.
  @inlinable
  package mutating func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[Int(parents[number])]
      number = Int(parents[number])
    }
    return number
  }

  /// Adds a number's set to the set of another number, whose root remains. The other number is in a different set, or the
  /// root of the same one.
  @inlinable
  package mutating func attach(_ number: Int, to other: Int) { parents[root(number)] = Int32(other) }
}
