import MIDICore
import MIDIRecSound
import SoundSessions
import Testing

@Suite struct SoundComparisonTextTests {
  @Test(
    arguments: [
      (
        .rate(expected: 48_000, actual: 44_100),
        "the actual audio has 44,100 Hz, not 48,000 Hz; it was resampled"
      ),
      (.channelCount(expected: 2, actual: 1), "the actual audio has 1 channel, not 2"),
      (.length(.milliseconds(1500)), "the actual audio is 1.5 s longer"),
      (.length(.milliseconds(-1500)), "the actual audio is 1.5 s shorter"),
      (
        .shift(.microseconds(20_500), signalToNoise: 71.25),
        "the whole audio is 20.5 ms late; after alignment, signal to noise is 71.3 dB"
      ),
      (
        .shift(.microseconds(-20_500), signalToNoise: .infinity),
        "the whole audio is 20.5 ms early; after alignment, signal to noise is infinite"
      ),
      (
        .level(decibels: -6.02, signalToNoise: 90),
        "the whole audio is 6.0 dB softer; after level matching, signal to noise is 90.0 dB"
      ),
      (
        .level(decibels: 3, signalToNoise: 90),
        "the whole audio is 3.0 dB louder; after level matching, signal to noise is 90.0 dB"
      ),
      (.inverted, "the polarity is inverted"),
      (.swapped, "left and right are swapped"),
      (
        .invalidSamples(isActual: true, count: 1200, first: .milliseconds(250)),
        "the actual audio has 1,200 invalid samples (infinite or not a number), the first at 0.25 s; they count as silence"
      ),
      (
        .invalidSamples(isActual: false, count: 1, first: .zero),
        "the expected audio has 1 invalid sample (infinite or not a number), the first at 0 s; they count as silence"
      ),
    ] as [(GlobalChange, String)])
  func globalChangesHaveTexts(change: GlobalChange, text: String) {
    #expect(change.text == text)
  }

  @Test(
    arguments: [
      (.missing, "missing"), (.level(decibels: -2.24), "softer by about 2.2 dB"),
      (.level(decibels: 2.26), "louder by about 2.3 dB"),
      (.late(.milliseconds(20)), "late by about 20 ms"),
      (.late(.milliseconds(-20)), "early by about 20 ms"), (.different, "sounds different"),
    ] as [(HeardNoteChange, String)])
  func noteChangesHaveTexts(change: HeardNoteChange, text: String) {
    #expect(change.text == text)
  }

  /// A difference of one sample among four, whose root mean square is half as large.
  @Test(arguments: [
    (Float(0.000952), "peak 0.000952 "), (9.52e-7, "peak 9.52e-7 "), (0.5, "peak 0.5 "),
    (123_456, "peak 123456 "),
    (1e20, "peak 1e20 "), (.greatestFiniteMagnitude, "peak 3.4e38 "),
    (.leastNonzeroMagnitude, "peak 1.4e-45 "),
  ])
  func differencesOfAnySizeHaveTexts(sample: Float, peak: String) throws {
    let silence = try #require(AudioBuffer(rate: 48_000, channels: [[0, 0, 0, 0]]))
    let actual = try #require(AudioBuffer(rate: 48_000, channels: [[0, sample, 0, 0]]))
    let text = SoundComparison(expected: silence, actual: actual).text(expectedName: "a", actualName: "b")
    #expect(text.contains(peak), "\(text)")
  }
}
