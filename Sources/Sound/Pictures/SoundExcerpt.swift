package import MIDICore

/// A part of two sounds that is heard in a page: all of them where they are short, else what is around the first
/// difference.
package struct SoundExcerpt: Sendable {
  /// How long sounds may be that are heard whole.
  package static let maxWholeDuration = Nanoseconds.seconds(30)
  /// How much is heard of longer ones.
  private static let length = 20
  /// How much of that is before the difference.
  private static let lead = 4
  /// How loud the difference is made: its peak is between an eighth and a half, half of full scale at most.
  private static let loudest: Float = 0.5

  /// Which frames it has.
  package let frames: Range<Int>
  /// How many frames there are a second.
  package let rate: Int
  /// The sound that is right.
  package let expected: AudioBuffer
  /// The sound that was checked.
  package let actual: AudioBuffer
  /// The actual sound less the expected one, louder by ``differenceGain``.
  package let difference: AudioBuffer
  /// By how many decibels the difference is louder than it is: a multiple of 6, up to 60.
  package let differenceGain: Int

  /// Cuts it out of two sounds.
  ///
  /// Samples are rounded to 16 bits, which is enough for listening, and takes half the room.
  ///
  /// - Parameters:
  ///   - expected: The sound that is right.
  ///   - actual: The sound that was checked.
  ///   - time: When the first difference begins.
  package init(expected: AudioBuffer, actual: AudioBuffer, around time: Nanoseconds?) {
    let pair = SoundPair(expected: expected, actual: actual)
    rate = expected.rate
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
