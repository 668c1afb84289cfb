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

/// A note whose key is down or that a pedal holds.
struct ReducedNote: Hashable, Sendable {
  /// What is heard of it.
  enum Phase: Hashable, Sendable {
    case sounding
    case held(Timeline.HoldingPedal)
    /// It was ended from elsewhere, by all sound off or a pedal after all notes off, and its note-off is to come.
    case silent
  }

  var phase = Phase.sounding
  /// How many note-ons had no note-off.
  var strikes = 1
  /// Whether its key was down when the sostenuto pedal was pressed that is down now.
  var isCaptured = false

  /// The pedal that holds it when its key is up.
  func holder(_ pedals: ReducedChannel.Pedals) -> Timeline.HoldingPedal? {
    let sostenuto = pedals.sostenuto && isCaptured
    // A pedal that holds it already goes on to.
    if sostenuto, phase == .held(.sostenuto) { return .sostenuto }
    return pedals.sustain ? .sustain : sostenuto ? .sostenuto : nil
  }
}
