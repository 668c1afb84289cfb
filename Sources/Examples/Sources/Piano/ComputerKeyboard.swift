import Instruments
import MIDICore

/// A piano on two rows of a computer's keyboard: A is C, and W is C#. Z and X change the octave, C and V the velocity.
///
/// Terminals don't report that a key is released. A note lasts half a second, and longer while its key repeats.
struct ComputerKeyboard {
  private static let keys: [Character] = Array("awsedftgyhujkolp;'")

  /// The lowest note: a C.
  private(set) var lowest: NoteNumber = 48
  private var touch = PianoTouch()
  /// The number of strokes of each key, by which a later stroke extends its note.
  private var strokes: [Character: Int] = [:]

  var velocity: UInt7 { touch.velocity }

  /// Presses a key, and returns the messages to send.
  mutating func press(_ key: Character) -> [Message] {
    switch key {
    case "z": lowest = NoteNumber(exactly: Int(lowest.rawValue) - 12) ?? lowest
    case "x": lowest = NoteNumber(exactly: Int(lowest.rawValue) + 12) ?? lowest
    case "c": touch.velocity = UInt7(exactly: Int(touch.velocity.rawValue) - 20) ?? touch.velocity
    case "v": touch.velocity = UInt7(exactly: Int(touch.velocity.rawValue) + 20) ?? touch.velocity
    default:
      guard let place = Self.keys.firstIndex(of: key),
        let note = NoteNumber(exactly: Int(lowest.rawValue) + place)
      else { return [] }
      strokes[key, default: 0] += 1
      return touch.move(place, to: note)
    }
    return []
  }

  /// The number of strokes of a key, with which ``release(_:after:)`` ends its note.
  func strokeCount(_ key: Character) -> Int { strokes[key] ?? 0 }

  /// Ends the note of a key, unless there was a later stroke, and returns the messages to send.
  mutating func release(_ key: Character, after count: Int) -> [Message] {
    guard strokes[key] == count, let place = Self.keys.firstIndex(of: key) else { return [] }
    return touch.lift(place)
  }
}
