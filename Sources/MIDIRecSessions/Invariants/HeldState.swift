internal import MIDICore

/// The keys and pedals that are down after a stream of messages, for a receiver that obeys all of them.
///
/// Unlike `ReleaseTracker`, which remembers what a replay should release, it trusts "all notes off", "all sound off", and a
/// system reset.
struct HeldState {
  /// The number of note-ons without a note-off by channel and key.
  private var counts = [UInt16](repeating: 0, count: 16 << 7)
  /// The keys that are down: a note-off ends all note-ons of its key.
  private var keys: Set<Int> = []
  /// The pedals that hold notes, by channel and controller.
  private var pedals: Set<Int> = []
  /// The sum of ``counts``.
  private(set) var noteCount = 0
  /// Whether notes or pedals were ended by a message for all of a channel since this was last set to `false`.
  var isEndedByPanic = false
  /// The smallest value of a pedal that holds.
  private let pedalThreshold: UInt7
  /// The messages for whole channels that the receiver obeys.
  private let panics: Set<Panic>

  /// Creates a silent state.
  ///
  /// - Parameters:
  ///   - pedalThreshold: The smallest value of a pedal that holds.
  ///   - panics: The messages for whole channels that the receiver obeys.
  init(pedalThreshold: UInt7, obeying panics: Set<Panic> = Panic.all) {
    (self.pedalThreshold, self.panics) = (pedalThreshold, panics)
  }

  /// Whether each note-on has had a note-off, and each pedal is up.
  var isReleased: Bool { noteCount == 0 && pedals.isEmpty }
  /// Whether a key is down, if one note-off ends all note-ons of its key, or a pedal.
  var isHolding: Bool { !keys.isEmpty || !pedals.isEmpty }

  mutating func apply(_ message: Message) {
    if let panic = Panic(message), !panics.contains(panic) { return }
    switch message {
    case .noteOn(let channel, let note, let velocity) where velocity > 0:
      counts[Self.place(channel, note.rawValue)] += 1
      keys.insert(Self.place(channel, note.rawValue))
      noteCount += 1
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
      let place = Self.place(channel, note.rawValue)
      keys.remove(place)
      guard counts[place] > 0 else { return }
      counts[place] -= 1
      noteCount -= 1
    case .controlChange(let channel, let controller, let value)
    where controller == .sustain || controller == .sostenuto:
      let place = Self.place(channel, controller.rawValue)
      if value >= pedalThreshold { pedals.insert(place) } else { pedals.remove(place) }
    case .controlChange(let channel, .resetAllControllers, _):
      pedals = pedals.filter { $0 >> 7 != Int(channel.rawValue) }
    case .controlChange(let channel, _, _) where message.silences(channel): endNotes(of: channel)
    case .systemReset:
      for channel in 0..<16 as Range<UInt8> { endNotes(of: Channel(masking: channel)) }
      if !pedals.isEmpty { isEndedByPanic = true }
      pedals = []
    default: break
    }
  }

  private mutating func endNotes(of channel: Channel) {
    let places = Self.place(channel, 0)...Self.place(channel, 127)
    for place in places where counts[place] > 0 {
      noteCount -= Int(counts[place])
      counts[place] = 0
      isEndedByPanic = true
    }
    keys = keys.filter { !places.contains($0) }
  }

  private static func place(_ channel: Channel, _ number: UInt8) -> Int {
    Int(channel.rawValue) << 7 | Int(number)
  }

  /// The keys and pedals that are down, in words: `C4 on channel 1`.
  var heldNames: [String] {
    names(of: keys.sorted())
      + pedals.sorted().map { place in
        let controller = Controller(masking: UInt8(place & 127))
        return "the \(controller == .sustain ? "sustain" : "sostenuto") pedal on channel \((place >> 7) + 1)"
      }
  }

  /// The notes with fewer note-offs than note-ons, in words.
  var unpairedNames: [String] { names(of: counts.indices.filter { counts[$0] > 0 }) }

  private func names(of places: [Int]) -> [String] {
    places.map { "\(NoteNumber(masking: UInt8($0 & 127))) on channel \(($0 >> 7) + 1)" }
  }
}
