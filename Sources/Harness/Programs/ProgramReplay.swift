internal import ALSASequencer
internal import MIDICore
internal import Timelines

/// Plays a recording to a program under test by one of the clocks.
struct ProgramReplay {
  /// How far it came.
  enum Outcome {
    /// The whole recording was played.
    case played
    /// The program ended, or wrote more than it may: after what.
    case interrupted(after: Position)
    /// Something else went wrong.
    case failed(SubjectFailure)
  }

  /// How much of the recording the program got.
  enum Position: Hashable {
    /// Its ports weren't connected yet.
    case start
    /// It was ready, and got so many messages, the last of them of this time.
    case messages(Int, of: Int, at: Nanoseconds)

    /// A part of a sentence.
    var description: String {
      switch self {
      case .start: "before it was ready"
      case .messages(0, _, _): "before it got the first message"
      case .messages(let count, let total, _) where count == total: "after the last of \(total) messages"
      case .messages(let count, let total, let time): "after message \(count) of \(total), at \(time)"
      }
    }
  }

  private let settings: ProgramSettings
  private let recording: Recording
  private let stop: StopRequest?
  private let messages: [TimedMessage]
  private let deadline: Nanoseconds

  /// The time of the whole run is counted from here on.
  init(_ settings: ProgramSettings, _ recording: Recording, stop: StopRequest?) {
    self.settings = settings
    self.recording = recording
    self.stop = stop
    messages = settings.wiring.input == .none ? [] : recording.messagesOfSources.map(\.timed)
    // On the real clock the recording's own length comes on top.
    let length = settings.clock == .real ? settings.end(of: recording) : .zero
    deadline = StopRequest.now + length + settings.limits.total
  }

  /// Waits until the program is ready, and plays to it.
  func play(
    through link: inout ProgramLink, to process: ProgramProcess
  ) throws(SequencerError) -> Outcome {
    let ready = StopRequest.now + settings.limits.ready
    let connected = try link.connect(
      to: { process.processes() }, until: ready,
      isAtRest: { settings.clock == .real || process.isAtRest() },
      orInputFrom: process.endDescriptor, stop: stop)
    if let outcome = outcome(of: connected, at: .start, process) { return outcome }
    let rested = try rest(within: ready - StopRequest.now, through: &link, to: process)
    let needsNoRest = settings.clock == .real && rested == .notAtRest
    if !needsNoRest,
      let outcome = outcome(of: rested, at: .messages(0, of: messages.count, at: .zero), process)
    {
      return outcome
    }
    process.noteRhythm()
    return switch settings.clock {
    case .lockstep: try playInLockstep(through: &link, to: process)
    case .real: try playOnTime(through: &link, to: process)
    }
  }

  /// Ends what the program was left with: what it has turned on in other programs, it gets to turn off.
  ///
  /// Where it took the whole recording, it is waited for until it has taken that, too. What it writes about it, it would
  /// write in one run and not in another.
  func release(through link: inout ProgramLink, to process: ProgramProcess, after outcome: Outcome) {
    link.release()
    guard case .played = outcome else { return }
    // How it went tells nothing about the recording; how the program ends, is seen next.
    _ = try? rest(
      within: min(settings.limits.answer, deadline - StopRequest.now), through: &link, to: process)
  }

  /// A program that is for the real clock may never be at rest, such as one that makes sound all the time. It is given so
  /// long for it, in which others end what they do at their beginning.
  private static let longestRestOnRealClock = Nanoseconds.seconds(1)

  /// Waits until the program waits. What it plays until then is said to have come at the recording's beginning.
  private func rest(
    within limit: Nanoseconds, through link: inout ProgramLink, to process: ProgramProcess
  ) throws(SequencerError) -> ProgramLink.Outcome {
    var limits = limits
    limits.answer = max(limit, .milliseconds(1))
    if settings.clock == .real { limits.answer = min(limits.answer, Self.longestRestOnRealClock) }
    let owners = link.owners
    return try link.play(
      [], at: .zero, limits: limits, isAtRest: { process.isAtRest(with: owners) },
      orInputFrom: process.endDescriptor, stop: stop)
  }

  private func playInLockstep(
    through link: inout ProgramLink, to process: ProgramProcess
  ) throws(SequencerError) -> Outcome {
    let owners = link.owners
    var start = messages.startIndex
    while start < messages.endIndex {
      let time = messages[start].time
      let end = messages[start...].firstIndex { $0.time != time } ?? messages.endIndex
      let left = deadline - StopRequest.now
      guard left > .zero else { return .failed(tooLong(at: position(end: start), process)) }
      var limits = limits
      limits.answer = min(limits.answer, left)
      let played = try link.play(
        messages[start..<end].map(\.message), at: time, limits: limits,
        isAtRest: { process.isAtRest(with: owners) }, orInputFrom: process.endDescriptor, stop: stop)
      if played.isImpatience, left < settings.limits.answer {
        // Not the program's answer took too long, but all of it.
        return .failed(tooLong(at: position(end: end), process))
      }
      if let outcome = outcome(of: played, at: position(end: end), process) { return outcome }
      start = end
    }
    if let loss = link.losses(), let outcome = outcome(of: loss, at: position(end: start), process) {
      return outcome
    }
    return .played
  }

  private func playOnTime(
    through link: inout ProgramLink, to process: ProgramProcess
  ) throws(SequencerError) -> Outcome {
    let played = try link.playOnTime(
      messages, until: settings.end(of: recording), limits: limits, orInputFrom: process.endDescriptor,
      stop: stop)
    return outcome(of: played, at: position(end: link.dueCount), process) ?? .played
  }

  private var limits: ProgramLink.Limits {
    var limits = ProgramLink.Limits()
    limits.answer = settings.limits.answer
    limits.replyCount = settings.limits.replies
    limits.quiet = settings.quiet
    return limits
  }

  private func position(end: Int) -> Position {
    .messages(end, of: messages.count, at: end > 0 ? messages[end - 1].time : .zero)
  }
}

// MARK: What went wrong

extension ProgramReplay {
  /// What a step's outcome means for the replay; nothing where it goes on.
  private func outcome(
    of step: ProgramLink.Outcome, at position: Position, _ process: ProgramProcess
  ) -> Outcome? {
    let place = position.description
    let answer = settings.limits.answer.spanText
    return switch step {
    case .done: nil
    case .stopRequested: .failed(SubjectFailure(.stopped, "stopped"))
    case .interrupted: .interrupted(after: position)
    case .notReady(let seen): .failed(notReady(seen, process))
    case .portClosed(let name): failure("closed its port \(name.quoted) \(place)", process)
    case .notTaken(let count):
      failure("hangs: it took nothing for \(answer), and \(Self.waiting(count)) for it, \(place)", process)
    case .notAtRest where position == .start || position == .messages(0, of: messages.count, at: .zero):
      .failed(
        SubjectFailure(
          .unavailable, "is never at rest: it still worked \(settings.limits.ready.spanText) after its start",
          details: process.lastLines()))
    case .notAtRest: failure("still worked or played \(answer) \(place)", process)
    case .flooded(let count):
      failure("floods: it played \(count) messages in answer to one group, \(place)", process)
    case .lost(let count, let fromProgram): .failed(lost(count, fromProgram, at: place))
    }
  }

  private static func waiting(_ count: Int) -> String {
    count == 1 ? "1 event waits" : "\(count) events wait"
  }

  private func failure(_ reason: String, _ process: ProgramProcess) -> Outcome {
    .failed(SubjectFailure(.misbehaved, reason, details: process.lastLines()))
  }

  private func tooLong(at position: Position, _ process: ProgramProcess) -> SubjectFailure {
    SubjectFailure(
      .misbehaved,
      "was not done within \(settings.limits.total.spanText): time was over \(position.description)",
      details: process.lastLines())
  }

  private func notReady(_ seen: [Endpoint], _ process: ProgramProcess) -> SubjectFailure {
    let ports = seen.map { "\($0.address) \($0.displayName.quoted)" }.joined(separator: ", ")
    let takingCount = seen.count { $0.directions.contains(.output) }
    let fault =
      settings.wiring.input == .only && takingCount > 1
      ? "it had \(takingCount) ports that take events, of which \("input".quoted) has to name one"
      : settings.wiring.missing
    let found = seen.isEmpty ? "it has opened no port" : "of its ports there are \(ports)"
    return SubjectFailure(
      .unavailable,
      "never got ready: after \(settings.limits.ready.spanText) \(fault); \(found)",
      details: process.lastLines())
  }

  private func lost(_ count: Int, _ isFromProgram: Bool, at place: String) -> SubjectFailure {
    let ways = [
      count > 0 ? "\(count) event\(count == 1 ? "" : "s") for which its pool had no room" : nil,
      isFromProgram ? "some that it played faster than midirec could take them" : nil,
    ]
    return SubjectFailure(.lost, "lost " + ways.compactMap(\.self).joined(separator: ", and ") + ", \(place)")
  }
}

extension ProgramLink.Outcome {
  /// Whether the limit of an answer has passed.
  fileprivate var isImpatience: Bool {
    switch self {
    case .notTaken, .notAtRest: true
    default: false
    }
  }
}

extension ProgramWiring {
  /// What is still missing where a program isn't ready.
  fileprivate var missing: String {
    let input: String? =
      switch input {
      case .none: nil
      case .only: "exactly one port that takes events"
      case .port(let query): "the port \(query.text.quoted) that takes events"
      case .virtual(let name): "its connection from \(name.quoted)"
      }
    let output: String? =
      switch output {
      case .none: nil
      case .all: "a port that gives events"
      case .ports(let queries):
        queries.map(\.text.quoted).joined(separator: ", ")
          + ", which give\(queries.count == 1 ? "s" : "") events"
      case .virtual(let name): "its connection to \(name.quoted)"
      }
    return "it lacked " + [input, output].compactMap(\.self).joined(separator: ", or ")
  }
}

extension Nanoseconds {
  /// A limit as a person says it: `5 s`, `250 ms`.
  var spanText: String {
    let (millisecond, second): (Int64, Int64) = (1_000_000, 1_000_000_000)
    if rawValue % second == 0 { return "\(rawValue / second) s" }
    return rawValue % millisecond == 0 ? "\(rawValue / millisecond) ms" : "\(millisecondsText()) ms"
  }
}
