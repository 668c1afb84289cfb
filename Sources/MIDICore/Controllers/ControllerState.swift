/// What a stream of messages has set on each channel and what still holds: programs with their banks, parameters,
/// controllers, bends and pressures; without notes.
///
/// This is what is stated anew when a replay goes on in the middle.
public struct ControllerState: Sendable {
  private var channels: [Channel: ChannelState] = [:]

  /// Makes the state in which nothing was set.
  public init() {}

  /// Takes a message that was sent, or would have been. Constant time, but for reset all controllers.
  public mutating func apply(_ message: Message) {
    if case .systemReset = message { channels = [:] }
    guard let channel = message.channel, !message.isNoteOn, !message.isNoteOff else { return }
    let bytes = message.bytes
    let second = bytes.count > 2 ? bytes[2] : 0
    channels[channel, default: ChannelState()].apply((bytes[0] & 0xF0, bytes[1], second))
  }

  /// The messages that set it all, channel by channel.
  public var messages: [Message] {
    channels.sorted { $0.key < $1.key }.flatMap { channel, state in
      state.messages.compactMap { status, first, second in
        Message(status: status | channel.rawValue, UInt7(masking: first), UInt7(masking: second))
      }
    }
  }
}
