internal import MIDICore

/// The notes of a channel whose keys are down or that a pedal holds. With the first one it has room for each number, so
/// that a note that comes or goes costs no memory.
struct NoteTable: Sendable {
  /// The numbers of the notes.
  private(set) var numbers = NoteSet()
  /// The notes by their numbers; empty before the first one.
  private var states: [ReducedNote] = []

  /// Makes a table without notes.
  init() {}

  /// A note; nothing where its key is up and no pedal holds it.
  subscript(note: NoteNumber) -> ReducedNote? {
    get { numbers.contains(note) ? states[Int(note.rawValue)] : nil }
    set {
      if let newValue {
        if states.isEmpty {
          states = Array(repeating: newValue, count: Int(NoteNumber.maximum) + 1)
        }
        states[Int(note.rawValue)] = newValue
        numbers.insert(note)
      } else {
        numbers.remove(note)
      }
    }
  }
}
