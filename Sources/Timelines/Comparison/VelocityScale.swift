internal import MIDICore

/// The factor of velocities, in thousandths.
struct VelocityScale: Hashable {
  /// The factor, which is 1,000 if the velocities match.
  let thousandths: Int

  /// Returns an expected velocity times the factor, rounded half up and clamped to 1 through 127.
  func scaled(_ velocity: UInt7) -> UInt7 {
    guard thousandths != 1000 else { return velocity }
    let product = (Int(velocity.rawValue) * thousandths + 500) / 1000
    return UInt7(clamping: max(1, product))
  }

  /// The minimum number of changed notes. With fewer, each note is reported instead.
  private static let minChangeCount = 4
  /// The maximum factor. A larger factor results only in 1 and 127.
  private static let largest = 127_000

  /// Finds the factor of a take: most velocities differ, and one factor explains nine of ten.
  ///
  /// - Parameters:
  ///   - pairs: The velocities of paired notes.
  ///   - tolerance: The accepted difference of velocities.
  /// - Complexity: O(*n*), where *n* is the number of pairs.
  init(_ pairs: some Collection<(UInt7, UInt7)>, tolerance: Int) {
    var counts = [Int](repeating: 0, count: 128 * 128)
    for (expected, actual) in pairs { counts[Int(expected.rawValue) << 7 | Int(actual.rawValue)] += 1 }
    let changed = counts.indices.reduce(0) { sum, index in
      abs((index >> 7) - (index & 0x7F)) > tolerance ? sum + counts[index] : sum
    }
    guard changed >= Self.minChangeCount, changed * 2 > pairs.count else {
      thousandths = 1000
      return
    }
    // The rounding of scaled velocities is unknown.
    let best = [tolerance, max(tolerance, 1)].lazy.map { Self.best(counts, $0) }.first {
      $0.count * 10 >= pairs.count * 9 && $0.count > pairs.count - changed
    }
    thousandths = best?.factor ?? 1000
  }

  /// Returns the factors that turn one velocity into another within the tolerance, or `nil` if none does.
  private static func factors(from expected: Int, to actual: Int, _ tolerance: Int) -> ClosedRange<Int>? {
    let (lower, upper) = (actual - min(tolerance, 127), actual + min(tolerance, 127))
    // Rounded up: the smallest factor whose product is rounded to `lower`.
    let least = lower <= 1 ? 0 : (lower * 1000 - 500 + expected - 1) / expected
    let most = upper >= 127 ? largest : (upper * 1000 + 499) / expected
    return least <= most ? least...min(most, largest) : nil
  }

  /// Returns the median of the factors that explain most pairs, and the number of these pairs.
  ///
  /// - Parameter counts: The number of occurrences of each pair of velocities.
  private static func best(_ counts: [Int], _ tolerance: Int) -> (factor: Int, count: Int) {
    // The change of the number of explained pairs from one factor to the next.
    var steps = [Int](repeating: 0, count: largest + 2)
    for (index, count) in counts.enumerated() where count > 0 && index >> 7 > 0 {
      guard let range = factors(from: index >> 7, to: index & 0x7F, tolerance) else { continue }
      steps[range.lowerBound] += count
      steps[range.upperBound + 1] -= count
    }
    var (count, best, range) = (0, -1, 0...0)
    for factor in 0...largest {
      count += steps[factor]
      if count > best {
        (best, range) = (count, factor...factor)
      } else if count == best, range.upperBound == factor - 1 {
        range = range.lowerBound...factor
      }
    }
    return ((range.lowerBound + range.upperBound) / 2, best)
  }
}
