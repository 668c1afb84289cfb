package import MIDICore
package import MIDIRecSound

/// The comparison of two audio files as JSON.
///
/// Times and durations are in nanoseconds, channels of notes count from 1, notes are numbers, amplitudes are from 0 to
/// 1, and ratios are in decibels. Missing values, such as the ratio of identical files, have no key.
package struct SoundComparisonDocument: Encodable, Sendable {
  /// An audio file.
  struct Sound: Encodable, Sendable {
    var name: String
    var rate: Int
    var channels: Int
    var frames: Int
    var duration: Int64
    var rootMeanSquare: Double
    var peak: Double
  }

  /// The measures or their bounds.
  struct Measures: Encodable, Sendable {
    var signalToNoise: Double?
    var rootMeanSquare: Double
    var peak: Double
  }

  /// The first audible difference.
  struct First: Encodable, Sendable {
    var time: Int64
    var note: Note?
    var change: Change?
    var following: Following?
    var text: String
  }

  /// The later notes on the channel of the first one.
  struct Following: Encodable, Sendable {
    var count: Int
    /// The number of notes with an audible difference at their start.
    var differing: Int
  }

  /// A note of the take.
  struct Note: Encodable, Sendable {
    var onset: Int64
    var silence: Int64?
    var channel: Int
    var note: Int
    var velocity: Int
  }

  /// A change of a note or of the whole audio.
  struct Change: Encodable, Sendable {
    /// `missing`, `level`, `late`, `different`; `rate`, `channels`, `length`, `shift`, `inverted`, `swapped`,
    /// `invalid`.
    var kind: String
    var decibels: Double?
    var time: Int64?
    /// The ratio after the change is undone.
    var signalToNoise: Double?
    var text: String
  }

  let isSame: Bool
  let isWithinBounds: Bool
  let verdict: String
  let expected: Sound
  let actual: Sound
  let difference: Measures
  let bounds: Measures
  let first: First?
  let whole: [Change]

  /// Creates the document of a comparison.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - expectedName: The name of the expected file.
  ///   - actualName: The name of the actual file.
  ///   - middleC: The octave of middle C in texts.
  package init(
    _ comparison: SoundComparison, expectedName: String, actualName: String, middleC: MiddleC = .octave4
  ) {
    isSame = comparison.isSame
    isWithinBounds = comparison.isWithinBounds
    verdict = comparison.verdictText
    expected = Sound(comparison.expected, expectedName)
    actual = Sound(comparison.actual, actualName)
    difference = Measures(
      signalToNoise: comparison.signalToNoise.finite, rootMeanSquare: comparison.rootMeanSquare,
      peak: comparison.peak)
    bounds = Measures(
      signalToNoise: comparison.bounds.signalToNoise, rootMeanSquare: comparison.bounds.rootMeanSquare,
      peak: comparison.bounds.peak)
    first = First(comparison, middleC)
    whole = comparison.wholeChanges.map(Change.init)
  }
}

extension SoundComparisonDocument.Sound {
  fileprivate init(_ summary: SoundComparison.Summary, _ name: String) {
    self.init(
      name: name, rate: summary.rate, channels: summary.channelCount, frames: summary.frameCount,
      duration: summary.duration.rawValue, rootMeanSquare: summary.rootMeanSquare, peak: summary.peak)
  }
}

extension SoundComparisonDocument.First {
  /// Creates the document, or returns `nil` if there is no audible difference.
  init?(_ comparison: SoundComparison, _ middleC: MiddleC = .octave4) {
    guard let time = comparison.firstAudible else { return nil }
    self.init(
      time: time.rawValue,
      note: comparison.firstNote.map { note in
        .init(
          onset: note.start.rawValue, silence: note.end?.rawValue, channel: note.channel.number,
          note: Int(note.number.rawValue), velocity: Int(note.velocity.rawValue))
      },
      change: comparison.noteChange.map(SoundComparisonDocument.Change.init),
      following: comparison.following.map { .init(count: $0.count, differing: $0.differingCount) },
      text: comparison.firstText(middleC) ?? "")
  }
}

extension SoundComparisonDocument.Change {
  fileprivate init(_ change: HeardNoteChange) {
    switch change {
    case .missing: self.init(kind: "missing", text: change.text)
    case .level(let decibels): self.init(kind: "level", decibels: decibels.finite, text: change.text)
    case .late(let time): self.init(kind: "late", time: time.rawValue, text: change.text)
    case .different: self.init(kind: "different", text: change.text)
    }
  }

  /// Creates the document of a global change.
  init(_ change: GlobalChange) {
    switch change {
    case .rate: self.init(kind: "rate", text: change.text)
    case .channelCount: self.init(kind: "channels", text: change.text)
    case .length(let time): self.init(kind: "length", time: time.rawValue, text: change.text)
    case .shift(let time, let ratio):
      self.init(kind: "shift", time: time.rawValue, signalToNoise: ratio.finite, text: change.text)
    case .level(let decibels, let ratio):
      self.init(
        kind: "level", decibels: decibels.finite, signalToNoise: ratio.finite, text: change.text)
    case .inverted: self.init(kind: "inverted", text: change.text)
    case .swapped: self.init(kind: "swapped", text: change.text)
    case .invalidSamples(_, _, let first):
      self.init(kind: "invalid", time: first.rawValue, text: change.text)
    }
  }
}

extension Double {
  /// The number, or `nil` if JSON can't represent it.
  fileprivate var finite: Double? { isFinite ? self : nil }
}
