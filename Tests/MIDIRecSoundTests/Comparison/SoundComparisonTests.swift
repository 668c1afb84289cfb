import Foundation
import MIDICore
import MIDIRecSound
import Testing

@Suite struct SoundComparisonTests {
  private let tone = Tones.sine(440, loudness: 0.5, frameCount: 16_000)

  private func compare(_ expected: [Float], _ actual: [Float]) throws -> SoundComparison {
    SoundComparison(expected: try Tones.buffer(expected), actual: try Tones.buffer(actual))
  }

  @Test func equalSamplesAreSame() throws {
    let comparison = try compare(tone, tone)
    #expect(comparison.isSame && comparison.isWithinBounds)
    #expect(comparison.signalToNoise == .infinity)
    #expect(comparison.firstAudible == nil)
  }

  @Test func emptyAudioIsSame() throws {
    #expect(try compare([], []).isSame)
  }

  @Test func measuresDescribeDifference() throws {
    // Ten samples of 0.5, one of them 0.4: the ratio is 10 · 0.25 to 0.01, and the RMS is the root of 0.001.
    var actual = [Float](repeating: 0.5, count: 10)
    actual[3] = 0.4
    let comparison = try compare([Float](repeating: 0.5, count: 10), actual)
    #expect(abs(comparison.signalToNoise - 10 * log10(250)) < 1e-4)
    #expect(abs(comparison.rootMeanSquare - 0.001.squareRoot()) < 1e-6)
    #expect(abs(comparison.peak - 0.1) < 1e-6)
    #expect(!comparison.isWithinBounds)
  }

  @Test(arguments: [(Float(0.0001), true), (0.0005, false)])
  func boundsDecideVerdict(_ part: Float, _ isWithin: Bool) throws {
    let comparison = try compare(tone, tone.map { $0 * (1 + part) })
    #expect(!comparison.isSame)
    #expect(comparison.isWithinBounds == isWithin)
  }

  /// One of ten samples differs by a tenth: 24 dB, 0.0316, and 0.1.
  @Test(arguments: [
    (20, 0.05, 0.2, true), (30, 0.05, 0.2, false), (20, 0.03, 0.2, false), (20, 0.05, 0.09, false),
  ])
  func eachBoundIsChecked(
    _ signalToNoise: Double, _ rootMeanSquare: Double, _ peak: Double, _ isWithin: Bool
  ) throws {
    let expected = [Float](repeating: 0.5, count: 10)
    var actual = expected
    actual[3] = 0.4
    var bounds = SoundComparison.Bounds()
    bounds.signalToNoise = signalToNoise
    bounds.rootMeanSquare = rootMeanSquare
    bounds.peak = peak
    let comparison = SoundComparison(
      expected: try Tones.buffer(expected), actual: try Tones.buffer(actual), bounds: bounds)
    #expect(comparison.isWithinBounds == isWithin)
  }

  @Test func rootMeanSquareCoversAllChannels() throws {
    let half = [Float](repeating: 0.5, count: 10)
    var other = half
    other[3] = 0.4
    let expected = try #require(AudioBuffer(rate: 16_000, channels: [half, half]))
    let actual = try #require(AudioBuffer(rate: 16_000, channels: [half, other]))
    let comparison = SoundComparison(expected: expected, actual: actual)
    #expect(abs(comparison.rootMeanSquare - 0.0005.squareRoot()) < 1e-6)
  }

  @Test func differentChannelCountIsReportedForSilentChannels() throws {
    let silence = [Float](repeating: 0, count: tone.count)
    let stereo = try #require(AudioBuffer(rate: 16_000, channels: [tone, silence]))
    let comparison = SoundComparison(expected: stereo, actual: try Tones.buffer(tone))
    #expect(comparison.peak == 0 && !comparison.isSame && !comparison.isWithinBounds)
    #expect(comparison.wholeChanges == [.channelCount(expected: 2, actual: 1)])
  }

  @Test func audioIsSilentAfterItsEnd() throws {
    let comparison = try compare(tone, tone + [0, 0, 0, 0])
    #expect(comparison.rootMeanSquare == 0 && comparison.isWithinBounds && !comparison.isSame)
    #expect(comparison.wholeChanges == [.length(Nanoseconds(rawValue: 250_000))])
  }

  @Test func invalidSamplesAreReported() throws {
    var actual = tone
    actual[100] = .nan
    let comparison = try compare(tone, actual)
    #expect(!comparison.isSame && !comparison.isWithinBounds)
    #expect(comparison.peak.isFinite)
  }

  /// They count as silence.
  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func invalidSamplesInSilenceAreReported(_ sample: Float) throws {
    var broken = [Float](repeating: 0, count: 16_000)
    (broken[4000], broken[9000]) = (sample, sample)
    let silence = [Float](repeating: 0, count: 16_000)
    let time = AudioBuffer.time(ofFrame: 4000, rate: try Tones.buffer(silence).rate)
    for isActual in [true, false] {
      let comparison = try isActual ? compare(silence, broken) : compare(broken, silence)
      #expect(!comparison.isWithinBounds)
      #expect(
        comparison.wholeChanges == [.invalidSamples(isActual: isActual, count: 2, first: time)])
    }
  }

  @Test func audioWithInvalidSamplesEqualsItself() throws {
    #expect(try compare([0.5, .nan, -.infinity], [0.5, .nan, -.infinity]).isSame)
  }

  @Test func roundingTo16BitsIsInaudible() throws {
    let rounded = tone.map { ($0 * 32_768).rounded() / 32_768 }
    #expect(try compare(tone, rounded).firstAudible == nil)
  }

  @Test func toneIsAudibleFromItsStart() throws {
    let added = Tones.sine(1000, loudness: 0.01, from: 600, frameCount: 16_000)
    let comparison = try compare(tone, zip(tone, added).map { $0 + $1 })
    let first = try #require(comparison.firstAudible)
    #expect((first - .milliseconds(600)).magnitude <= .milliseconds(4), "\(first)")
  }

  @Test func differenceStartsAtFirstDifferentFrame() throws {
    let silence = [Float](repeating: 0, count: 4000)
    var actual = silence
    actual[1000] = 0.5
    #expect(try compare(silence, actual).firstAudible == AudioBuffer.time(ofFrame: 1000, rate: 16_000))
  }

  /// A constant inaudible difference isn't part of an audible one that starts later.
  @Test func toneIsFoundDespiteRounding() throws {
    let added = Tones.sine(1000, loudness: 0.01, from: 600, frameCount: 16_000)
    let actual = zip(tone, added).map { (($0 + $1) * 32_768).rounded() / 32_768 }
    let first = try #require(try compare(tone, actual).firstAudible)
    #expect((first - .milliseconds(600)).magnitude <= .milliseconds(4), "\(first)")
  }

  /// Pulses of 4 ms with equal pauses, each louder than the previous one.
  @Test func shortPausesBelongToDifference() throws {
    let silence = [Float](repeating: 0, count: 8000)
    let sine = Tones.sine(1000, loudness: 1, frameCount: silence.count)
    let actual = sine.indices.map { frame -> Float in
      let (pulse, place) = (frame - 4096).quotientAndRemainder(dividingBy: 128)
      return frame < 4096 || place >= 64 ? 0 : sine[frame] * min(0.5, 0.0001 * pow(1.5, Float(pulse)))
    }
    let first = try #require(try compare(silence, actual).firstAudible)
    #expect((first - .milliseconds(256)).magnitude < .milliseconds(1), "\(first)")
  }

  @Test func loudToneMasksFaintTone() throws {
    let added = Tones.sine(450, loudness: 0.001, from: 600, frameCount: 16_000)
    #expect(try compare(tone, zip(tone, added).map { $0 + $1 }).firstAudible == nil)
    let silence = [Float](repeating: 0, count: 16_000)
    #expect(try compare(silence, added).firstAudible != nil)
  }

  @Test func differentRateIsReportedAndResampled() throws {
    let other = (0..<22_050).map { 0.5 * Float(sin(2 * .pi * 440 * Double($0) / 22_050)) }
    let actual = try #require(AudioBuffer(rate: 22_050, channels: [other]))
    let comparison = SoundComparison(expected: try Tones.buffer(tone), actual: actual)
    #expect(comparison.wholeChanges.contains(.rate(expected: 16_000, actual: 22_050)))
    #expect(!comparison.isWithinBounds)
    // The ends are excluded, because resampling lacks the samples beyond them.
    #expect(comparison.signalToNoise > 25)
  }

  @Test func frequenciesAboveExpectedRateAreOmitted() throws {
    let high = (0..<9600).map { frame in
      Float(pow(sin(.pi * Double(frame) / 9600), 2) * 0.5 * sin(2 * .pi * 12_000 * Double(frame) / 48_000))
    }
    let actual = try #require(AudioBuffer(rate: 48_000, channels: [high]))
    let comparison = SoundComparison(
      expected: try Tones.buffer([Float](repeating: 0, count: 3200)), actual: actual)
    #expect(comparison.peak < 0.001)
  }

  @Test func anyRateCanBeCompared() throws {
    let slow = try #require(AudioBuffer(rate: 1, channels: [[0.5, 0.25]]))
    let fast = try #require(AudioBuffer(rate: 2_000_000_011, channels: [[0.5, 0.25]]))
    #expect(SoundComparison(expected: slow, actual: fast).peak == 0)
    #expect(SoundComparison(expected: fast, actual: slow).peak == 0)
  }

  @Test func swappedChannelsAreReported() throws {
    let noise = Noise.stereo(frameCount: 2000, seed: 1)
    let expected = try #require(AudioBuffer(rate: 16_000, channels: noise))
    let actual = try #require(AudioBuffer(rate: 16_000, channels: noise.reversed()))
    #expect(SoundComparison(expected: expected, actual: actual).wholeChanges == [.swapped])
  }

  @Test func partlySwappedChannelsAreNotReportedAsSwapped() throws {
    let (first, second) = (
      Noise.stereo(frameCount: 2000, seed: 1), Noise.stereo(frameCount: 2000, seed: 2)
    )
    let expected = try #require(AudioBuffer(rate: 16_000, channels: first))
    for channels in [[second[0], first[0]], [first[1], second[0]]] {
      let actual = try #require(AudioBuffer(rate: 16_000, channels: channels))
      #expect(!SoundComparison(expected: expected, actual: actual).wholeChanges.contains(.swapped))
    }
  }

  @Test func softerInvertedAudioIsNotReportedAsInverted() throws {
    #expect(try !compare(tone, tone.map { -$0 / 2 }).wholeChanges.contains(.inverted))
  }

  @Test func globalLevelChangeIsReported() throws {
    let changes = try compare(tone, tone.map { $0 / 2 }).wholeChanges
    guard case .level(let decibels, _) = changes.first else {
      Issue.record("\(changes)")
      return
    }
    #expect(abs(decibels + 6.02) < 0.01)
    #expect(try compare(tone, tone.map { -$0 }).wholeChanges == [.inverted])
  }

  @Test(arguments: [160, -160, 333]) func globalShiftIsReported(_ frames: Int) throws {
    let noise = Noise.stereo(frameCount: 12_000, seed: 2)[0]
    let padding = [Float](repeating: 0, count: 2000)
    let expected = padding + noise + padding
    let actual =
      frames > 0
      ? [Float](repeating: 0, count: frames) + expected.dropLast(frames)
      : Array(expected.dropFirst(-frames)) + [Float](repeating: 0, count: -frames)
    let changes = try compare(expected, actual).wholeChanges
    #expect(
      changes == [
        .shift(AudioBuffer.time(ofFrame: frames, rate: 16_000), signalToNoise: .infinity)
      ], "\(changes)")
  }

  @Test func shiftOfThreeSecondsIsReported() throws {
    let noise = Noise.stereo(frameCount: 150, seed: 3)[0]
    let expected = try #require(
      AudioBuffer(rate: 500, channels: [[Float](repeating: 0, count: 1500) + noise]))
    let actual = try #require(AudioBuffer(rate: 500, channels: [noise]))
    let changes = SoundComparison(expected: expected, actual: actual).wholeChanges
    #expect(
      changes == [.length(.seconds(-3)), .shift(.seconds(-3), signalToNoise: .infinity)], "\(changes)")
  }

  /// Windows that grew with the rate would take minutes.
  @Test(.timeLimit(.minutes(1)), arguments: [1, 999, 655_350, Int(Int32.max)])
  func anyRateIsCompared(rate: Int) throws {
    let expected = try #require(AudioBuffer(rate: rate, channels: [tone]))
    let actual = try #require(AudioBuffer(rate: rate, channels: [[0, 0, 0, 0, 0] + tone.map { $0 / 2 }]))
    #expect(!SoundComparison(expected: expected, actual: actual).isWithinBounds)
  }
}
