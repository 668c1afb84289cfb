internal import MIDICore

/// How many times as high velocities are, in thousandths.
struct VelocityScale: Hashable {
  /// 1,000 where they are as expected.
  let thousandths: Int

  /// An expected velocity times the factor, rounded, a half upwards, and kept within 1 through 127.
  func scaled(_ velocity: UInt7) -> UInt7 {
    guard thousandths != 1000 else { return velocity }
    let product = (Int(velocity.rawValue) * thousandths + 500) / 1000
    return UInt7(clamping: max(1, product))
  }

  /// Fewer changed notes than that are a matter of each.
  private static let minChangeCount = 4
  /// A factor beyond that leaves nothing but 1 and 127.
  private static let largest = 127_000

  /// Finds the factor of a take: where most velocities are off, and one factor explains nine in ten of all.
  ///
  /// - Parameters:
  ///   - pairs: Velocities that belong together.
  ///   - tolerance: By how much a velocity may differ.
  /// - Complexity: O(*n*)
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
    // Nobody knows how whoever scaled velocities rounded them.
    let best = [tolerance, max(tolerance, 1)].lazy.map { Self.best(counts, $0) }.first {
      $0.count * 10 >= pairs.count * 9 && $0.count > pairs.count - changed
    }
    thousandths = best?.factor ?? 1000
  }

  /// The factors that make one velocity another, within the tolerance.
  private static func factors(from expected: Int, to actual: Int, _ tolerance: Int) -> ClosedRange<Int>? {
    let (lower, upper) = (actual - min(tolerance, 127), actual + min(tolerance, 127))
    // Rounded up: the least factor whose product is rounded to `lower`.
    let least = lower <= 1 ? 0 : (lower * 1000 - 500 + expected - 1) / expected
    let most = upper >= 127 ? largest : (upper * 1000 + 499) / expected
    return least <= most ? least...min(most, largest) : nil
  }

  /// The middle of the factors that explain most, and how many pairs they do.
  ///
  /// - Parameter counts: How often each pair of velocities is there.
  private static func best(_ counts: [Int], _ tolerance: Int) -> (factor: Int, count: Int) {
    // How many more pairs a factor explains than the factor before it.
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
