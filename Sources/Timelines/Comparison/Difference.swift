public import MIDICore

/// A difference between the expected and the actual performance.
///
/// Notes are indices in ``Comparison/expected`` and ``Comparison/actual``. Times are on the expectation's time axis, as
/// from ``Comparison/aligned(_:)``.
public enum Difference: Hashable, Sendable {
  /// The take as a whole differs. This is reported once, and not for each note.
  case take(TakeChange)
  /// A passage differs. This is reported once, and not for each note.
  indirect case passage(PassageChange)
  /// A note is missing, extra, or different.
  case note(NoteDifference)
  /// Two notes were played in the opposite order.
  indirect case swapped(NoteSwap)
  /// A value differed for a time.
  indirect case value(ValueDifference)
  /// An event is missing, extra, early, late, or different.
  indirect case event(EventDifference)
}

/// A difference of a take as a whole.
///
/// Expected channels and sources are those of ``Comparison/given``.
public enum TakeChange: Hashable, Sendable {
  /// Every event is later by this time, or earlier if it is negative. It is reported if the start isn't aligned.
  case shifted(by: Nanoseconds)
  /// The take is longer by this many billionths, or shorter if negative.
  case stretched(byBillionths: Int64)
  /// All velocities are multiplied by this many thousandths. The products are rounded down, or to the nearest number.
  case velocitiesScaled(toThousandths: Int, roundsDown: Bool = false)
  /// All velocities are higher by this number, or lower if it is negative.
  case velocitiesShifted(by: Int)
  /// A part of the take is this many semitones higher, or lower if negative.
  case transposed(bySemitones: Int, part: TakePart)
  /// A channel arrived on a different channel. The source is `nil` if this concerns all sources.
  case channelChanged(from: Channel, to: Channel, source: Int?)
  /// The values of a controller arrived as those of a different controller.
  case controllerChanged(from: ValueCurve.Quantity, to: ValueCurve.Quantity, part: TakePart)
  /// Nothing arrived from an expected source.
  case sourceMissing(Int)
  /// Everything from an expected source arrived twice: the second time from the actual source of this name, or from the
  /// same one if it is `nil`.
  case sourceDoubled(Int, copy: String?)
  /// An expected source arrived under this name, which belongs to a different expected source. Both names occur in both
  /// takes.
  case sourceExchanged(Int, with: String)
}

/// A part of a take.
public struct TakePart: Hashable, Sendable {
  /// The expected source, or `nil` for all sources.
  public var source: Int?
  /// The expected channels, in order, or an empty list for all channels.
  public var channels: [Channel]

  /// Creates a part with the given values. By default, it is the whole take.
  public init(source: Int? = nil, channels: [Channel] = []) {
    self.source = source
    self.channels = channels
  }
}

/// The difference of a note. It has an expected note, an actual note, or both.
public struct NoteDifference: Hashable, Sendable {
  /// The index of the expected note, or `nil` if the note is extra.
  public let expected: Int?
  /// The index of the actual note, or `nil` if the note is missing.
  public let actual: Int?
  /// The changes in the order of the cases of ``NoteChange``, at least one.
  public let changes: [NoteChange]
}

/// A change of a note.
public enum NoteChange: Hashable, Sendable {
  /// The note wasn't played.
  case missing
  /// An unexpected note was played.
  case extra
  /// The note restarted its key before an earlier note ended, unexpectedly. It can be extra, or in time.
  case retriggered
  /// The note started in time after an earlier note of its key ended, but was expected to restart the key before.
  case notRetriggered
  /// The note is this many semitones higher, or lower if negative.
  case wrongPitch(semitones: Int)
  /// The note was played on a different channel. The expected channel is the mapped one.
  case wrongChannel(expected: Channel, actual: Channel)
  /// The note started too early by this time.
  case early(by: Nanoseconds)
  /// The note started too late by this time.
  case late(by: Nanoseconds)
  /// The key was held too long by this time.
  case tooLong(by: Nanoseconds)
  /// The key wasn't held long enough by this time.
  case tooShort(by: Nanoseconds)
  /// The note is hanging, but its end was expected.
  case hanging
  /// The note ended, but was expected to hang.
  case ended
  /// The note sounded too long after its key was released, by this time, and no pedal's difference explains it. The
  /// time is `nil` if the note didn't end.
  case heldTooLong(by: Nanoseconds?)
  /// The note didn't sound long enough after its key was released, by this time, and no pedal's difference explains it.
  /// The time is `nil` if the note wasn't expected to end.
  case heldTooShort(by: Nanoseconds?)
  /// The sound decayed too late by this time after a timely release. The time is `nil` if the note didn't end.
  case rangTooLong(by: Nanoseconds?)
  /// The sound decayed too early by this time after a timely release. The time is `nil` if the note wasn't expected to
  /// end.
  case rangTooShort(by: Nanoseconds?)
  /// The sound was unexpectedly cut off for a different note.
  case stolen
  /// The sound wasn't cut off for a different note as expected.
  case notStolen
  /// The velocity differs. The expected velocity is scaled like the whole take.
  case wrongVelocity(expected: UInt7, actual: UInt7)
  /// The release velocity differs.
  case wrongReleaseVelocity(expected: UInt7, actual: UInt7)
  /// An attribute of the subject differs. A value is `nil` if the attribute is missing.
  indirect case wrongAttribute(key: String, expected: String?, actual: String?)
}

/// Two notes that were played in the opposite order, each at the time of the other.
public struct NoteSwap: Hashable, Sendable {
  /// The note that is expected first.
  public let first: NoteDifference
  /// The note that is expected second.
  public let second: NoteDifference
}

/// A value that differed for a time.
public struct ValueDifference: Hashable, Sendable {
  /// A change of a value.
  public enum Change: Hashable, Sendable {
    /// The value differed.
    case off
    /// A single step was too early by this time.
    case early(by: Nanoseconds)
    /// A single step was too late by this time.
    case late(by: Nanoseconds)
  }

  /// The expected source, as an index of ``Performance/sources``, or the actual source if no expected source matches.
  public let source: Int
  /// The expected channel.
  public let channel: Channel
  /// The quantity that has the value.
  public let quantity: ValueCurve.Quantity
  /// The change of the value.
  public let change: Change
  /// The start of the difference.
  public let start: Nanoseconds
  /// The end of the difference.
  public let end: Nanoseconds
  /// The expected value at the largest difference, or `nil` if it is unknown.
  public let expectedValue: Int?
  /// The actual value at the largest difference, or `nil` if it is unknown.
  public let actualValue: Int?
  /// The number of notes whose length changed because of this, and which aren't reported.
  public internal(set) var affectedNotes = 0
}

/// The difference of an event. It has an expected event, an actual event, or both.
public struct EventDifference: Hashable, Sendable {
  /// The expected event, or `nil` if the event is extra.
  public let expected: Timeline.Entry?
  /// The actual event on the expectation's time axis, or `nil` if the event is missing.
  public let actual: Timeline.Entry?
  /// The change of the event.
  public let change: Change

  /// A change of an event.
  public enum Change: Hashable, Sendable {
    /// The event is missing.
    case missing
    /// The event is unexpected.
    case extra
    /// The event was too early by this time.
    case early(by: Nanoseconds)
    /// The event was too late by this time.
    case late(by: Nanoseconds)
    /// A different event of the same kind occurred, such as System Exclusive with different bytes.
    case changed
    /// At one time, the actual event occurred before the expected one, which is expected before it.
    case swapped
  }
}

// MARK: Kinds

extension Difference {
  /// The names of differences, in the order of summaries. The raw values are used in JSON.
  public enum Kind: String, CaseIterable, Sendable {
    case shifted, stretched
    case velocitiesScaled = "velocities scaled"
    case velocitiesShifted = "velocities shifted"
    case transposed
    case channelChanged = "channel changed"
    case controllerChanged = "controller changed"
    case sourceMissing = "source missing"
    case sourceDoubled = "source doubled"
    case sourceExchanged = "source exchanged"
    case passageChanged = "passage changed"
    case missing, extra, retriggered
    case notRetriggered = "not retriggered"
    case orderSwapped = "order swapped"
    case wrongPitch = "wrong pitch"
    case wrongChannel = "wrong channel"
    case early, late
    case tooLong = "too long"
    case tooShort = "too short"
    case hanging, ended
    case heldTooLong = "held too long"
    case heldTooShort = "held too short"
    case rangTooLong = "rang too long"
    case rangTooShort = "rang too short"
    case stolen
    case notStolen = "not stolen"
    case wrongVelocity = "wrong velocity"
    case wrongReleaseVelocity = "wrong release velocity"
    case wrongAttribute = "wrong details"
    case valueOff = "value off"
    case changedEvent = "changed event"
  }

  /// The kinds of the difference: several for a note with several changes.
  public var kinds: [Kind] {
    switch self {
    case .take(.shifted): [.shifted]
    case .take(.stretched): [.stretched]
    case .take(.velocitiesScaled): [.velocitiesScaled]
    case .take(.velocitiesShifted): [.velocitiesShifted]
    case .take(.transposed): [.transposed]
    case .take(.channelChanged): [.channelChanged]
    case .take(.controllerChanged): [.controllerChanged]
    case .take(.sourceMissing): [.sourceMissing]
    case .take(.sourceDoubled): [.sourceDoubled]
    case .take(.sourceExchanged): [.sourceExchanged]
    case .passage: [.passageChanged]
    case .note(let difference): difference.kinds
    case .swapped: [.orderSwapped]
    case .value(let difference):
      switch difference.change {
      case .off: [.valueOff]
      case .early: [.early]
      case .late: [.late]
      }
    case .event(let difference):
      switch difference.change {
      case .missing: [.missing]
      case .extra: [.extra]
      case .early: [.early]
      case .late: [.late]
      case .changed: [.changedEvent]
      case .swapped: [.orderSwapped]
      }
    }
  }
}

extension NoteDifference {
  /// The distinct kinds of the changes. A wrong pitch implies wrong attributes, such as the cells of the note.
  package var kinds: [Difference.Kind] {
    var kinds: [Difference.Kind] = []
    for kind in changes.lazy.map(\.kind) where !kinds.contains(kind) { kinds.append(kind) }
    if kinds.contains(.wrongPitch) { kinds.removeAll { $0 == .wrongAttribute } }
    return kinds
  }
}

extension NoteChange {
  /// The kind of the change.
  public var kind: Difference.Kind {
    switch self {
    case .missing: .missing
    case .extra: .extra
    case .retriggered: .retriggered
    case .notRetriggered: .notRetriggered
    case .wrongPitch: .wrongPitch
    case .wrongChannel: .wrongChannel
    case .early: .early
    case .late: .late
    case .tooLong: .tooLong
    case .tooShort: .tooShort
    case .hanging: .hanging
    case .ended: .ended
    case .heldTooLong: .heldTooLong
    case .heldTooShort: .heldTooShort
    case .rangTooLong: .rangTooLong
    case .rangTooShort: .rangTooShort
    case .stolen: .stolen
    case .notStolen: .notStolen
    case .wrongVelocity: .wrongVelocity
    case .wrongReleaseVelocity: .wrongReleaseVelocity
    case .wrongAttribute: .wrongAttribute
    }
  }
}
