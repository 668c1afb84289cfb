public import MIDICore

/// One thing that is not as expected. Notes are named by their indices in ``Comparison/expected`` and
/// ``Comparison/actual``. Times are on the expectation's axis, as ``Comparison/aligned(_:)`` has them.
public enum Difference: Hashable, Sendable {
  /// The take as a whole is another: said once, and not for each note.
  case take(TakeChange)
  /// A note is missing, extra, or not as expected.
  case note(NoteDifference)
  /// Two notes came in the other order.
  indirect case swapped(NoteSwap)
  /// A value was off for a time.
  indirect case value(ValueDifference)
  /// An event is missing, extra, or at another time.
  indirect case event(EventDifference)
}

/// How a take as a whole differs.
public enum TakeChange: Hashable, Sendable {
  /// Everything is later by so much; earlier where it is negative. It is said where the start isn't to be aligned.
  case shifted(by: Nanoseconds)
  /// Everything takes longer, by so many billionths; less long where it is negative.
  case stretched(byBillionths: Int64)
  /// All velocities are so many times as high, in thousandths.
  case velocitiesScaled(toThousandths: Int)
}

/// How a note differs. It has an expected or an actual note, or both.
public struct NoteDifference: Hashable, Sendable {
  /// The note that is expected: an index of the expected notes.
  public let expected: Int?
  /// The note that came: an index of the actual notes.
  public let actual: Int?
  /// How it differs, in the order of the cases of ``NoteChange``; at least one.
  public let changes: [NoteChange]
}

/// What about a note is not as expected.
public enum NoteChange: Hashable, Sendable {
  /// It was not played.
  case missing
  /// It was played, and nobody expects it.
  case extra
  /// It was struck again while another note on its key was expected to sound on.
  case retriggered
  /// It is so many semitones higher; lower where it is negative.
  case wrongPitch(semitones: Int)
  /// It was played on another channel; expected is what the expectation's channel is mapped to.
  case wrongChannel(expected: Channel, actual: Channel)
  /// It began too early, by so much.
  case early(by: Nanoseconds)
  /// It began too late, by so much.
  case late(by: Nanoseconds)
  /// Its key was down too long, by so much.
  case tooLong(by: Nanoseconds)
  /// Its key wasn't down long enough, by so much.
  case tooShort(by: Nanoseconds)
  /// It hangs, though an end is expected.
  case hanging
  /// It ended, though it is expected to hang.
  case ended
  /// It sounded on too long after its key was up, by so much, and no pedal's difference says why. Without an end where
  /// nothing is said.
  case heldTooLong(by: Nanoseconds?)
  /// It didn't sound on long enough after its key was up, by so much, and no pedal's difference says why. Without an
  /// end where nothing is said.
  case heldTooShort(by: Nanoseconds?)
  /// Its sound died away too late, by so much, though it was let go in time. Without an end where it sounds on.
  case rangTooLong(by: Nanoseconds?)
  /// Its sound died away too early, by so much, though it was let go in time. Without an end where it should sound on.
  case rangTooShort(by: Nanoseconds?)
  /// Its sound was cut off for another note, though nobody expects that.
  case stolen
  /// Its sound died away, or sounds on, though it was to be cut off for another note.
  case notStolen
  /// It was struck with another velocity; expected is what it would be in a take whose velocities are all scaled.
  case wrongVelocity(expected: UInt7, actual: UInt7)
  /// It was released with another velocity.
  case wrongReleaseVelocity(expected: UInt7, actual: UInt7)
  /// What a subject adds to it is another: nothing where it adds nothing of the kind.
  case wrongAttribute(key: String, expected: String?, actual: String?)
}

/// Two notes that came in the other order, each in the other's place.
public struct NoteSwap: Hashable, Sendable {
  /// The note that is expected first.
  public let first: NoteDifference
  /// The note that is expected second.
  public let second: NoteDifference
}

/// A value that was off for a time.
public struct ValueDifference: Hashable, Sendable {
  /// How it differs.
  public enum Change: Hashable, Sendable {
    /// It was off.
    case off
    /// One step came too early, by so much.
    case early(by: Nanoseconds)
    /// One step came too late, by so much.
    case late(by: Nanoseconds)
  }

  /// The source that is expected, as an index of ``Performance/sources``; of the actual take where the expected one has
  /// no such source.
  public let source: Int
  /// The channel that is expected.
  public let channel: Channel
  /// What has the value.
  public let quantity: ValueCurve.Quantity
  /// How it differs.
  public let change: Change
  /// From when on it was off.
  public let start: Nanoseconds
  /// Until when.
  public let end: Nanoseconds
  /// Where it was off by most: what is expected then; nothing where nothing is known.
  public let expectedValue: Int?
  /// Where it was off by most: what came; nothing where nothing is known.
  public let actualValue: Int?
  /// How many notes sounded longer or shorter because of that, and are not reported.
  public let affectedNotes: Int
}

/// An event that is not as expected. It has an expected or an actual one, or both.
public struct EventDifference: Hashable, Sendable {
  /// The event that is expected.
  public let expected: Timeline.Entry?
  /// The event that came, moved to the expectation's axis.
  public let actual: Timeline.Entry?
  /// How it differs.
  public let change: Change

  /// How an event differs.
  public enum Change: Hashable, Sendable {
    /// It did not come.
    case missing
    /// It came, and nobody expects it.
    case extra
    /// It came too early, by so much.
    case early(by: Nanoseconds)
    /// It came too late, by so much.
    case late(by: Nanoseconds)
    /// Something else of its kind came in its place, such as System Exclusive with other bytes.
    case changed
  }
}
