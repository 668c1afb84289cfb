internal import MIDICore

/// Counts the notes of one track that have begun and not ended.
struct SoundingNotes {
  /// A pitch on a channel.
  struct Key {
    fileprivate let index: Int

    /// Ends the note, at the velocity of release that the MIDI 1.0 specification has for keyboards without one.
    var noteOff: Message {
      .noteOff(
        channel: Channel(masking: UInt8(index >> 7)), note: NoteNumber(masking: UInt8(index & 0x7F)),
        velocity: 64)
    }
  }

  /// How many sound at each pitch of each channel; empty until there is one.
  private var counts: [Int] = []
  private var total = 0

  /// The notes that sound, by channel and pitch; each as often as it does.
  var keys: [Key] {
    counts.indices.flatMap { index in repeatElement(Key(index: index), count: counts[index]) }
  }

  /// Takes an event, whatever it is.
  mutating func apply(_ event: PackedEvent) {
    guard event.kind & 0xF0 == 0x90, event.secondDataByte > 0 else {
      end(event)
      return
    }
    if counts.isEmpty { counts = [Int](repeating: 0, count: 16 << 7) }
    counts[Self.index(of: event)] += 1
    total += 1
  }

  /// Ends a note, if the event ends one that sounds. Returns whether it does.
  @discardableResult
  mutating func end(_ event: PackedEvent) -> Bool {
    guard total > 0, event.endsNote, counts[Self.index(of: event)] > 0 else { return false }
    counts[Self.index(of: event)] -= 1
    total -= 1
    return true
  }

  private static func index(of event: PackedEvent) -> Int {
    Int(event.kind & 0x0F) << 7 | Int(event.firstDataByte)
  }
}

extension PackedEvent {
  fileprivate var endsNote: Bool {
    kind & 0xF0 == 0x80 || kind & 0xF0 == 0x90 && secondDataByte == 0
  }
}
