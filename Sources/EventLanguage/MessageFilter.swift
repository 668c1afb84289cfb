package import MIDICore

/// Which messages are wanted: all but timing clock and active sensing, unless lists of terms say otherwise.
///
/// - A message that fits none of the lists of ``only`` is left out, if there are any.
/// - A message that fits one of the lists of ``drop`` is left out.
/// - Timing clock and active sensing are left out as well, unless a list of ``only`` names them (`clock`, `sensing`,
///   `real-time`) or the filter ``keepsTiming``.
package struct MessageFilter: Hashable, Sendable {
  /// What becomes of a message.
  package enum Verdict: Hashable, Sendable {
    /// It is wanted.
    case kept
    /// It is timing clock or active sensing, which nobody asked for.
    case leftOutByDefault
    /// The lists leave it out.
    case leftOutByTerms
  }

  /// What is wanted; everything, if there is no list.
  package var only: [MessagePattern]
  /// What isn't wanted.
  package var drop: [MessagePattern]
  /// Whether timing clock and active sensing are wanted like all else.
  package var keepsTiming: Bool

  private static let timing: Set<Message.Kind> = [.timingClock, .activeSensing]

  /// Makes a filter; without arguments the usual one.
  package init(only: [MessagePattern] = [], drop: [MessagePattern] = [], keepsTiming: Bool = false) {
    self.only = only
    self.drop = drop
    self.keepsTiming = keepsTiming
  }

  /// What becomes of a message, and why.
  package func verdict(on message: Message) -> Verdict {
    let wanted = only.filter { $0.matches(message) }
    if wanted.isEmpty && !only.isEmpty || drop.contains(where: { $0.matches(message) }) {
      return .leftOutByTerms
    }
    return keepsTiming || !wanted.isEmpty || !Self.timing.contains(message.kind) ? .kept : .leftOutByDefault
  }

  /// Whether a message is wanted.
  package func keeps(_ message: Message) -> Bool { verdict(on: message) == .kept }
}
