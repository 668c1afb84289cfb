internal import FoundationEssentials
internal import Harness
internal import MIDICore
internal import Sound

/// Two sounds that differ, as they stand in a file: the files of both, in Base64, and the notes that were to be heard.
struct SoundsDocument: Codable {
  /// A note; its times in nanoseconds, its channel from 1.
  struct Note: Codable {
    var start: Int64
    var end: Int64?
    var channel: Int
    var number: UInt8
    var velocity: UInt8

    init(_ note: SoundNote) {
      (start, end) = (note.start.rawValue, note.end?.rawValue)
      (channel, number, velocity) = (note.channel.number, note.number.rawValue, note.velocity.rawValue)
    }

    /// The note; nothing where there can't be such a one.
    var note: SoundNote? {
      guard let channel = Channel(number: channel), let number = NoteNumber(exactly: number),
        let velocity = UInt7(exactly: velocity)
      else { return nil }
      return SoundNote(
        start: Nanoseconds(rawValue: start), end: end.map { Nanoseconds(rawValue: $0) }, channel: channel,
        number: number, velocity: velocity)
    }
  }

  var expected: Data
  var actual: Data
  var notes: [Note]

  init(_ sounds: ComparedSounds) {
    (expected, actual) = (Data(sounds.expected), Data(sounds.actual))
    notes = sounds.notes.map(Note.init)
  }

  /// The sounds, and the comparison, made again; nothing where they are none, or don't differ.
  var compared: (sounds: ComparedSounds, difference: SoundDifference)? {
    let read = notes.compactMap(\.note)
    let sounds = ComparedSounds(expected: Array(expected), actual: Array(actual), notes: read)
    guard read.count == notes.count, let before = StoredSound(fileBytes: sounds.expected),
      let after = StoredSound(fileBytes: sounds.actual),
      case .different(let difference) = SoundJudgement(expected: before, actual: after, notes: read)
    else { return nil }
    return (sounds, difference)
  }
}
