internal import Glibc
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem

/// A program under test that has ended, with the check of its end and the reading of its results.
struct EndedProgram {
  let settings: ProgramSettings
  let place: LaunchContext
  let process: ProgramProcess
  let end: ProgramProcess.End
  /// The fingerprint of the compared file before the start, or `nil` if it didn't exist.
  let earlier: FileFingerprint?

  /// Checks that the program received the whole recording, and then ended as requested.
  ///
  /// - Throws: A ``SubjectFailure`` for the first violation.
  func require(_ outcome: ProgramReplay.Outcome) throws(SubjectFailure) {
    if case .failed(let failure) = outcome { throw failure }
    if process.streams.isOver {
      throw process.failure(
        "wrote more than \(settings.limits.bytesText) to its standard output or error",
        remedy: "set limits: {output: 64MiB} if that is right")
    }
    if case .interrupted(let position) = outcome { try requireEnd(after: position) }
    // A step of the session has ended it.
    if process.isKilled { return }
    let isKilled = end.termination == .signal(SIGKILL) && !end.killed.isEmpty
    if isKilled, settings.isWithoutPorts {
      throw process.failure(
        "didn't end by itself within \(limit), and was killed",
        remedy: "name its ports with input and output if it has any, or set limits: {end: 1min}")
    }
    if isKilled {
      throw process.failure(
        "didn't end within \(limit) of \(settings.ending.words), and was killed",
        remedy:
          "set limits: {end: 1min} if it needs longer, or ending to a request that it obeys, such as SIGINT or end-of-input"
      )
    }
    if end.isEarly, settings.ending != .itself {
      throw process.failure(
        "ended by itself after the take, \(end.termination)",
        remedy: isExit ? "set ending: by-itself if that is right" : nil)
    }
    guard isExpected(end.termination) else {
      throw process.failure(
        "ended \(end.termination) instead of \(expectedEnd)",
        remedy: isExit ? "set status: \(end.termination.status) if that is right" : nil)
    }
    if !end.killed.isEmpty {
      let names = end.killed.joined(separator: ", ")
      throw process.failure(
        "left processes behind, which had to be killed: \(names)",
        remedy: "let it wait for them, or set limits: {end: 1min}")
    }
  }

  /// Checks the end. A program that ends on its own can do so with the last message.
  private func requireEnd(after position: ProgramReplay.Position) throws(SubjectFailure) {
    let isWhole =
      switch position {
      case .start: settings.wiring.input == .none && settings.wiring.output == .none
      case .messages(let count, let total, _): count == total
      }
    if settings.ending == .itself, isWhole { return }
    let kind = position == .start ? SubjectFailure.Kind.unavailable : .misbehaved
    throw process.failure(
      "\(isExit ? "ended by itself" : "crashed") \(end.termination) \(position.description)", kind,
      remedy: isExit && position == .start ? remedyOfEarlyEnd : nil)
  }

  private var isExit: Bool { if case .exit = end.termination { true } else { false } }

  /// The options for programs that end before they have a port, or `nil` if the program's own words say more.
  private var remedyOfEarlyEnd: String? {
    guard end.termination == .exit(0) else {
      guard process.lastLines().isEmpty else { return nil }
      return
        "choose its drivers, such as -m alsa_seq and -a file, or set sender or receiver if it connects itself"
    }
    return
      "set ending: end-of-input if it reads commands, or input: none, output: none, and ending: by-itself if it has no ports"
  }

  private func isExpected(_ termination: ProgramEnd) -> Bool {
    // A program that exits after handling a signal can use the shell's status for it.
    let status = termination.status
    if let expected = settings.status { return status == expected }
    return status == 0 || settings.ending.signal.map { status == 128 + $0 } ?? false
  }

  private var expectedEnd: String {
    if let status = settings.status { return "status \(status)" }
    return settings.ending.signal == nil ? "status 0" : "status 0 or \(settings.ending.rawValue)"
  }

  private var limit: String { settings.limits.end.shortText }
}

extension ProgramSettings.Ending {
  /// The signal that requests the end, or `nil` if the end is requested differently.
  var signal: Int32? {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    case .endOfInput, .itself: nil
    }
  }

  /// The event from which the time limit counts, as a part of a sentence.
  fileprivate var words: String {
    switch self {
    case .terminate, .interrupt, .hangUp: rawValue
    case .endOfInput: "the end of its input"
    case .itself: "the take's end"
    }
  }
}
