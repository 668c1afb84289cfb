package import MIDICore

/// A note of a piece that tests render, and render again with a change.
package struct PlayedNote: Sendable {
  /// The onset in milliseconds.
  package var start: Int64
  /// The duration in milliseconds.
  package var length: Int64
  /// The channel.
  package var channel: Channel
  /// The note number.
  package var number: NoteNumber
  /// The velocity.
  package var velocity: UInt7

  /// Creates a note with the given values.
  package init(start: Int64, length: Int64, channel: Channel, number: NoteNumber, velocity: UInt7) {
    self.start = start
    self.length = length
    self.channel = channel
    self.number = number
    self.velocity = velocity
  }

  /// Four bars of a bass, a chord, and a melody. The melody's note at 2,250 ms is ``changed``.
  package static let band: [PlayedNote] = (0..<4).flatMap { bar -> [PlayedNote] in
    let start = Int64(500 + 1000 * bar)
    let root: UInt8 = [36, 41, 38, 43][bar]
    func note(_ start: Int64, _ length: Int64, _ channel: Channel, _ key: UInt8, _ velocity: UInt7)
      -> PlayedNote
    {
      PlayedNote(
        start: start, length: length, channel: channel, number: NoteNumber(masking: key), velocity: velocity)
    }
    let chord = [24, 28, 31].map { note(start, 900, .number(2), root + $0, 80) }
    let melody = [36, 43, 40, 45].enumerated().map { index, step in
      note(start + Int64(250 * index), 220, .number(1), root + step, 95)
    }
    return [note(start, 950, .number(3), root, 90)] + chord + melody
  }

  /// The index in ``band`` of the note that tests change.
  package static let changed = band.firstIndex { $0.start == 2250 && $0.channel == .number(1) } ?? 0

  /// Returns a Standard MIDI File of notes. The melody's channel plays `program`, the others strings and a bass.
  package static func file(_ notes: [PlayedNote], program: UInt7 = 0) throws -> [UInt8] {
    var messages: [(milliseconds: Int64, message: Message)] = [
      (0, .programChange(channel: .number(1), program: program)),
      (0, .programChange(channel: .number(2), program: 48)),
      (0, .programChange(channel: .number(3), program: 33)),
    ]
    for note in notes {
      messages += [
        (note.start, .noteOn(channel: note.channel, note: note.number, velocity: note.velocity)),
        (note.start + note.length, .noteOff(channel: note.channel, note: note.number, velocity: 64)),
      ]
    }
    return try Samples.file(messages.sorted { $0.milliseconds < $1.milliseconds })
  }
}
