internal import MIDICore

extension Array {
  /// Returns the first index whose element satisfies a condition that all later elements also satisfy, or the count.
  ///
  /// The search gallops away from a hint, so a series of searches at similar places takes little time.
  ///
  /// - Parameter hint: An index near the result, from 0 to the count.
  /// - Complexity: O(log *d*), where *d* is the distance of the hint from the result.
  func firstIndex(near hint: Int, where condition: (Element) -> Bool) -> Int {
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

extension Array where Element: Comparable {
  /// Returns the element that would be at half of the count if the array were sorted, or `nil` if it is empty.
  ///
  /// This is Hoare's selection (1961), which sorts only the parts that contain the median.
  ///
  /// - Complexity: O(*n*) on average.
  consuming func median() -> Element? {
    guard !isEmpty else { return nil }
    let place = count / 2
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
  func ordered(by number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return indices(inOrderOf: elements.map(number)).map { elements[$0] }
  }

  /// Returns the elements in order of time. Equal times keep their order.
  func ordered(byTime time: (Element) -> Nanoseconds) -> [Element] { ordered { Int(time($0).rawValue) } }
}

private func indices(inOrderOf numbers: [Int]) -> [Int] {
  // `sorted` is stable.
  numbers.indices.sorted { numbers[$0] < numbers[$1] }
}
