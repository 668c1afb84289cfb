internal import Glibc
package import MIDICore

/// What differs between two sounds on the whole.
package enum GlobalChange: Hashable, Sendable {
  /// The actual sound has another rate.
  case rate(expected: Int, actual: Int)
  /// It has another number of channels.
  case channelCount(expected: Int, actual: Int)
  /// It is longer by so much, or shorter where that is negative.
  case length(Nanoseconds)
  /// All of it is later by so much, or earlier where that is negative; what the ratio of signal to noise, in decibels, is
  /// if it is moved by that.
  case shift(Nanoseconds, signalToNoise: Double)
  /// All of it is louder by so many decibels, or softer where they are negative; and the ratio if that is undone.
  case level(decibels: Double, signalToNoise: Double)
  /// All of it is upside down: each sample has the other sign.
  case inverted
  /// Left and right are swapped.
  case swapped
  /// One of them has so many samples that are infinite or not a number, the first of them then.
  case invalidSamples(isActual: Bool, count: Int, first: Nanoseconds)
}

extension GlobalChange {
  /// What is left of the difference at most where something explains it: a quarter, 6 dB.
  private static let restAtMost = 0.25
  /// Sounds that are nearer than that, in decibels, are not searched for how one is moved.
  private static let nearEnough = 20.0

  /// Finds all of them.
  static func all(
    _ pair: SoundPair, _ expected: SoundComparison.Summary, _ actual: SoundComparison.Summary,
    _ measure: DifferenceMeasure
  ) -> [GlobalChange] {
    var changes: [GlobalChange] = []
    for (sound, isActual) in [(expected, false), (actual, true)] {
      guard let first = sound.firstInvalid else { continue }
      changes.append(.invalidSamples(isActual: isActual, count: sound.invalidSampleCount, first: first))
    }
    if expected.rate != actual.rate {
      changes.append(.rate(expected: expected.rate, actual: actual.rate))
    } else if expected.frameCount != actual.frameCount {
      let (longer, shorter) = (actual.duration.rawValue, expected.duration.rawValue)
      changes.append(.length(Nanoseconds(rawValue: longer - shorter)))
    }
    if expected.channelCount != actual.channelCount {
      changes.append(.channelCount(expected: expected.channelCount, actual: actual.channelCount))
    }
    // What is explained by one of them isn't by another: a tone upside down is also one that is half a period late.
    if isSwapped(pair, measure) {
      changes.append(.swapped)
    } else if let level = level(pair, measure) {
      changes.append(level)
    } else if measure.signalToNoise < nearEnough, let shift = shift(pair, measure) {
      changes.append(shift)
    }
    return changes
  }

  private static func isSwapped(_ pair: SoundPair, _ measure: DifferenceMeasure) -> Bool {
    guard pair.expected.channels.count == 2, pair.actual.channels.count == 2 else { return false }
    var rest = 0.0
    for frame in 0..<pair.frameCount {
      let left = Double(pair.actual(1, frame)) - Double(pair.expected(0, frame))
      let right = Double(pair.actual(0, frame)) - Double(pair.expected(1, frame))
      rest += left * left + right * right
    }
    return rest < restAtMost * measure.energy
  }

  private static func level(_ pair: SoundPair, _ measure: DifferenceMeasure) -> GlobalChange? {
    var (expectedEnergy, actualEnergy, product) = (0.0, 0.0, 0.0)
    for channel in 0..<pair.channelCount {
      for frame in 0..<pair.frameCount {
        let (expected, actual) = (Double(pair.expected(channel, frame)), Double(pair.actual(channel, frame)))
        expectedEnergy += expected * expected
        actualEnergy += actual * actual
        product += expected * actual
      }
    }
    guard expectedEnergy > 0, product != 0 else { return nil }
    let factor = product / expectedEnergy
    let rest = max(0, actualEnergy - factor * product)
    guard rest < restAtMost * measure.energy, rest < restAtMost * factor * product else { return nil }
    let decibels = 20 * log10(abs(factor))
    if factor < 0, abs(decibels) < 0.1 { return .inverted }
    let ratio = rest == 0 ? .infinity : 10 * log10(factor * product / rest)
    return factor < 0 ? nil : .level(decibels: decibels, signalToNoise: ratio)
  }

  private static func shift(_ pair: SoundPair, _ measure: DifferenceMeasure) -> GlobalChange? {
    guard let frames = AudioOffsetSearch(pair).frames(), frames != 0 else { return nil }
    var moved = pair
    moved.shift = frames
    let rest = DifferenceMeasure(moved)
    guard rest.energy < restAtMost * measure.energy, rest.signalToNoise > 6 else { return nil }
    let time = AudioBuffer.time(ofFrame: frames, rate: pair.rate)
    return .shift(time, signalToNoise: rest.signalToNoise)
  }
}
