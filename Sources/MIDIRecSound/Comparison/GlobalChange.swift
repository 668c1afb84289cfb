internal import Glibc
package import MIDICore

/// A difference of the whole audio.
package enum GlobalChange: Hashable, Sendable {
  /// The actual audio has a different sample rate.
  case rate(expected: Int, actual: Int)
  /// The actual audio has a different number of channels.
  case channelCount(expected: Int, actual: Int)
  /// The actual audio is longer by this duration, or shorter if it is negative.
  case length(Nanoseconds)
  /// The whole audio is later by this duration, or earlier if it is negative. The ratio is the signal to noise in
  /// decibels after the shift is undone.
  case shift(Nanoseconds, signalToNoise: Double)
  /// The whole audio is louder by this many decibels, or softer if they are negative. The ratio is the signal to noise
  /// after the change is undone.
  case level(decibels: Double, signalToNoise: Double)
  /// The polarity is inverted: each sample has the opposite sign.
  case inverted
  /// Left and right are swapped.
  case swapped
  /// One file has this many samples that are infinite or not numbers, the first of them at this time.
  case invalidSamples(isActual: Bool, count: Int, first: Nanoseconds)
}

extension GlobalChange {
  /// The maximum part of the difference that remains if a change explains it: a quarter, or 6 dB.
  private static let restAtMost = 0.25
  /// The signal-to-noise ratio in decibels above which no shift is searched for.
  private static let nearEnough = 20.0

  /// Returns all global changes.
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
      changes.append(.length(actual.duration - expected.duration))
    }
    if expected.channelCount != actual.channelCount {
      changes.append(.channelCount(expected: expected.channelCount, actual: actual.channelCount))
    }
    // Stop at the first explanation, because others would repeat it: an inverted tone is also a tone half a period
    // late.
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
    guard let frames = pair.offset(), frames != 0 else { return nil }
    var moved = pair
    moved.shift = frames
    let rest = DifferenceMeasure(moved)
    guard rest.energy < restAtMost * measure.energy, rest.signalToNoise > 6 else { return nil }
    let time = AudioBuffer.time(ofFrame: frames, rate: pair.rate)
    return .shift(time, signalToNoise: rest.signalToNoise)
  }
}
