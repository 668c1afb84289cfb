public import MIDICore

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
    }

    /// The kind, and the notes.
    public let kind: Kind
    /// The time in the expected take. For extra notes, it is the time that the tempo gives.
    public let expectedTime: Nanoseconds
    /// The time in the actual take. For missing notes, it is the time that the tempo gives.
    public let actualTime: Nanoseconds
  }

  /// Several extra notes around a played note, at most a whole tone from it: a trill, a mordent, or a turn.
  public struct Ornament: Hashable, Sendable {
    /// The note that is ornamented.
    public let note: Match
    /// The indices of the extra notes, in order.
    public let extra: [Int]
  }
}
