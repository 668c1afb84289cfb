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
