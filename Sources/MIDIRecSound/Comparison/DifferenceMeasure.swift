internal import Glibc

/// The size of a difference of two audio files.
struct DifferenceMeasure {
  /// The ratio of the expected audio to the difference, in decibels: infinite without a difference, and minus infinity
  /// if the expected audio is silent.
  let signalToNoise: Double
  /// The root of the mean square of the difference over all channels.
  let rootMeanSquare: Double
  /// The largest difference of a sample.
  let peak: Double
  /// The sum of the squares of the difference.
  let energy: Double

  /// Measures the difference.
  ///
  /// - Complexity: O(*n*), where *n* is the number of frames.
  init(_ pair: SoundPair) {
    var (signal, noise, peak) = (0.0, 0.0, 0.0)
    for channel in 0..<pair.channelCount {
      for frame in 0..<pair.frameCount {
        let expected = Double(pair.expected(channel, frame))
        let difference = Double(pair.actual(channel, frame)) - expected
        signal += expected * expected
        noise += difference * difference
        peak = max(peak, abs(difference))
      }
    }
    signalToNoise = noise == 0 ? .infinity : 10 * log10(signal / noise)
    rootMeanSquare = sqrt(noise / Double(max(1, pair.frameCount * pair.channelCount)))
    self.peak = peak
    energy = noise
  }
}
