public import MIDICore
public import Timelines

/// A note-by-note alignment of a performance with a score, or with another performance, through any tempo.
///
/// The performance may have any tempo, rubato, and pauses, and it may repeat and skip bars. Notes are matched by pitch and
/// order; channels and velocities don't matter. The result is the mistakes, and how the notes were played: the tempo, the
/// spread of chords, and the velocities.
public struct NoteAlignment: Sendable {
  /// An expected note and the actual note that plays it, as indices of the notes of both performances.
  public typealias Match = Comparison.NotePair

  /// A part of the performance without a jump: it follows the expected notes from one to another.
  public struct Passage: Hashable, Sendable {
    /// The indices of the expected notes, from the first to the last chord with a match.
    public internal(set) var expected: Range<Int>
    /// The indices of the actual notes.
    public internal(set) var actual: Range<Int>
    /// The matches in order of the expected notes, each of which occurs once.
    public internal(set) var matches: [Match]
    /// The map between the times.
    public internal(set) var warp: TimeWarp
    /// The matches at other pitches, in order of the expected notes.
    public internal(set) var transpositions: [Transposition]
    /// The first expected notes in a row that earlier passages have played already; empty unless the performance repeats
    /// something.
    public internal(set) var repeated: Range<Int>
  }

  /// The score, or the performance to compare with.
  public let expected: Performance
  /// The performance.
  public let actual: Performance
  /// The passages in order of the performance. A performance without jumps has one, or none if no note matches.
  public let passages: [Passage]
  /// The number of semitones by which the performance is higher, or lower if it is negative.
  public let semitones: Int
  /// The mistakes in order of the performance.
  public private(set) var mistakes: [Mistake] = []
  /// The ornaments that the expected notes don't have, in order of the performance.
  public private(set) var ornaments: [Ornament] = []
  /// The indices of the expected notes of trills that are played with fewer notes, in order.
  public private(set) var sparedTrillNotes: [Int] = []

  /// Aligns two performances.
  ///
  /// - Parameters:
  ///   - expected: The score, or the performance to compare with.
  ///   - actual: The performance.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  public init(expected: Performance, actual: Performance) {
    self.expected = expected
    self.actual = actual
    let score = PitchSequence(expected.notes)
    let chords = ChordTable(score)
    let search = PassageSearch(expected.notes, score, PitchSequence(actual.notes), chords)
    (passages, semitones) = (search.passages, search.semitones)
    let review = NoteAlignmentReview(
      passages, chords, score, search.performance, semitones: semitones,
      unplayed: UnplayedParts(expected.notes, passages, chords, actualCount: actual.notes.count).parts)
    mistakes = review.mistakes
    ornaments = review.ornaments
    sparedTrillNotes = review.sparedTrillNotes.sorted()
  }

  /// Returns the time in the expected take of a time in the actual take, by the passage that plays then.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of notes.
  public func expectedTime(of actual: Nanoseconds) -> Nanoseconds {
    passage(at: actual)?.warp.expectedTime(of: actual) ?? actual
  }

  /// Returns whether the performance repeats something at a time that an earlier passage has played already.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of notes.
  public func isRepeated(at time: Nanoseconds) -> Bool {
    guard let passage = passage(at: time), !passage.repeated.isEmpty else { return false }
    let (first, next) = (
      passage.matches.partitioningIndex { $0.expected >= passage.repeated.lowerBound },
      passage.matches.partitioningIndex { $0.expected >= passage.repeated.upperBound }
    )
    func onset(_ match: Int) -> Nanoseconds { actual.notes[passage.matches[match].actual].onset }
    return (first == 0 || onset(first) <= time) && (next == passage.matches.count || time < onset(next))
  }

  private func passage(at time: Nanoseconds) -> Passage? {
    let next = passages.partitioningIndex { passage in
      passage.actual.first.map { actual.notes[$0].onset > time } ?? true
    }
    return passages.indices ~= max(next - 1, 0) ? passages[max(next - 1, 0)] : nil
  }

  /// The number of matches in all passages.
  public var matchCount: Int { passages.matchCount }
}

extension NoteAlignment {
  /// A difference between the expected and the played notes.
  public struct Mistake: Hashable, Sendable {
    /// The kind of a mistake. Notes are indices of the notes of both performances.
    public enum Kind: Hashable, Sendable {
      /// An expected note wasn't played.
      case missing(expected: Int)
      /// A note was played that isn't expected.
      case extra(actual: Int)
      /// A note was played with a different pitch.
      case wrongPitch(expected: Int, actual: Int)
      /// Two notes were played in the opposite order.
      case swapped(Match, Match)
      /// Several chords in a row weren't played.
      case skipped(expected: Range<Int>)
      /// Several chords in a row were played that aren't expected.
      case added(actual: Range<Int>)
      /// Expected notes were played again.
      case repeated(expected: Range<Int>, actual: Range<Int>)
      /// Expected notes were played later than notes after them.
      case displaced(expected: Range<Int>, actual: Range<Int>)
      /// Expected notes were played at another pitch, all at the same interval.
      case transposed(Transposition)
      /// Hardly any note of a part was played.
      case unplayed(Part)
    }

    /// The kind, and the notes.
    public let kind: Kind
    /// The time in the expected take. For extra notes, it is the time that the tempo gives, at least 0.
    public let expectedTime: Nanoseconds
    /// The time in the actual take. For missing notes, it is the time that the tempo gives, at least 0.
    public let actualTime: Nanoseconds
  }

  /// A part of the expected notes: a hand, or an instrument, or notes throughout.
  public struct Part: Hashable, Sendable {
    /// The source and the channel of the part, or `nil` if all notes have the same.
    public internal(set) var line: Line?
    /// The pitches of the part, or `nil` for all.
    public internal(set) var pitches: ClosedRange<NoteNumber>?
    /// The hand, if both hands have the same source and channel, and some of the same pitches.
    public internal(set) var hand: Hand?
    /// Whether the notes are scattered throughout the score.
    public internal(set) var isScattered = false
    /// The indices of the notes that aren't played, in order.
    public internal(set) var notes: [Int]
  }

  /// A hand of a pianist.
  public enum Hand: Hashable, Sendable {
    /// The left hand, which usually plays the lower notes.
    case left
    /// The right hand.
    case right
  }

  /// A source and a channel of the expected take.
  public struct Line: Hashable, Sendable {
    /// The source.
    public let source: Int
    /// The channel.
    public let channel: Channel

    /// Creates a line.
    public init(source: Int, channel: Channel) {
      self.source = source
      self.channel = channel
    }
  }

  /// Several extra notes around a played note, at most a whole tone from it: a trill, a mordent, or a turn.
  public struct Ornament: Hashable, Sendable {
    /// The note that is ornamented.
    public let note: Match
    /// The indices of the extra notes, in order.
    public let extra: [Int]
  }
}

extension NoteAlignment {
  /// Expected notes that were played at another pitch, all at the same interval.
  public struct Transposition: Hashable, Sendable {
    /// The number of semitones by which the notes are higher, or lower if it is negative.
    public let semitones: Int
    /// The matches in order of the expected notes.
    public let matches: [Match]
  }
}

extension NoteAlignment {
  /// The notes of a chord as they were played.
  public struct ChordSpread: Hashable, Sendable {
    /// The time of the chord in the expected take.
    public let expectedTime: Nanoseconds
    /// The matches in order of the actual onsets, at least two.
    public let matches: [Match]
    /// The time from the first to the last onset.
    public let spread: Nanoseconds
  }

  /// The chords with at least two different notes that were played, in order of the performance.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of matches.
  public var chordSpreads: [ChordSpread] {
    let chords = ChordTable(PitchSequence(expected.notes))
    return passages.flatMap { passage in
      passage.matches.chunked { chords.chordOfNote[$0.expected] == chords.chordOfNote[$1.expected] }
        .compactMap { group in
          let played = group.ordered(byTime: { actual.notes[$0.actual].onset })
          guard Set(group.map { expected.notes[$0.expected].number }).count > 1, let first = played.first,
            let last = played.last
          else { return nil }
          return ChordSpread(
            expectedTime: Nanoseconds(rawValue: chords.onsets[Int(chords.chordOfNote[first.expected])]),
            matches: played,
            spread: actual.notes[last.actual].onset.subtracting(actual.notes[first.actual].onset))
        }
    }
  }
}
