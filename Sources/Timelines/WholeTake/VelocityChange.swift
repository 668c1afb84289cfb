internal import MIDICore

/// The common change of all velocities: a factor or an offset.
enum VelocityChange: Hashable {
  /// The velocities match, or no common change exists.
  case none
  /// The velocities are multiplied by this many thousandths. The products are rounded down, or to the nearest number.
  case scaled(Int, roundsDown: Bool)
  /// The velocities are higher by this number, or lower if it is negative.
  case shifted(Int)

  /// Returns an expected velocity with the change, clamped to 1 through 127.
  func applied(to velocity: UInt7) -> UInt7 {
    switch self {
    case .none: velocity
    case .scaled(let thousandths, let roundsDown):
      UInt7(
        clamping: max(1, Int(velocity.rawValue).scaled(toThousandths: thousandths, roundsDown: roundsDown)))
    case .shifted(let offset): UInt7(clamping: max(1, Int(velocity.rawValue) + offset))
    }
  }

  /// The minimum number of changed notes. With fewer, each note is reported instead.
  private static let minChangeCount = 4

  /// Finds the change of a take: most velocities differ, and one change explains nine of ten. If several do, the one with
  /// most exact velocities is the change: an offset rather than a factor, a round one rather than others, and the nearest number
  /// rather than a lower one.
  ///
  /// - Parameters:
  ///   - pairs: The velocities of paired notes.
  ///   - tolerance: The accepted difference of velocities.
  /// - Complexity: O(*n*), where *n* is the number of pairs.
  init(_ pairs: some Sequence<(UInt7, UInt7)>, tolerance: Int) {
    self = .none
    var counts = [Int](repeating: 0, count: 128 * 128)
    for (expected, actual) in pairs { counts[Int(expected.rawValue) << 7 | Int(actual.rawValue)] += 1 }
    var (all, changed) = (0, 0)
    for (index, count) in counts.enumerated() where count > 0 {
      all += count
      if abs((index >> 7) - (index & 0x7F)) > tolerance { changed += count }
    }
    guard changed >= Self.minChangeCount, changed * 2 > all else { return }
    // First the parameter with most exact velocities: notes at the edge of the tolerance don't move it.
    func best(_ scale: VelocityScale) -> (parameter: Int, rank: (exactCount: Int, unit: Int))? {
      let exact = scale.best(counts, tolerance: 0)
      let others = [1, tolerance].lazy.map { scale.best(counts, tolerance: $0).parameter }
      func isClear(_ parameter: Int) -> Bool {
        let count = scale.count(counts, parameter, tolerance: tolerance)
        return count * 10 >= all * 9 && count > all - changed
      }
      let parameter = isClear(exact.parameter) ? exact.parameter : others.first(where: isClear)
      return parameter.map { ($0, (exact.count, exact.unit)) }
    }
    let scales: [VelocityScale] = [.offsets, .factors(roundDown: false), .factors(roundDown: true)]
    let found = scales.compactMap { scale in best(scale).map { (scale, $0) } }
    switch found.max(by: { $0.1.rank < $1.1.rank }) {
    case (.offsets, let best)?: self = .shifted(best.parameter)
    case (.factors(let roundDown), let best)?: self = .scaled(best.parameter, roundsDown: roundDown)
    case nil: break
    }
  }
}

/// The possible parameters of a common change of velocities.
enum VelocityScale {
  /// Factors in thousandths. The products are rounded down, or to the nearest number.
  case factors(roundDown: Bool)
  /// Offsets.
  case offsets

  /// The parameters. A larger factor results only in 1 and 127.
  private var parameters: ClosedRange<Int> {
    switch self {
    case .factors: 0...127_000
    case .offsets: -126...126
    }
  }

  /// Returns the parameters that turn one velocity into another within the tolerance, or `nil` if none does.
  private func parameters(from expected: Int, to actual: Int, _ tolerance: Int) -> ClosedRange<Int>? {
    let (lower, upper) = (actual - min(tolerance, 127), actual + min(tolerance, 127))
    var (least, most) = (parameters.lowerBound, parameters.upperBound)
    switch self {
    case .factors(let roundDown):
      let half = roundDown ? 0 : 500
      // Rounded up: the smallest factor whose product is rounded to `lower`.
      if lower > 1 { least = (lower * 1000 - half + expected - 1) / expected }
      if upper < 127 { most = min(most, (upper * 1000 + 999 - half) / expected) }
    case .offsets:
      if lower > 1 { least = lower - expected }
      if upper < 127 { most = upper - expected }
    }
    return least <= most ? least...most : nil
  }

  /// Returns the number of pairs that a parameter explains.
  func count(_ counts: [Int], _ parameter: Int, tolerance: Int) -> Int {
    counts.indices.reduce(0) { sum, index in
      guard counts[index] > 0, index >> 7 > 0 else { return sum }
      let range = parameters(from: index >> 7, to: index & 0x7F, tolerance)
      return range.map { $0 ~= parameter } ?? false ? sum + counts[index] : sum
    }
  }

  /// Returns the simplest of the parameters that explain most pairs, the number to a multiple of which it is rounded, and the
  /// number of these pairs. An offset is simpler than any factor.
  ///
  /// - Parameter counts: The number of occurrences of each pair of velocities.
  func best(_ counts: [Int], tolerance: Int) -> (parameter: Int, unit: Int, count: Int) {
    let parameters = parameters
    // The change of the number of explained pairs from one parameter to the next.
    var steps = [Int](repeating: 0, count: parameters.count + 1)
    for (index, count) in counts.enumerated() where count > 0 && index >> 7 > 0 {
      guard let range = self.parameters(from: index >> 7, to: index & 0x7F, tolerance) else { continue }
      steps[range.lowerBound - parameters.lowerBound] += count
      steps[range.upperBound - parameters.lowerBound + 1] -= count
    }
    var (count, best, ranges) = (0, -1, [ClosedRange<Int>]())
    for parameter in parameters {
      count += steps[parameter - parameters.lowerBound]
      if count > best {
        (best, ranges) = (count, [parameter...parameter])
      } else if count == best {
        let isNext = ranges.last?.upperBound == parameter - 1
        ranges.append((isNext ? ranges.removeLast().lowerBound : parameter)...parameter)
      }
    }
    let found = ranges.map(simplest).max { $0.unit < $1.unit }
    return (found?.parameter ?? 0, found?.unit ?? 0, best)
  }

  /// Returns the least offset, or the roundest factor near the middle, and the unit to which it is rounded.
  private func simplest(of range: ClosedRange<Int>) -> (parameter: Int, unit: Int) {
    if case .offsets = self { return (min(max(0, range.lowerBound), range.upperBound), .max) }
    let middle = (range.lowerBound + range.upperBound) / 2
    return [1000, 500, 100, 50, 10].lazy.map { ((middle + $0 / 2) / $0 * $0, $0) }
      .first { range ~= $0.0 } ?? (middle, 1)
  }
}

extension Int {
  /// Returns a velocity multiplied by some thousandths, rounded down or to the nearest number, and half up.
  func scaled(toThousandths thousandths: Int, roundsDown: Bool) -> Int {
    (self * thousandths + (roundsDown ? 0 : 500)) / 1000
  }
}
