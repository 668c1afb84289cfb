package import MIDICore

/// The part of two audio files that an HTML report plays: short files as a whole, otherwise the part around the first
/// difference.
package struct SoundExcerpt: Sendable {
  /// The maximum duration of files that are played as a whole.
  package static let maxWholeDuration = Nanoseconds.seconds(30)
  /// The length of an excerpt in seconds.
  private static let length = 20
  /// The part of the excerpt before the difference, in seconds.
  private static let lead = 4
  /// The maximum peak of the amplified difference, which is at least a quarter of this unless the gain is at its limit.
  private static let loudest: Float = 0.5

  /// The frames of the excerpt.
  package let frames: Range<Int>
  /// The expected audio.
  package let expected: AudioBuffer
  /// The actual audio.
  package let actual: AudioBuffer
  /// The actual audio minus the expected one, amplified by ``differenceGain``.
  package let difference: AudioBuffer
  /// The gain of the difference in decibels: a multiple of 6, up to 60.
  package let differenceGain: Int

  /// Cuts the excerpt out of two audio files.
  ///
  /// Samples are rounded to 16 bits, which suffices for listening and halves the size.
  ///
  /// - Parameters:
  ///   - expected: The expected audio.
  ///   - actual: The actual audio.
  ///   - time: The start of the first difference.
  package init(expected: AudioBuffer, actual: AudioBuffer, around time: Nanoseconds?) {
    let pair = SoundPair(expected: expected, actual: actual)
    frames = Self.frames(pair, around: time)
    let range = frames
    func cut(_ sample: (Int, Int) -> Float) -> AudioBuffer {
      let channels = (0..<min(2, pair.channelCount)).map { channel in range.map { sample(channel, $0) } }
      return AudioBuffer(rate: expected.rate, channels: channels)
        ?? AudioBuffer(rate: expected.rate, channelCount: 1)
    }
    let plain = cut(pair.difference)
    let peak = plain.channels.joined().reduce(0) { max($0, abs($1)) }
    var (steps, factor): (Int, Float) = (0, 1)
    while steps < 10, peak > 0, peak * factor * 2 <= Self.loudest {
      (steps, factor) = (steps + 1, factor * 2)
    }
    differenceGain = 6 * steps
    self.expected = cut(pair.expected).roundedTo16Bits
    self.actual = cut(pair.actual).roundedTo16Bits
    difference = cut { pair.difference($0, $1) * factor }.roundedTo16Bits
  }

  private static func frames(_ pair: SoundPair, around time: Nanoseconds?) -> Range<Int> {
    let rate = min(pair.rate, 1_000_000)
    let whole = Int(maxWholeDuration.rawValue / 1_000_000_000) * rate
    guard pair.frameCount > whole else { return 0..<max(1, pair.frameCount) }
    let first = AudioBuffer.frame(at: time ?? .zero, rate: pair.rate)
    let start = max(0, min(first - lead * rate, pair.frameCount - length * rate))
    return start..<min(start + length * rate, pair.frameCount)
  }
}

extension AudioBuffer {
  fileprivate var roundedTo16Bits: AudioBuffer {
    let rounded = channels.map { $0.map { Float(AudioFormat.s16.integer($0) >> 16) / 32_768 } }
    return AudioBuffer(rate: rate, channels: rounded) ?? self
  }
}
