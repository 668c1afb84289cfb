/// Two sounds beside one another, sample by sample. Where one ends, or has no such channel, it is silent; samples that
/// are no numbers count as silence, too.
struct SoundPair {
  let expected: AudioBuffer
  let actual: AudioBuffer
  /// By how many frames the actual one is moved to the front.
  var shift = 0

  /// Puts two sounds beside one another; the actual one is brought to the expected rate where it has another.
  init(expected: AudioBuffer, actual: AudioBuffer) {
    self.expected = expected
    self.actual = actual.rate == expected.rate ? actual : actual.resampled(to: expected.rate)
  }

  /// How many frames the longer one has.
  var frameCount: Int { max(expected.frameCount, actual.frameCount) }
  /// How many channels there are at all.
  var channelCount: Int { max(expected.channels.count, actual.channels.count) }
  /// How many frames there are a second: those of the expected sound.
  var rate: Int { expected.rate }

  /// How many frames a window of so many at 48,000 a second has at this rate: even, and bounded, because a file may say
  /// any rate.
  func windowLength(_ length: Int) -> Int { min(max(rate, 1000), 400_000) * length / 48_000 / 2 * 2 }

  /// A sample that was expected.
  func expected(_ channel: Int, _ frame: Int) -> Float { expected.sample(channel, frame) }
  /// A sample that is there.
  func actual(_ channel: Int, _ frame: Int) -> Float { actual.sample(channel, frame + shift) }
  /// What is there less what was expected.
  func difference(_ channel: Int, _ frame: Int) -> Float {
    actual(channel, frame) - expected(channel, frame)
  }

  /// The mean square of the difference in some frames, all channels together.
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
  /// A sample; silence where there is none.
  func sample(_ channel: Int, _ frame: Int) -> Float {
    guard channel < channels.count, frame >= 0, frame < frameCount else { return 0 }
    let sample = channels[channel][frame]
    return sample.isFinite ? sample : 0
  }
}
