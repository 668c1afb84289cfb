internal import Glibc

extension SoundPair {
  private static let stepsPerSecond = 500
  private static let maxSeconds = 5
  private static let lookedAtSeconds = 8
  private static let exactLength = 8192

  /// Returns the number of frames by which the actual audio is later, or `nil` if either is silent.
  ///
  /// The search covers five seconds in both directions. The first step compares changes of level in steps of two
  /// milliseconds, over the first eight seconds that aren't silent. The second step is exact to the frame and looks at
  /// the loudest part of the expected audio.
  func offset() -> Int? {
    let stepLength = windowRate / Self.stepsPerSecond
    let stepCount = frameCount / stepLength + 1
    let expectedRises = rises(stepCount, stepLength, expected)
    let actualRises = rises(stepCount, stepLength, actual)
    guard let first = expectedRises.firstIndex(where: { $0 != 0 }) else { return nil }
    let looked = first..<min(first + Self.lookedAtSeconds * Self.stepsPerSecond, stepCount)
    let farthest = Self.maxSeconds * Self.stepsPerSecond
    let coarse = Self.best(-farthest...farthest) { shift in
      looked.reduce(0.0) { sum, step in
        let other = step + shift
        return actualRises.indices.contains(other) ? sum + expectedRises[step] * actualRises[other] : sum
      }
    }
    guard let coarse, let loudest = looked.max(by: { expectedRises[$0] < expectedRises[$1] }) else {
      return nil
    }
    let center = coarse * stepLength
    let start = loudest * stepLength
    return Self.best(center - 2 * stepLength...center + 2 * stepLength) { shift in
      var sum = 0.0
      for channel in 0..<channelCount {
        for frame in start..<(start + Self.exactLength) {
          sum += Double(expected(channel, frame)) * Double(actual(channel, frame + shift))
        }
      }
      return sum
    }
  }

  /// Returns the rise of the level in each step.
  private func rises(_ count: Int, _ stepLength: Int, _ sample: (Int, Int) -> Float) -> [Double] {
    var before = 0.0
    return (0..<count).map { step in
      var energy = 0.0
      for channel in 0..<channelCount {
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
