import MIDICore
import MIDIRecSound
import Testing

/// The audio excerpt of an HTML report, at 100 Hz.
@Suite struct SoundExcerptTests {
  private func buffer(_ samples: [Float]) throws -> AudioBuffer {
    try #require(AudioBuffer(rate: 100, channels: [samples]))
  }

  private func frames(ofSeconds seconds: Int, around time: Nanoseconds?, extra: Int = 0) throws -> Range<Int>
  {
    let sound = try buffer([Float](repeating: 0, count: 100 * seconds + extra))
    return SoundExcerpt(expected: sound, actual: sound, around: time).frames
  }

  @Test func audioOfHalfMinuteIsComplete() throws {
    #expect(try frames(ofSeconds: 30, around: .seconds(20)) == 0..<3000)
  }

  /// Four seconds before the difference and sixteen after it, if available.
  @Test(arguments: [
    (Nanoseconds.seconds(50), 4600..<6600), (.seconds(2), 0..<2000), (.seconds(99), 8000..<10_000),
  ])
  func longerAudioIsExcerptAroundDifference(_ time: Nanoseconds, _ frames: Range<Int>) throws {
    #expect(try self.frames(ofSeconds: 100, around: time) == frames)
  }

  @Test func excerptStartsAtBeginningWithoutAudibleDifference() throws {
    #expect(try frames(ofSeconds: 30, around: nil, extra: 1) == 0..<2000)
  }

  @Test func allExcerptsHaveSameFrames() throws {
    var (expected, actual) = ([Float](repeating: 0, count: 4000), [Float](repeating: 0, count: 4000))
    (expected[2000], actual[2000]) = (0.5, 0.25)
    let excerpt = SoundExcerpt(
      expected: try buffer(expected), actual: try buffer(actual), around: .seconds(20))
    #expect(excerpt.expected.rate == 100)
    #expect(excerpt.expected.channels[0][400] == 0.5)
    #expect(excerpt.actual.channels[0][400] == 0.25)
    #expect(excerpt.difference.channels[0][400] == -0.25 * 2)
    #expect(excerpt.expected.frameCount == 2000)
  }

  /// The peak is at most half of full scale, and a difference more than 66 dB below that stays faint.
  @Test(
    arguments: [
      (0.5, 0, 0.5), (0.75, 0, 0.75), (0.25, 6, 0.5), (0.2, 6, 0.4), (0.001, 48, 0.256),
      (1 / 32_768, 60, 1 / 32), (0, 0, 0),
    ] as [(Float, Int, Float)])
  func differenceIsAmplifiedInSixDecibelSteps(_ peak: Float, _ gain: Int, _ heard: Float) throws {
    let excerpt = SoundExcerpt(
      expected: try buffer([0, 0]), actual: try buffer([0, peak]), around: .zero)
    #expect(excerpt.differenceGain == gain)
    #expect(abs(excerpt.difference.channels[0][1] - heard) <= 1 / 32_768)
  }

  @Test func samplesAreRoundedTo16Bits() throws {
    let step: Float = 1 / 32_768
    let sound = try buffer([1.4 * step, -1.6 * step, 2])
    let excerpt = SoundExcerpt(expected: sound, actual: sound, around: nil)
    #expect(excerpt.expected.channels == [[step, -2 * step, 1 - step]])
  }
}
