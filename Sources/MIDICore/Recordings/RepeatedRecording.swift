/// A recording that is played one or more times, each time right after the last: its messages by their number from the
/// start of the first pass.
///
/// Times are multiples of the recording's length, so they don't drift however often it is played.
public struct RepeatedRecording: Sendable {
  /// How often it is played; without end if nothing.
  public let count: Int?
  /// How long one pass lasts.
  public let length: Nanoseconds

  private let messages: [TimedMessage]

  /// Makes passes of a recording. Where there are several, what still sounds at the end of one is ended there.
  ///
  /// - Parameters:
  ///   - recording: What is played.
  ///   - count: How often, at least once; without end if nothing.
  /// - Returns: Nothing where several passes are asked for of a recording that lasts no time at all, and where they would
  ///   last longer than 292 years.
  public init?(of recording: Recording, count: Int? = 1) {
    var messages = recording.messagesInOrder
    let length = recording.duration
    if count != 1 {
      guard length > .zero else { return nil }
      var sounding = ReleaseTracker()
      for timed in messages { sounding.apply(timed.message) }
      messages += sounding.releaseMessages.map { TimedMessage(time: length, message: $0) }
    }
    if let count {
      guard count > 0, !length.rawValue.multipliedReportingOverflow(by: Int64(count)).overflow,
        !messages.count.multipliedReportingOverflow(by: count).overflow
      else { return nil }
    }
    self.count = count
    self.length = length
    self.messages = messages
  }

  /// Makes one pass of messages that are in order of time.
  package init(_ messages: [TimedMessage], length: Nanoseconds) {
    count = 1
    self.length = length
    self.messages = messages
  }

  /// How many messages there are in all; nothing where there is no end.
  public var messageCount: Int? { count.map { $0 * messages.count } }

  /// When the last pass ends; nothing where there is no end.
  public var end: Nanoseconds? { count.map { Nanoseconds(rawValue: Int64($0) * length.rawValue) } }

  /// A message by its number; nothing after the last one. Constant time.
  public subscript(number: Int) -> TimedMessage? {
    guard !messages.isEmpty, messageCount.map({ number < $0 }) ?? true else { return nil }
    let (pass, index) = number.quotientAndRemainder(dividingBy: messages.count)
    // An endless replay meets the end of time after 292 years.
    let offset = Int64(pass).multipliedReportingOverflow(by: length.rawValue)
    guard !offset.overflow else { return nil }
    let timed = messages[index]
    return TimedMessage(time: timed.time + Nanoseconds(rawValue: offset.partialValue), message: timed.message)
  }

  /// Whether every message of a pass, and its end, is at a multiple of a span. Linear time.
  public func isOnGrid(of span: Nanoseconds) -> Bool {
    (count == 1 || length.rawValue % span.rawValue == 0)
      && messages.allSatisfy { $0.time.rawValue % span.rawValue == 0 }
  }
}
