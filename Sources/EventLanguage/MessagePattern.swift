package import MIDICore

/// A list of terms that a message fits or not: kinds, some with values, and channels.
///
/// Kinds add to each other, and so do channels; channels narrow the kinds that have one. So `note,bend,ch:2` is the notes
/// and bends of channel 2, and `note,clock,ch:2` the notes of channel 2 and the clock. Where no kind that has a channel
/// is named, channels stand for all that is on them: `ch:2` is everything on channel 2 and no system message, and
/// `ch:2,sysex` is that and System Exclusive.
package struct MessagePattern: Hashable, Sendable {
  /// Kinds of messages and, where they are narrowed, which first values: notes, controllers or programs.
  package struct KindTerm: Hashable, Sendable {
    /// The kinds.
    package var kinds: Set<Message.Kind>
    /// The notes, controllers or programs; all, where there is no range.
    package var values: ClosedRange<UInt7>?

    /// Makes a term of its parts.
    package init(_ kinds: Set<Message.Kind>, values: ClosedRange<UInt7>? = nil) {
      self.kinds = kinds
      self.values = values
    }

    fileprivate func matches(_ message: Message) -> Bool {
      guard kinds.contains(message.kind) else { return false }
      guard let values else { return true }
      return message.selector.map(values.contains) ?? false
    }
  }

  /// The kinds; none stands for every kind, as far as the channels allow.
  package var kinds: [KindTerm]
  /// The channels; none stands for every channel.
  package var channels: [ClosedRange<Channel>]

  /// Makes a list of its terms.
  package init(kinds: [KindTerm] = [], channels: [ClosedRange<Channel>] = []) {
    self.kinds = kinds
    self.channels = channels
  }

  /// Whether a message fits.
  package func matches(_ message: Message) -> Bool {
    guard let channel = message.channel, !channels.isEmpty else { return kinds.contains { $0.matches(message) } }
    let channelKinds = kinds.filter { $0.kinds.contains(where: \.hasChannel) }
    return channels.contains { $0.contains(channel) }
      && (channelKinds.isEmpty || channelKinds.contains { $0.matches(message) })
  }
}

extension Message {
  /// The value by which messages of a kind are told apart: the note, the controller or the program.
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
