package import MIDICore
package import Timelines

/// The behavior of a subject while a recording is played to it: its messages, its memory, and why it failed, if it did.
///
/// A ``SubjectObservation`` is compared with an expectation. A reaction is compared with the recording: an ``Invariant`` holds
/// for each recording, so it needs no expectation.
package struct Reaction: Codable, Hashable, Sendable {
  /// The messages in order of time.
  package var replies: [SourcedMessage]
  /// The reason why the subject has no complete reaction, or `nil` if it has one.
  package var failure: SubjectFailure?
  /// The subject's own memory in KiB after each quarter of the recording, or an empty list if it is unknown.
  package var memory: [Int]

  /// Creates a reaction.
  package init(replies: [SourcedMessage] = [], failure: SubjectFailure? = nil, memory: [Int] = []) {
    (self.replies, self.failure, self.memory) = (replies, failure, memory)
  }

  /// Creates the reaction of a subject that has a timeline instead of messages: a note-on and a note-off for each of its
  /// notes.
  package init(_ timeline: Timeline) {
    var messages: [TimedMessage] = []
    for note in Performance(timeline).notes {
      messages.append(
        TimedMessage(
          time: note.onset,
          message: .noteOn(channel: note.channel, note: note.number, velocity: max(1, note.velocity))))
      guard let offset = note.offset else { continue }
      messages.append(
        TimedMessage(time: offset, message: .noteOff(channel: note.channel, note: note.number, velocity: 64)))
    }
    self.init(
      replies: messages.ordered(byTime: \.time).map { SourcedMessage(time: $0.time, message: $0.message) })
  }
}

/// A message to or from a subject, which is coded as a list: its time, its source, and its bytes.
package struct SourcedMessage: Hashable, Sendable {
  /// The index of the subject's port that has sent it, or 0 for a message of the recording.
  package var source: Int
  /// The time in the recording.
  package var time: Nanoseconds
  /// The message.
  package var message: Message

  /// Creates a message of a port.
  package init(source: Int = 0, time: Nanoseconds, message: Message) {
    (self.source, self.time, self.message) = (source, time, message)
  }

  /// The message with its time.
  package var timed: TimedMessage { TimedMessage(time: time, message: message) }
}

extension SourcedMessage: Codable {
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    time = try values.decode(Nanoseconds.self)
    source = try values.decode(Int.self)
    message = try values.decode(Message.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(time)
    try values.encode(source)
    try values.encode(message)
  }
}

/// A subject that plays several recordings faster together than one by one.
package protocol BatchSubject: Subject {
  /// The kinds of faults that can happen to the subject.
  var faults: Set<StormFault> { get }

  /// The steps that happen while the session's own recording is played.
  var steps: [SessionStep] { get }

  /// Plays trials, each to a new subject without any state of the others.
  ///
  /// - Returns: The reactions in the order of the trials, after a stop perhaps only the first ones. A subject that
  ///   misbehaves is a part of its reaction.
  /// - Throws: A ``SubjectFailure`` if the subject can't be run at all, or the run was stopped.
  func reactions(to trials: [Trial], in context: SubjectContext) throws -> [Reaction]
}
