public import MIDICore

/// What a recording's messages amount to: notes with a beginning and an end, and everything else.
public struct Performance: Hashable, Sendable {
  /// The notes, in order of their onsets.
  public var notes: [Note]
  /// The messages that begin or end no note, in order of time: controllers, bends, pressure, programs, System
  /// Exclusive and so on. A note-off that ends no note is among them.
  public var otherMessages: [TimedMessage]

  /// Finds the notes of a recording.
  ///
  /// Where a note is struck again before it has ended, the first note-off ends the first note-on.
  ///
  /// - Complexity: O(*n* log *n*) in the number of messages.
  public init(_ recording: Recording) {
    struct Key: Hashable {
      var channel: Channel
      var number: NoteNumber
    }
    /// The indices of the notes that sound, oldest first.
    var sounding: [Key: [Int]] = [:]
    notes = []
    otherMessages = []

    for timed in recording.messagesInOrder {
      switch timed.message {
      case .noteOn(let channel, let number, let velocity) where velocity != 0:
        sounding[Key(channel: channel, number: number), default: []].append(notes.count)
        notes.append(
          Note(channel: channel, number: number, velocity: velocity, onset: timed.time, offset: nil))
      case .noteOn(let channel, let number, _), .noteOff(let channel, let number, _):
        let key = Key(channel: channel, number: number)
        guard let index = sounding[key]?.first else {
          otherMessages.append(timed)
          continue
        }
        sounding[key]?.removeFirst()
        notes[index].offset = timed.time
        if case .noteOff(_, _, let velocity) = timed.message { notes[index].releaseVelocity = velocity }
      default:
        otherMessages.append(timed)
      }
    }
  }
}
