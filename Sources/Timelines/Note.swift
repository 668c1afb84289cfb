public import MIDICore

/// A note that was played: from its note-on to its note-off.
public struct Note: Hashable, Sendable {
  /// The channel it was played on.
  public var channel: Channel
  /// Which note.
  public var number: NoteNumber
  /// How hard it was struck, 1 through 127.
  public var velocity: UInt7
  /// When it began.
  public var onset: Nanoseconds
  /// When it ended; nothing for a note that hangs.
  public var offset: Nanoseconds?
  /// How fast it was released; nothing where the note-off didn't say: a note-on with velocity 0, or no end at all.
  public var releaseVelocity: UInt7?

  /// Makes a note of its parts.
  public init(
    channel: Channel, number: NoteNumber, velocity: UInt7, onset: Nanoseconds, offset: Nanoseconds?,
    releaseVelocity: UInt7? = nil
  ) {
    self.channel = channel
    self.number = number
    self.velocity = velocity
    self.onset = onset
    self.offset = offset
    self.releaseVelocity = releaseVelocity
  }

  /// How long it lasted; nothing for a note that hangs.
  public var duration: Nanoseconds? { offset.map { $0 - onset } }
}
