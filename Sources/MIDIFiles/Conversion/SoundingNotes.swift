internal import MIDICore

/// The notes of one track that have begun and not ended, and the pedals that are pressed.
struct SoundingNotes {
  /// A pedal of a channel.
  private struct Pedal: Hashable, Comparable {
    var channel: UInt8
    var controller: UInt8

    static func < (left: Pedal, right: Pedal) -> Bool {
      (left.channel, left.controller) < (right.channel, right.controller)
    }
  }

  /// The number of notes that sound at each pitch of each channel; empty until there is one.
  private var counts: [Int] = []
  private var total = 0
  private var pedals: Set<Pedal> = []

  /// The messages that end the notes and release the pedals, by channel and number.
  var releaseMessages: [Message] {
    let noteOffs = counts.indices.flatMap { index in
      // The release velocity of keyboards that don't sense it (MIDI 1.0 Detailed Specification, "Note-Off").
      let noteOff = Message.noteOff(
        channel: Channel(masking: UInt8(index >> 7)), note: NoteNumber(masking: UInt8(index & 0x7F)),
        velocity: 64)
      return repeatElement(noteOff, count: counts[index])
    }
    return noteOffs
      + pedals.sorted().map { pedal in
        .controlChange(
          channel: Channel(masking: pedal.channel), controller: Controller(masking: pedal.controller),
          value: 0)
      }
  }

  /// Updates the state for any event.
  mutating func apply(_ event: PackedEvent) {
    switch event.kind & 0xF0 {
    case 0x90 where event.secondDataByte > 0:
      if counts.isEmpty { counts = [Int](repeating: 0, count: 16 << 7) }
      counts[Self.index(of: event)] += 1
      total += 1
    case 0x80, 0x90: end(event)
    case 0xB0: applyController(event)
    default: break
    }
  }

  private mutating func applyController(_ event: PackedEvent) {
    let controller = Controller(masking: event.firstDataByte)
    let channel = event.kind & 0x0F
    if Controller.pedals.contains(controller) {
      let pedal = Pedal(channel: channel, controller: controller.rawValue)
      if event.secondDataByte == 0 { pedals.remove(pedal) } else { pedals.insert(pedal) }
    } else if controller == .resetAllControllers {
      pedals = pedals.filter { $0.channel != channel }
    }
  }

  /// Ends a note if the event ends one that sounds, and returns whether it does.
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
