internal import ALSASequencer
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSimulation
internal import MIDIRecSystem
internal import Timelines

/// The playback of a recording to a program under test, in real or simulated time.
struct ProgramReplay {
  /// The outcome of the playback.
  enum Outcome {
    /// The whole recording was played.
    case played
    /// The program ended, or exceeded its output limit, at this position.
    case interrupted(after: Position)
    /// The playback failed for a different reason.
    case failed(SubjectFailure)
  }

  /// A position in the recording.
  enum Position: Hashable {
    /// The ports weren't connected yet.
    case start
    /// The program received this many messages, the last of them with this time.
    case messages(Int, of: Int, at: Nanoseconds)

    /// The position as a part of a sentence.
    var description: String {
      switch self {
      case .start: "before it was ready"
      case .messages(0, _, _): "before it got the first message"
      case .messages(1, 1, _): "after the only message"
      case .messages(let count, let total, _) where count == total: "after the last of \(total) messages"
      case .messages(let count, let total, let time): "after message \(count) of \(total), at \(time)"
      }
    }
  }

  private let settings: ProgramSettings
  private let messages: [TimedMessage]
  /// The time until which replies are collected.
  private let end: Nanoseconds

  init(_ settings: ProgramSettings, _ messages: [TimedMessage], duration: Nanoseconds) {
    self.settings = settings
    self.messages = settings.wiring.input == .none ? [] : messages
    end = duration + settings.tail
  }

  /// Waits until the program is ready, and plays the recording.
  func play(
    through link: inout ProgramConnection, to process: ProgramProcess
  ) throws(SequencerError) -> Outcome {
    let ready = StopToken.now + settings.limits.ready
    let connected = try link.connect(
      to: { process.processes() }, until: ready,
      // Simulated time costs no real time.
      settling: isSimulated ? ProgramConnection.settling : .milliseconds(200))
    if let outcome = outcome(of: connected, at: .start, process) { return outcome }
    var played =
      switch settings.clock {
      case .simulated: try link.playOnSimulatedClock(messages, until: end, limits: settings.limits)
      case .real: try link.playOnTime(messages, until: end, limits: settings.limits)
      }
    try link.endSteps()
    if played == .done {
      if settings.isProbedAtEnd { link.probe() }
      played = try link.awaitReading(settings.limits)
    }
    let count = link.dueCount
    let position = Position.messages(
      count, of: messages.count, at: count > 0 ? messages[count - 1].time : .zero)
    return outcome(of: played, at: position, process) ?? .played
  }

  private var isSimulated: Bool { settings.clock == .simulated }

  /// Delivers note-offs for the program's held notes, so that it can release the notes it started elsewhere.
  ///
  /// If the program received the whole recording, midirec also waits until it has read the note-offs. Otherwise, its output
  /// could differ between runs.
  func release(through link: borrowing ProgramConnection, after outcome: Outcome) {
    link.release()
    guard case .played = outcome else { return }
    link.settle(
      within: settings.limits.answer, pause: isSimulated ? .seconds(1) : .milliseconds(250))
  }
}

// MARK: Failures

extension ProgramReplay {
  /// Returns the outcome that a step implies, or `nil` to continue.
  private func outcome(
    of step: ProgramConnection.Outcome, at position: Position, _ process: ProgramProcess
  ) -> Outcome? {
    let place = position.description
    let answer = settings.limits.answer.shortText
    return switch step {
    case .done: nil
    case .stopRequested: .failed(SubjectFailure(.stopped, "stopped"))
    case .interrupted: .interrupted(after: position)
    case .notReady(let seen): .failed(notReady(seen, process))
    case .instrumentFailed(let reason): .failed(SubjectFailure(.unavailable, "\(reason), \(place)"))
    case .notReadyAgain:
      .failed(
        process.failure(
          "wasn't ready again within \(settings.limits.ready.shortText) after a step had restarted it, \(place)",
          remedy: "set limits: {ready: 1min} if it needs longer"))
    case .notStartedAgain(let failure): .failed(failure)
    case .portClosed(let name): .failed(process.failure("closed its port \(name.quoted) \(place)"))
    case .unreadable(let event):
      .failed(
        process.failure("sent an event that MIDI doesn't have (\(event)) \(place)").violating(.defined))
    case .notTaken(let count):
      .failed(
        process.failure(
          "hangs: it read no events for \(answer) although "
            + "\(count == 1 ? "1 event is" : "\(count) events are") pending, \(place)",
          remedy: "set limits: {answer: 30s} if it needs longer"))
    case .flooded(let count):
      .failed(
        process.failure(
          "floods: it sent \(count) messages within a second, \(place)",
          remedy: "set limits: {replies: 100000} if that is right"
        ).violating(.bounded))
    case .lost(let count, let fromProgram): .failed(lost(count, fromProgram, at: place))
    }
  }

  private func notReady(_ seen: [Endpoint], _ process: ProgramProcess) -> SubjectFailure {
    let ports = seen.map { "\($0.address) \($0.displayName.quoted)" }.joined(separator: ", ")
    let takingCount = seen.count { $0.directions.contains(.output) }
    let fault =
      settings.wiring.input == .only && takingCount > 1
      ? "it has \(takingCount) ports that receive events; name one with \("input".quoted)"
      : settings.wiring.missing
    let found = seen.isEmpty ? "it opened no port" : "its ports are \(ports)"
    return process.failure(
      "was never ready: after \(settings.limits.ready.shortText) \(fault); \(found)", .unavailable,
      remedy: settings.wiring.remedy(for: seen))
  }

  private func lost(_ count: Int, _ isFromProgram: Bool, at place: String) -> SubjectFailure {
    let ways = [
      count > 0 ? "\(count) event\(count == 1 ? "" : "s") for which its pool was full" : nil,
      isFromProgram ? "events that it sent faster than midirec could read" : nil,
    ]
    return SubjectFailure(.lost, "lost " + ways.compactMap(\.self).joined(separator: ", and ") + ", \(place)")
  }
}

extension SubjectFailure {
  /// Returns the failure as one that violates a different invariant.
  fileprivate func violating(_ invariant: Invariant) -> SubjectFailure {
    var failure = self
    failure.violated = invariant
    return failure
  }
}

extension ProgramRouting {
  /// Returns the options for a program that isn't ready.
  ///
  /// - Parameter seen: Its ports.
  fileprivate func remedy(for seen: [Endpoint]) -> String? {
    let takes = seen.contains { $0.directions.contains(.output) }
    let gives = seen.contains { $0.directions.contains(.input) }
    var options: [String] = []
    if case .only = input, !takes { options.append("input: none") }
    if case .all = output, !gives { options.append("output: none") }
    if case .port = input, !seen.isEmpty { options.append("input to a part of a name") }
    if case .ports = output, !seen.isEmpty { options.append("output to parts of names") }
    let set = options.isEmpty ? nil : "set \(options.joined(separator: " and "))"
    guard seen.isEmpty else { return set }
    let driver = "start it with its driver option for ALSA's sequencer, such as -m alsa_seq, "
    return driver + (set.map { "\($0) if it has no such port, " } ?? "")
      + "or set limits: {ready: 1min} if it needs longer"
  }

  /// The missing condition of a program that isn't ready.
  fileprivate var missing: String {
    let input: String? =
      switch input {
      case .none: nil
      case .only: "exactly one port that receives events"
      case .port(let query): "the port \(query.text.quoted) that receives events"
      case .virtual(let name): "its connection from \(name.quoted)"
      case .instrument: "its connection from the instrument"
      }
    let output: String? =
      switch output {
      case .none, .instruments: nil
      case .all: "a port that sends events"
      case .ports(let queries):
        queries.map(\.text.quoted).joined(separator: ", ")
          + ", which send\(queries.count == 1 ? "s" : "") events"
      case .virtual(let name): "its connection to \(name.quoted)"
      }
    return "it lacked " + [input, output].compactMap(\.self).joined(separator: ", or ")
  }
}
