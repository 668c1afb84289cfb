import Foundation
import MIDIRecSound
import Testing

/// Audibility with a masker and in silence.
@Suite struct MaskingModelTests {
  /// A sine with a slow fade in and out, so that it contains a single frequency.
  private static func swell(
    _ frequency: Double, loudness: Double, rate: Int = Tones.rate, frameCount: Int = 8000
  ) -> [Float] {
    (0..<frameCount).map { frame in
      let envelope = pow(sin(.pi * Double(frame) / Double(frameCount)), 2)
      return Float(loudness * envelope * sin(2 * .pi * frequency * Double(frame) / Double(rate)))
    }
  }

  /// Both tones are two bands from 1 kHz and 56 dB below it. The masker hides levels 45.5 dB below it in the band
  /// above, and 71.5 dB in the band below.
  @Test(arguments: [(700.0, true), (1450, false)])
  func toneMasksMoreAboveThanBelow(_ frequency: Double, _ isHeard: Bool) throws {
    let loud = Self.swell(1000, loudness: 0.5)
    let faint = Self.swell(frequency, loudness: 0.0008)
    let comparison = SoundComparison(
      expected: try Tones.buffer(loud), actual: try Tones.buffer(zip(loud, faint).map { $0 + $1 }))
    #expect((comparison.firstAudible != nil) == isHeard)
  }

  /// Hearing is most sensitive at 3.3 kHz, and perceives 17 kHz only at high levels.
  @Test(arguments: [
    (3300.0, 0.00005, true), (3300, 0.000005, false), (17_000, 0.005, false), (17_000, 0.1, true),
  ])
  func thresholdInQuietDependsOnFrequency(_ frequency: Double, _ loudness: Double, _ isHeard: Bool) throws {
    let silence = try #require(AudioBuffer(rate: 48_000, channels: [[Float](repeating: 0, count: 8000)]))
    let tone = try #require(
      AudioBuffer(rate: 48_000, channels: [Self.swell(frequency, loudness: loudness, rate: 48_000)]))
    let comparison = SoundComparison(expected: silence, actual: tone)
    #expect((comparison.firstAudible != nil) == isHeard)
  }
}
