/// Two audio files to compare sample by sample.
///
/// After its end and in missing channels, a file is silent. Invalid samples also count as silence.
struct SoundPair {
  let expected: AudioBuffer
  let actual: AudioBuffer
  /// The number of frames by which the actual audio is shifted to earlier.
  var shift = 0

  /// Creates a pair. If the sample rates differ, the actual audio is resampled.
  init(expected: AudioBuffer, actual: AudioBuffer) {
    self.expected = expected
    self.actual = actual.rate == expected.rate ? actual : actual.resampled(to: expected.rate)
  }

  /// The number of frames of the longer file.
  var frameCount: Int { max(expected.frameCount, actual.frameCount) }
  /// The larger number of channels.
  var channelCount: Int { max(expected.channels.count, actual.channels.count) }
  /// The sample rate of the expected audio, in hertz.
  var rate: Int { expected.rate }

  /// The sample rate for the lengths of windows and steps: from 1,000 to 400,000 Hz, because a file can state any rate.
  var windowRate: Int { min(max(rate, 1000), 400_000) }

  /// Returns the number of frames for a window of a given length at 48,000 Hz, which is even.
  func windowLength(_ length: Int) -> Int { windowRate * length / 48_000 / 2 * 2 }

  /// Returns a sample of the expected audio.
  func expected(_ channel: Int, _ frame: Int) -> Float { expected.sample(channel, frame) }
  /// Returns a sample of the actual audio.
  func actual(_ channel: Int, _ frame: Int) -> Float { actual.sample(channel, frame + shift) }
  /// Returns the actual sample minus the expected one.
  func difference(_ channel: Int, _ frame: Int) -> Float {
    actual(channel, frame) - expected(channel, frame)
  }

  /// Returns the mean square of the difference in some frames over all channels.
  func differencePower(_ frames: Range<Int>) -> Double {
    var sum = 0.0
    for channel in 0..<channelCount {
      for frame in frames {
        let difference = Double(difference(channel, frame))
        sum += difference * difference
      }
    }
    return sum / Double(max(1, frames.count * channelCount))
  }
}

extension AudioBuffer {
  /// Returns a sample, or silence outside the buffer.
  func sample(_ channel: Int, _ frame: Int) -> Float {
    guard channel < channels.count, frame >= 0, frame < frameCount else { return 0 }
    let sample = channels[channel][frame]
    return sample.isFinite ? sample : 0
  }
}
