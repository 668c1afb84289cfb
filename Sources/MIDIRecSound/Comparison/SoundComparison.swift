internal import Glibc
package import MIDICore

/// The comparison of two audio files.
package struct SoundComparison: Hashable, Sendable {
  /// The limits within which two files count as equal. FluidSynth's regression check has the default limits.
  package struct Bounds: Hashable, Sendable {
    /// The minimum signal-to-noise ratio in decibels.
    package var signalToNoise = 60.0
    /// The maximum root mean square of the difference.
    package var rootMeanSquare = 1e-4
    /// The maximum difference of a sample.
    package var peak = 0.01

    /// Creates the default bounds.
    package init() {}
  }

  /// The properties of one file.
  package struct Summary: Hashable, Sendable {
    /// The sample rate in hertz.
    package let rate: Int
    /// The number of channels.
    package let channelCount: Int
    /// The number of frames.
    package let frameCount: Int
    /// The root of the mean square of the samples.
    package let rootMeanSquare: Double
    /// The largest magnitude of a sample.
    package let peak: Double
    /// The number of samples that are infinite or not numbers. They count as silence.
    package let invalidSampleCount: Int
    /// The time of the first invalid sample, or `nil` if there is none.
    package let firstInvalid: Nanoseconds?

    /// The duration, rounded down to a nanosecond.
    package var duration: Nanoseconds { AudioBuffer.time(ofFrame: frameCount, rate: rate) }
  }

  /// The bounds of the comparison.
  package let bounds: Bounds
  /// The properties of the expected audio.
  package let expected: Summary
  /// The properties of the actual audio.
  package let actual: Summary
  /// The ratio of the expected audio to the difference in decibels, or infinity without a difference.
  package let signalToNoise: Double
  /// The root of the mean square of the difference.
  package let rootMeanSquare: Double
  /// The largest difference of a sample.
  package let peak: Double
  /// The start of the first audible difference, or `nil` if there is none; see ``AudibleDifference``.
  package let firstAudible: Nanoseconds?
  /// The note that the first difference belongs to, or `nil` if it is unknown.
  package let firstNote: SoundNote?
  /// The difference of that note, or `nil` if it is unknown. If the later notes also sound different, it is
  /// ``HeardNoteChange/different``.
  package let noteChange: HeardNoteChange?
  /// The starts of the later notes on that note's channel, or `nil` if they are unknown.
  package let following: FollowingNotes?
  /// The differences of the whole audio that explain most of the difference.
  package let wholeChanges: [GlobalChange]
  /// Whether both files have the same samples, sample rate, and channels.
  package let isSame: Bool
  /// Whether all measures are within the bounds, rate and channels are equal, and all samples are numbers.
  package let isWithinBounds: Bool

  /// Compares two audio files.
  ///
  /// A shorter file counts as silent after its end. If the sample rates differ, the actual audio is resampled first,
  /// and ``wholeChanges`` reports that.
  ///
  /// - Parameters:
  ///   - expected: The expected audio.
  ///   - actual: The actual audio.
  ///   - bounds: The limits within which they count as equal.
  ///   - notes: The notes of the expected audio, in any order.
  /// - Complexity: O(*n*), where *n* is the number of frames, except for the search of a shift, which covers at most
  ///   half a minute.
  package init(
    expected: AudioBuffer, actual: AudioBuffer, bounds: Bounds = Bounds(), notes: [SoundNote] = []
  ) {
    self.bounds = bounds
    self.expected = Summary(expected)
    self.actual = Summary(actual)
    let hasSameKind = expected.rate == actual.rate && expected.channels.count == actual.channels.count
    isSame = hasSameKind && expected.hasSameBits(as: actual)
    guard !isSame else {
      (signalToNoise, rootMeanSquare, peak) = (.infinity, 0, 0)
      (firstAudible, firstNote, noteChange, following) = (nil, nil, nil, nil)
      (wholeChanges, isWithinBounds) = ([], true)
      return
    }
    let pair = SoundPair(expected: expected, actual: actual)
    let measure = DifferenceMeasure(pair)
    signalToNoise = measure.signalToNoise
    rootMeanSquare = measure.rootMeanSquare
    peak = measure.peak
    isWithinBounds =
      hasSameKind && self.expected.invalidSampleCount + self.actual.invalidSampleCount == 0
      && signalToNoise >= bounds.signalToNoise && rootMeanSquare <= bounds.rootMeanSquare
      && peak <= bounds.peak
    let difference = AudibleDifference(pair)
    let frame = difference.firstFrame()
    firstAudible = frame.map { AudioBuffer.time(ofFrame: $0, rate: expected.rate) }
    let partials = frame.map { NotePartials(pair, from: $0) }
    let first = partials?.note(among: notes)
    firstNote = first
    let following = first.map { FollowingNotes(after: $0, among: notes, difference) }
    self.following = following
    noteChange = first.map {
      following?.mostlyDiffer == true ? .different : HeardNoteChange(of: $0, pair, from: frame ?? 0)
    }
    wholeChanges = GlobalChange.all(pair, self.expected, self.actual, measure)
  }
}

extension SoundComparison.Summary {
  fileprivate init(_ buffer: AudioBuffer) {
    rate = buffer.rate
    channelCount = buffer.channels.count
    frameCount = buffer.frameCount
    var (sum, peak) = (0.0, 0.0)
    var invalidCount = 0
    var firstInvalid: Int?
    for channel in buffer.channels {
      for (frame, sample) in channel.enumerated() {
        guard sample.isFinite else {
          invalidCount += 1
          firstInvalid = min(firstInvalid ?? frame, frame)
          continue
        }
        sum += Double(sample) * Double(sample)
        peak = max(peak, Double(abs(sample)))
      }
    }
    invalidSampleCount = invalidCount
    self.firstInvalid = firstInvalid.map { AudioBuffer.time(ofFrame: $0, rate: buffer.rate) }
    rootMeanSquare = sqrt(sum / Double(max(1, channelCount * frameCount)))
    self.peak = peak
  }
}

extension AudioBuffer {
  /// Returns whether all samples are identical bit by bit.
  fileprivate func hasSameBits(as other: AudioBuffer) -> Bool {
    zip(channels, other.channels).allSatisfy { left, right in
      left.count == right.count && zip(left, right).allSatisfy { $0.bitPattern == $1.bitPattern }
    }
  }
}
