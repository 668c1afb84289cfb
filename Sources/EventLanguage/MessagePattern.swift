package import MIDICore

/// A pattern of messages: kinds, optionally with values, and channels.
///
/// Several kinds and several channels add to each other, and channels narrow the kinds that have one. `note,bend,ch:2`
/// matches the notes and bends of channel 2; `note,clock,ch:2` matches the notes of channel 2 and the clock. Without a
/// kind that has a channel, channels match everything on them: `ch:2` matches all messages of channel 2 and no system
/// message, and `ch:2,sysex` also System Exclusive.
package struct MessagePattern: Hashable, Sendable {
  /// Kinds of messages and an optional range of their first values: notes, controllers, or programs.
  package struct KindTerm: Hashable, Sendable {
    /// The kinds.
    package var kinds: Set<Message.Kind>
    /// The notes, controllers, or programs, or `nil` for all.
    package var values: ClosedRange<UInt7>?

    fileprivate func matches(_ message: Message) -> Bool {
      guard kinds.contains(message.kind) else { return false }
      guard let values else { return true }
      return message.selector.map(values.contains) ?? false
    }
  }

  /// The kinds, or an empty list for every kind, restricted by the channels.
  package var kinds: [KindTerm] = []
  /// The channels, or an empty list for every channel.
  package var channels: [ClosedRange<Channel>] = []

  /// Returns whether a message matches.
  package func matches(_ message: Message) -> Bool {
    guard let channel = message.channel, !channels.isEmpty else {
      return kinds.contains { $0.matches(message) }
    }
    let channelKinds = kinds.filter { $0.kinds.contains(where: \.hasChannel) }
    return channels.contains { $0.contains(channel) }
      && (channelKinds.isEmpty || channelKinds.contains { $0.matches(message) })
  }
}

extension Message {
  /// The value that distinguishes messages of a kind: the note, controller, or program, or `nil`.
  fileprivate var selector: UInt7? {
    switch self {
    case .noteOff(_, let note, _), .noteOn(_, let note, _), .polyPressure(_, let note, _):
      UInt7(note)
    case .controlChange(_, let controller, _): UInt7(controller)
    case .programChange(_, let program): program
    default: nil
    }
  }
}
