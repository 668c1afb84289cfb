internal import MIDICore

/// The reader of the key `soak` of a session's file.
extension Session {
  private static let amounts = ["settling", "replies", "only", "faults", "steps"]

  /// Reads which invariants a session has: `soak: {silenced: false, transposes: 12}`.
  mutating func readInvariants(_ entry: YAMLValue.Entry) throws(SessionError) {
    let names = Invariant.allCases.filter { $0 != .satisfies }.map(\.rawValue)
    for entry in try entry.value.entries(of: entry.key.quoted, keys: names + Self.amounts) {
      switch entry.key {
      case "settling":
        invariants.settling = try entry.parsed(expected: "a time from 1ms to 1h, such as 1s") { text in
          Nanoseconds(parsing: text, upTo: .seconds(3600)).flatMap { $0 >= .milliseconds(1) ? $0 : nil }
        }
      case "replies":
        invariants.replyCount = try entry.parsed(expected: "a number of messages from 0 to 100000") {
          Int(wholeNumber: $0, in: 0...100_000)
        }
      case "only":
        onlyInvariants = try Self.words(entry, expected: "an invariant") { Invariant(rawValue: $0) }
      case "faults": faults = try Self.faults(entry)
      case "steps": findingSteps = try Self.steps(entry)
      case Invariant.transposes.rawValue:
        if try switched(.transposes, entry) { continue }
        invariants.transposition = try entry.parsed(expected: "true, false, or semitones from -48 to 48") {
          text in
          Int(text).flatMap { (-48...48).contains($0) && $0 != 0 ? $0 : nil }
        }
        invariants.invariants.insert(.transposes)
      case Invariant.keeps.rawValue:
        invariants.kept = Set(
          try Self.words(entry, expected: "channel or velocity") { InvariantSettings.Attribute(rawValue: $0) }
        )
        invariants.invariants.insert(.keeps)
      case Invariant.ignores.rawValue:
        invariants.ignored = Set(
          try Self.words(entry, expected: "a kind of message, such as clock") { Message.Kind(rawValue: $0) })
        invariants.invariants.insert(.ignores)
      case Invariant.commutes.rawValue:
        _ = try Self.words(entry, expected: "channels") { $0 == "channels" ? true : nil }
        invariants.invariants.insert(.commutes)
      default:
        guard let invariant = Invariant(rawValue: entry.key), try !switched(invariant, entry) else {
          continue
        }
        throw entry.unexpected("true or false")
      }
    }
  }

  /// Reads the faults of storms: `true` for all kinds, `false`, a kind, or a list of kinds.
  private static func faults(_ entry: YAMLValue.Entry) throws(SessionError) -> Set<StormFault> {
    if let isOn = entry.value.text.flatMap({ Bool($0) }) { return isOn ? Set(StormFault.allCases) : [] }
    let names = StormFault.allCases.map(\.rawValue).joined(separator: ", ")
    return Set(try words(entry, expected: "true, false, or a list of \(names)") { StormFault(rawValue: $0) })
  }

  /// Reads the steps of a finding: `{0.5s: unplug, 1s: plug}`.
  private static func steps(_ entry: YAMLValue.Entry) throws(SessionError) -> [SessionStep] {
    var steps: [SessionStep] = []
    for entry in try entry.value.entries(of: entry.key.quoted, keys: nil) {
      guard let words = entry.value.text else { throw entry.unexpected("a step, such as unplug") }
      do throws(StepError) {
        steps.append(try SessionStep(entry.key, words, after: steps.last))
      } catch {
        throw SessionError(line: entry.line, "the step at \(entry.key): \(error.reason)")
      }
    }
    return steps
  }

  /// Switches an invariant on or off, and returns whether the value is `true` or `false`.
  private mutating func switched(_ invariant: Invariant, _ entry: YAMLValue.Entry) throws(SessionError)
    -> Bool
  {
    guard let isOn = entry.value.text.flatMap({ Bool($0) }) else { return false }
    if isOn { invariants.invariants.insert(invariant) } else { invariants.invariants.remove(invariant) }
    return true
  }

  /// Returns the values of a word or a list of words.
  private static func words<Value>(
    _ entry: YAMLValue.Entry, expected: String, _ read: (String) -> Value?
  ) throws(SessionError) -> [Value] {
    let elements = if case .list(let values) = entry.value.content { values } else { [entry.value] }
    var values: [Value] = []
    for element in elements {
      guard let value = element.text.flatMap(read) else {
        throw element.unexpected(entry.key.quoted, expected: expected)
      }
      values.append(value)
    }
    return values
  }
}

/// Playing recordings to decide about invariants.
extension Session {
  /// The word for an invariant that isn't violated.
  package static let holds = "holds"

  /// Returns one of the session's subjects if it plays several trials at once and can have steps, or `nil`.
  package func batchSubject(
    for choice: Subject, _ catalog: SubjectRegistry
  ) throws(SessionError) -> (any BatchSubject)? {
    try subject(for: choice, catalog) as? any BatchSubject
  }

  /// Plays trials to one of the session's subjects, each to a new one.
  ///
  /// - Returns: The reactions in the order of the trials. Only programs have steps.
  /// - Throws: A ``SessionError`` or a ``SubjectFailure`` if the subject can't be run, or the run was stopped.
  package func reactions(
    of choice: Subject, to trials: [Trial], _ catalog: SubjectRegistry, in context: SubjectContext
  ) throws -> [Reaction] {
    func made() throws -> any MIDIRecSessions.Subject {
      guard let subject = try subject(for: choice, catalog) else {
        throw SessionError(.badData, path, "unknown subject \(choice.name.quoted)")
      }
      return subject
    }
    if let batch = try made() as? any BatchSubject {
      return try batch.reactions(to: trials, in: context)
    }
    return try trials.map { trial in
      do {
        return try made().observation(of: trial.recording, in: context).timeline.map { Reaction($0) }
          ?? Reaction()
      } catch let failure as SubjectFailure where failure.kind == .misbehaved {
        return Reaction(failure: failure)
      }
    }
  }

  /// Returns a text with a line per invariant that the session compares: `released: holds`.
  func invariantText(
    of choice: Subject, _ recording: Recording, _ catalog: SubjectRegistry, in context: SubjectContext
  ) throws -> String {
    let trial = invariants.settled(Trial(recording, steps: findingSteps))
    var lines = ""
    for invariant in onlyInvariants {
      let runs = invariants.runs(of: invariant, for: trial)
      let reactions = try reactions(of: choice, to: runs, catalog, in: context)
      if let failure = reactions.lazy.compactMap(\.failure).first(where: { $0.kind != .misbehaved }) {
        throw failure
      }
      let violation = invariants.violation(of: invariant, by: trial, reactions)
      lines += "\(invariant.rawValue): \(violation ?? Self.holds)\n"
    }
    return lines
  }
}
