/// A message and when it was sent.
public struct TimedMessage: Hashable, Sendable {
  /// Since the start of the recording.
  public var time: Nanoseconds
  /// What was sent.
  public var message: Message

  /// Puts a message at a time.
  public init(time: Nanoseconds, message: Message) {
    self.time = time
    self.message = message
  }
}
