import Foundation
import Sound
import Testing

/// What can be heard beside another sound, and in silence.
@Suite struct MaskingModelTests {
  /// A sine that comes and goes slowly, so that nothing but its frequency is in it.
  private static func swell(
    _ frequency: Double, loudness: Double, rate: Int = Tones.rate, frameCount: Int = 8000
  ) -> [Float] {
    (0..<frameCount).map { frame in
      let envelope = pow(sin(.pi * Double(frame) / Double(frameCount)), 2)
      return Float(loudness * envelope * sin(2 * .pi * frequency * Double(frame) / Double(rate)))
    }
  }

  /// Both are two bands from 1 kHz, and 56 dB below it: it hides what is 45.5 dB below it in the band above, and 71.5 dB in
  /// that below.
  @Test(arguments: [(700.0, true), (1450, false)])
  func aToneHidesWhatIsAboveItMoreThanWhatIsBelow(_ frequency: Double, _ isHeard: Bool) throws {
    let loud = Self.swell(1000, loudness: 0.5)
    let faint = Self.swell(frequency, loudness: 0.0008)
    let comparison = SoundComparison(
      expected: try Tones.buffer(loud), actual: try Tones.buffer(zip(loud, faint).map { $0 + $1 }))
    #expect((comparison.firstAudible != nil) == isHeard)
  }

  /// Ears are keenest at 3.3 kHz, and hear 17 kHz only where it is loud.
  @Test(arguments: [
    (3300.0, 0.00005, true), (3300, 0.000005, false), (17_000, 0.005, false), (17_000, 0.1, true),
  ])
  func inSilenceItsFrequencyDecides(_ frequency: Double, _ loudness: Double, _ isHeard: Bool) throws {
    let silence = try #require(AudioBuffer(rate: 48_000, channels: [[Float](repeating: 0, count: 8000)]))
    let tone = try #require(
      AudioBuffer(rate: 48_000, channels: [Self.swell(frequency, loudness: loudness, rate: 48_000)]))
    let comparison = SoundComparison(expected: silence, actual: tone)
    #expect((comparison.firstAudible != nil) == isHeard)
  }
}
