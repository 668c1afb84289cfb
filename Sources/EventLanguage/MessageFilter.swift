public import MIDICore

/// Which messages are wanted: all but timing clock and active sensing, unless lists of terms say otherwise.
///
/// - A message that fits none of the lists of ``only`` is left out, if there are any.
/// - A message that fits one of the lists of ``drop`` is left out.
/// - Timing clock and active sensing are left out as well, unless a list of ``only`` names them (`clock`, `sensing`,
///   `real-time`) or the filter ``keepsTiming``.
public struct MessageFilter: Hashable, Sendable {
  /// What becomes of a message.
  public enum Verdict: Hashable, Sendable {
    /// It is wanted.
    case kept
    /// It is timing clock or active sensing, which nobody asked for.
    case leftOutByDefault
    /// The lists leave it out.
    case leftOutByTerms
  }

  /// What is wanted; everything, if there is no list.
  public var only: [MessageTerms]
  /// What isn't wanted.
  public var drop: [MessageTerms]
  /// Whether timing clock and active sensing are wanted like all else.
  public var keepsTiming: Bool

  private static let timing: Set<Message.Kind> = [.timingClock, .activeSensing]

  /// Makes a filter; without arguments the usual one.
  public init(only: [MessageTerms] = [], drop: [MessageTerms] = [], keepsTiming: Bool = false) {
    self.only = only
    self.drop = drop
    self.keepsTiming = keepsTiming
  }

  /// What becomes of a message, and why.
  public func verdict(on message: Message) -> Verdict {
    let wanted = only.filter { $0.fits(message) }
    if wanted.isEmpty && !only.isEmpty || drop.contains(where: { $0.fits(message) }) {
      return .leftOutByTerms
    }
    return keepsTiming || !wanted.isEmpty || !Self.timing.contains(message.kind) ? .kept : .leftOutByDefault
  }

  /// Whether a message is wanted.
  public func keeps(_ message: Message) -> Bool { verdict(on: message) == .kept }
}
