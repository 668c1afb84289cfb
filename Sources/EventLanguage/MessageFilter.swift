package import MIDICore

/// A filter of messages. By default, it drops timing clock and active sensing and keeps the rest.
///
/// - A message that matches no pattern of ``only`` is dropped, if there are any.
/// - A message that matches a pattern of ``drop`` is dropped.
/// - Timing clock and active sensing are dropped, unless a pattern of ``only`` names them (`clock`, `sensing`,
///   `real-time`) or the filter ``keepsTiming``.
package struct MessageFilter: Hashable, Sendable {
  /// The result for a message.
  package enum Verdict: Hashable, Sendable {
    /// The message is kept.
    case kept
    /// The message is timing clock or active sensing and is dropped by default.
    case leftOutByDefault
    /// The patterns drop the message.
    case leftOutByTerms
  }

  /// The patterns of messages to keep, or an empty list for all messages.
  package var only: [MessagePattern]
  /// The patterns of messages to drop.
  package var drop: [MessagePattern]
  /// Whether timing clock and active sensing are treated like other messages.
  package var keepsTiming: Bool

  /// The kinds of timing clock and active sensing.
  package static let timing: Set<Message.Kind> = [.timingClock, .activeSensing]

  /// Creates a filter, by default the standard one.
  package init(only: [MessagePattern] = [], drop: [MessagePattern] = [], keepsTiming: Bool = false) {
    self.only = only
    self.drop = drop
    self.keepsTiming = keepsTiming
  }

  /// Returns the result for a message.
  package func verdict(on message: Message) -> Verdict {
    if only.isEmpty, drop.isEmpty, !keepsTiming {
      // The standard filter reads whole logs.
      switch message {
      case .timingClock, .activeSensing: return .leftOutByDefault
      default: return .kept
      }
    }
    let wanted = only.filter { $0.matches(message) }
    if wanted.isEmpty && !only.isEmpty || drop.contains(where: { $0.matches(message) }) {
      return .leftOutByTerms
    }
    return keepsTiming || !wanted.isEmpty || !Self.timing.contains(message.kind) ? .kept : .leftOutByDefault
  }

  /// Returns whether a message is kept.
  package func keeps(_ message: Message) -> Bool { verdict(on: message) == .kept }
}
