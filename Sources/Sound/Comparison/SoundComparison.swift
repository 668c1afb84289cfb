internal import Glibc
package import MIDICore

/// What differs between two sounds.
package struct SoundComparison: Hashable, Sendable {
  /// How far off is still the same. Those by default are FluidSynth's own for its regression check.
  package struct Bounds: Hashable, Sendable {
    /// The least ratio of signal to noise, in decibels.
    package var signalToNoise = 60.0
    /// The largest root of the mean square of the difference.
    package var rootMeanSquare = 1e-4
    /// The largest difference of a sample.
    package var peak = 0.01

    /// Makes those by default.
    package init() {}
  }

  /// How a sound is on the whole.
  package struct Summary: Hashable, Sendable {
    /// How many frames it has a second.
    package let rate: Int
    /// How many channels it has.
    package let channelCount: Int
    /// How many frames it has.
    package let frameCount: Int
    /// The root of the mean square of its samples.
    package let rootMeanSquare: Double
    /// Its largest sample.
    package let peak: Double
    /// How many samples are infinite or not a number. They count as silence.
    package let invalidSampleCount: Int
    /// When the first of them is.
    package let firstInvalid: Nanoseconds?

    /// How long it lasts, rounded down to a nanosecond.
    package var duration: Nanoseconds { AudioBuffer.time(ofFrame: frameCount, rate: rate) }
  }

  /// The bounds that it was compared with.
  package let bounds: Bounds
  /// The expected sound on the whole.
  package let expected: Summary
  /// The actual sound on the whole.
  package let actual: Summary
  /// The ratio of the expected sound to the difference, in decibels; infinite where there is none.
  package let signalToNoise: Double
  /// The root of the mean square of the difference.
  package let rootMeanSquare: Double
  /// The largest difference of a sample.
  package let peak: Double
  /// When the first difference begins that can be heard; nothing where none can. ``AudibleDifference`` says what that is.
  package let firstAudible: Nanoseconds?
  /// The note that it belongs to; nothing where no notes are known, or none of them has to do with it.
  package let firstNote: SoundNote?
  /// What became of that note; nothing where it isn't known. Where those that follow sound otherwise as well, it isn't the
  /// note that has changed, and this is ``HeardNoteChange/different``.
  package let noteChange: HeardNoteChange?
  /// How the notes begin that follow on its channel; nothing where it isn't known.
  package let following: FollowingNotes?
  /// What differs on the whole, and would explain most of it.
  package let wholeChanges: [GlobalChange]
  /// Whether both sounds have the same samples, rate and channels.
  package let isSame: Bool
  /// Whether all is within the bounds, rate and channels are the same, and all samples are numbers.
  package let isWithinBounds: Bool

  /// Compares two sounds. Where one is shorter, it is silent from there on; where their rates differ, the actual one is
  /// brought to the expected rate first, which is said in ``wholeChanges``.
  ///
  /// - Parameters:
  ///   - expected: The sound that is right.
  ///   - actual: The sound to be checked.
  ///   - bounds: How far off is still the same.
  ///   - notes: The notes that were to be heard in the expected sound, in any order.
  /// - Complexity: O(*n*) in the frames, but for a search of half a minute at most for how one may be shifted.
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
  /// Whether all samples are the same to the bit.
  fileprivate func hasSameBits(as other: AudioBuffer) -> Bool {
    zip(channels, other.channels).allSatisfy { left, right in
      left.count == right.count && zip(left, right).allSatisfy { $0.bitPattern == $1.bitPattern }
    }
  }
}
