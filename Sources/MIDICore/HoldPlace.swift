/// A place where receivers hold something: a note, a pedal, the bend, or the pressure of a channel.
///
/// Places are numbered: each note of each channel, then each pedal of each channel, then the bends, then the pressures.
package struct HoldPlace {
  package let index: Int

  private static let pedals = Controller.pedals.lowerBound.rawValue...Controller.pedals.upperBound.rawValue
  private static let firstPedal = 16 << 7
  static let firstBend = firstPedal + 16 * pedals.count
  private static let firstPressure = firstBend + 16
  /// The number of places.
  package static let count = firstPressure + 16

  /// Creates the place with an index.
  package init(index: Int) { self.index = index }

  /// Creates the place that a message changes, or returns `nil` if it changes none or several.
  @inline(__always)
  package init?(of message: Message) {
    switch message {
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
      index = Int(channel.rawValue) << 7 | Int(note.rawValue)
    case .controlChange(let channel, let controller, _) where Controller.pedals.contains(controller):
      index = Self.firstPedal(of: channel) + Int(controller.rawValue - Self.pedals.lowerBound)
    case .pitchBend(let channel, _): index = Self.firstBend + Int(channel.rawValue)
    case .channelPressure(let channel, _): index = Self.firstPressure + Int(channel.rawValue)
    default: return nil
    }
  }

  /// Returns the places of a channel that "reset all controllers" releases: all except its notes.
  static func controllers(of channel: Channel) -> [HoldPlace] {
    let first = firstPedal(of: channel)
    let bendAndPressure = [firstBend, firstPressure].map { $0 + Int(channel.rawValue) }
    return (Array(first..<first + pedals.count) + bendAndPressure).map { HoldPlace(index: $0) }
  }

  private static func firstPedal(of channel: Channel) -> Int {
    firstPedal + Int(channel.rawValue) * pedals.count
  }

  /// Whether the place holds notes, which several messages can start.
  package var isNote: Bool { index < Self.firstPedal }

  /// The message that releases what the place holds, or one of its notes.
  package var release: Message {
    func channel(_ number: Int) -> Channel { Channel(masking: UInt8(number)) }
    switch index {
    case ..<Self.firstPedal:
      // The release velocity of keyboards that don't sense it (MIDI 1.0 Detailed Specification, "Note-Off").
      let note = NoteNumber(masking: UInt8(index & 0x7F))
      return .noteOff(channel: channel(index >> 7), note: note, velocity: 64)
    case ..<Self.firstBend:
      let (number, pedal) = (index - Self.firstPedal).quotientAndRemainder(dividingBy: Self.pedals.count)
      let controller = Controller(masking: Self.pedals.lowerBound + UInt8(pedal))
      return .controlChange(channel: channel(number), controller: controller, value: 0)
    case ..<Self.firstPressure:
      return .pitchBend(channel: channel(index - Self.firstBend), value: .bendCenter)
    default: return .channelPressure(channel: channel(index - Self.firstPressure), pressure: 0)
    }
  }
}

extension Message {
  /// Whether the message starts a note, presses a pedal, bends, or applies pressure.
  @inline(__always)
  package var startsHolding: Bool {
    switch self {
    case .noteOn(_, _, let velocity): velocity != 0
    case .controlChange(_, let controller, let value): Controller.pedals.contains(controller) && value != 0
    case .pitchBend(_, let value): value != .bendCenter
    case .channelPressure(_, let pressure): pressure != 0
    default: false
    }
  }
}
