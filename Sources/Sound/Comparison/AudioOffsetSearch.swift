internal import Glibc

/// Finds how much later one audio file is than another, up to five seconds.
///
/// The first step compares changes of level in steps of two milliseconds, over the first eight seconds that aren't
/// silent. The second step is exact to the frame and looks at the loudest part of the expected audio.
struct AudioOffsetSearch {
  private static let stepsPerSecond = 500
  private static let maxSeconds = 5
  private static let lookedAtSeconds = 8
  private static let exactLength = 8192

  private let pair: SoundPair
  private let stepLength: Int

  init(_ pair: SoundPair) {
    self.pair = pair
    stepLength = pair.windowRate / Self.stepsPerSecond
  }

  /// Returns the number of frames by which the actual audio is later, or `nil` if either is silent.
  func frames() -> Int? {
    let stepCount = pair.frameCount / stepLength + 1
    let expected = rises(stepCount, pair.expected)
    let actual = rises(stepCount, pair.actual)
    guard let first = expected.firstIndex(where: { $0 != 0 }) else { return nil }
    let looked = first..<min(first + Self.lookedAtSeconds * Self.stepsPerSecond, stepCount)
    let farthest = Self.maxSeconds * Self.stepsPerSecond
    let coarse = Self.best(-farthest...farthest) { shift in
      looked.reduce(0.0) { sum, step in
        let other = step + shift
        return actual.indices.contains(other) ? sum + expected[step] * actual[other] : sum
      }
    }
    guard let coarse, let loudest = looked.max(by: { expected[$0] < expected[$1] }) else { return nil }
    let center = coarse * stepLength
    let start = loudest * stepLength
    return Self.best(center - 2 * stepLength...center + 2 * stepLength) { shift in
      var sum = 0.0
      for channel in 0..<pair.channelCount {
        for frame in start..<(start + Self.exactLength) {
          sum += Double(pair.expected(channel, frame)) * Double(pair.actual(channel, frame + shift))
        }
      }
      return sum
    }
  }

  /// Returns the rise of the level in each step.
  private func rises(_ count: Int, _ sample: (Int, Int) -> Float) -> [Double] {
    var before = 0.0
    return (0..<count).map { step in
      var energy = 0.0
      for channel in 0..<pair.channelCount {
        for frame in step * stepLength..<(step + 1) * stepLength {
          energy += Double(abs(sample(channel, frame)))
        }
      }
      defer { before = energy }
      return max(0, energy - before)
    }
  }

  /// Returns the best shift, the smallest of several, or `nil` if none fits.
  private static func best(_ shifts: ClosedRange<Int>, _ fit: (Int) -> Double) -> Int? {
    var best: (shift: Int, fit: Double)?
    for shift in shifts.sorted(by: { abs($0) < abs($1) }) {
      let fit = fit(shift)
      if fit > best?.fit ?? 0 { best = (shift, fit) }
    }
    return best?.shift
  }
}
