import Instruments
import MIDICore

/// A piano on two rows of a computer's keyboard: A is C, and W is C#. Z and X change the octave, C and V the velocity.
struct ComputerKeyboard {
  private static let keys: [Character] = Array("awsedftgyhujkolp;'")

  /// The lowest note: a C.
  private(set) var lowest: NoteNumber = 48
  private var touch = PianoTouch()
  var velocity: UInt7 { touch.velocity }

  /// Presses a key, and returns the messages to send.
  mutating func press(_ key: Character) -> [Message] {
    switch key {
    case "z": lowest = lowest.advanced(by: -12) ?? lowest
    case "x": lowest = lowest.advanced(by: 12) ?? lowest
    case "c": touch.velocity = UInt7(exactly: Int(touch.velocity) - 20) ?? touch.velocity
    case "v": touch.velocity = UInt7(exactly: Int(touch.velocity) + 20) ?? touch.velocity
    default:
      let place = Self.keys.firstIndex(of: key)
      guard let place, let note = lowest.advanced(by: place) else { return [] }
      return touch.move(place, to: note)
    }
    return []
  }

  /// Releases a key, and returns the messages to send.
  mutating func release(_ key: Character) -> [Message] {
    Self.keys.firstIndex(of: key).map { touch.lift($0) } ?? []
  }
}
