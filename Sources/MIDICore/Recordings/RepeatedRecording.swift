/// A recording that is played one or more times back to back.
///
/// The messages are numbered from the start of the first pass. Times are multiples of the recording's length, so they
/// don't drift.
public struct RepeatedRecording: Sendable {
  /// The number of passes, or `nil` to repeat indefinitely.
  public let count: Int?
  /// The duration of one pass.
  public let length: Nanoseconds

  private let messages: [TimedMessage]

  /// Creates a repetition of a recording.
  ///
  /// If there are several passes, the sounding notes are released at the end of each.
  ///
  /// - Parameters:
  ///   - recording: The recording to play.
  ///   - count: The number of passes, at least 1, or `nil` to repeat indefinitely.
  /// - Returns: The repetition, or `nil` if it would repeat an empty recording or last longer than 292 years.
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

  /// Creates a single pass of messages in order of time.
  package init(_ messages: [TimedMessage], length: Nanoseconds) {
    count = 1
    self.length = length
    self.messages = messages
  }

  /// The number of messages of all passes, or `nil` if repeated indefinitely.
  public var messageCount: Int? { count.map { $0 * messages.count } }

  /// The end of the last pass, or `nil` if repeated indefinitely.
  public var end: Nanoseconds? { count.map { Nanoseconds(rawValue: Int64($0) * length.rawValue) } }

  /// The message with the given number, or `nil` after the last one, in constant time.
  public subscript(number: Int) -> TimedMessage? {
    guard !messages.isEmpty, messageCount.map({ number < $0 }) ?? true else { return nil }
    let (pass, index) = number.quotientAndRemainder(dividingBy: messages.count)
    // The time of an endless replay overflows after 292 years.
    let offset = Int64(pass).multipliedReportingOverflow(by: length.rawValue)
    guard !offset.overflow else { return nil }
    let timed = messages[index]
    return TimedMessage(time: timed.time + Nanoseconds(rawValue: offset.partialValue), message: timed.message)
  }

  /// Returns whether every message of a pass, and its end, is at a multiple of `span`, in linear time.
  public func isOnGrid(of span: Nanoseconds) -> Bool {
    span > .zero && (count == 1 || length.rawValue % span.rawValue == 0)
      && messages.allSatisfy { $0.time.rawValue % span.rawValue == 0 }
  }
}
