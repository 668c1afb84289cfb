internal import MIDICore

/// The notes of a channel whose keys are down or that a pedal holds.
///
/// The first note allocates space for all numbers, so later notes need no memory.
struct NoteTable: Sendable {
  /// The numbers of the notes.
  private(set) var numbers = NoteSet()
  /// The notes by number, or empty before the first note.
  private var states: [ReducedNote] = []

  /// The note, or `nil` if its key is up and no pedal holds it.
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
  /// The state of a note's sound.
  enum Phase: Hashable, Sendable {
    case sounding
    case held(Timeline.HoldingPedal)
    /// All sound off ended the note, or a pedal after all notes off, and its note-off hasn't arrived.
    case silent
  }

  var phase = Phase.sounding
  /// Whether its key was down when the sostenuto pedal was last pressed.
  var isCaptured = false
  /// Whether it has several sources, which are then in ``ReducedChannel/noteSources``.
  var hasSources = false
  /// The source of its last note-on.
  var source: Int32
  /// The number of note-ons without a note-off.
  var strikes = 1

  /// Creates a sounding note from a source.
  init(source: Int) { self.source = Int32(truncatingIfNeeded: source) }

  /// Returns the pedal that holds the note if its key is up, or `nil`.
  func holder(_ pedals: ReducedChannel.Pedals) -> Timeline.HoldingPedal? {
    let sostenuto = pedals.sostenuto && isCaptured
    // A pedal that holds the note continues to hold it.
    if sostenuto, phase == .held(.sostenuto) { return .sostenuto }
    return pedals.sustain ? .sustain : sostenuto ? .sostenuto : nil
  }
}

/// Values by controller or note, which are initially unknown.
///
/// The first value allocates space for all numbers, so later values need no memory.
struct ValueTable<Key: BoundedInteger>: Sendable where Key.RawValue == UInt8 {
  /// The mark of unknown values, which isn't a 7-bit value.
  private static var unknown: UInt8 { .max }

  /// The values by the number of their keys, or empty before the first one.
  private var values: [UInt8] = []

  /// The value, or `nil` if it is unknown.
  subscript(key: Key) -> UInt7? {
    get {
      guard !values.isEmpty else { return nil }
      let value = values[Int(key.rawValue)]
      return value == Self.unknown ? nil : UInt7(masking: value)
    }
    set {
      if values.isEmpty { values = Array(repeating: Self.unknown, count: Int(Key.maximum) + 1) }
      values[Int(key.rawValue)] = newValue?.rawValue ?? Self.unknown
    }
  }

  /// The keys with known values, in ascending order.
  var keys: some Sequence<Key> {
    values.indices.lazy.filter { values[$0] != Self.unknown }.map { Key(masking: UInt8($0)) }
  }

  /// Resets all values to unknown.
  mutating func removeAll() {
    for index in values.indices { values[index] = Self.unknown }
  }
}
