internal import MIDICore
internal import SystemPackage

/// The reader of the key `soak` of a session's file.
extension Session {
  private static let amounts = ["settling", "replies", "without", "channels", "only", "faults", "steps"]

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
      case "without":
        kindsOutOfStorms = Set(
          try Self.words(entry, expected: "a list of \(Self.kindNames)") { Message.Kind(rawValue: $0) })
      case "channels":
        stormChannels = Set(
          try Self.words(entry, expected: "channels from 1 to 16") { text in
            Int(wholeNumber: text, in: 1...16).map { Channel.number($0) }
          })
      case "only":
        onlyInvariants = try Self.words(entry, expected: "a list of \(names.joined(separator: ", "))") {
          Invariant(rawValue: $0)
        }
      case "faults": faults = try Self.choices(entry)
      case "steps": findingSteps = try Self.steps(entry)
      default: try readInvariant(entry)
      }
    }
  }

  /// Reads whether the session has an invariant: `true`, `false`, or its values.
  private mutating func readInvariant(_ entry: YAMLValue.Entry) throws(SessionError) {
    guard let invariant = Invariant(rawValue: entry.key) else { return }
    let isOn = entry.value.text.flatMap { Bool($0) }
    switch invariant {
    case .silenced:
      invariants.panics = try Self.choices(entry)
    case .transposes where isOn != nil: break
    case .transposes:
      invariants.transposition = try entry.parsed(expected: "true, false, or semitones from -48 to 48") {
        text in
        Int(text).flatMap { (-48...48).contains($0) && $0 != 0 ? $0 : nil }
      }
    case .keeps where isOn != false:
      invariants.kept = Set(
        try Self.words(entry, expected: "channel, velocity, a list of both, or false") {
          InvariantSettings.Attribute(rawValue: $0)
        })
    case .ignores where isOn != false:
      invariants.ignored = Set(
        try Self.words(entry, expected: "false, or a list of \(Self.kindNames)") {
          Message.Kind(rawValue: $0)
        })
    case .commutes where isOn != false:
      _ = try Self.words(entry, expected: "channels or false") { $0 == "channels" ? true : nil }
    case .keeps, .ignores, .commutes: break
    default: guard isOn != nil else { throw entry.unexpected("true or false") }
    }
    if isOn == false {
      invariants.invariants.remove(invariant)
    } else {
      invariants.invariants.insert(invariant)
    }
  }

  /// Reads values of a kind: `true` for all, `false` for none, a value, or a list of values.
  private static func choices<Value: RawRepresentable<String> & CaseIterable & Hashable>(
    _ entry: YAMLValue.Entry
  ) throws(SessionError) -> Set<Value> {
    if let isOn = entry.value.text.flatMap({ Bool($0) }) { return isOn ? Set(Value.allCases) : [] }
    let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return Set(try words(entry, expected: "true, false, or a list of \(names)") { Value(rawValue: $0) })
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

  private static var kindNames: String { Message.Kind.allCases.map(\.rawValue).joined(separator: ", ") }

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
  /// Returns one of the session's subjects if it plays several trials at once and can have steps, or `nil`.
  package func batchSubject(
    for choice: Subject, _ catalog: SubjectRegistry
  ) throws(SessionError) -> (any BatchSubject)? {
    try subject(for: choice, catalog) as? any BatchSubject
  }

  /// Plays trials to one of the session's subjects, each to a new one.
  ///
  /// - Returns: The reactions in the order of the trials, after a stop perhaps only the first ones. Only programs have
  ///   steps.
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

  /// Plays a recording to a subject, and checks the invariants that the session compares.
  func findings(
    of choice: Subject, _ recording: Recording, _ catalog: SubjectRegistry, in context: SubjectContext
  ) throws -> FindingsPart {
    let trial = invariants.settled(Trial(recording, steps: findingSteps))
    var evidence: [Evidence] = []
    for invariant in onlyInvariants {
      let runs = invariants.runs(of: invariant, for: trial)
      let reactions = try reactions(of: choice, to: runs, catalog, in: context)
      guard reactions.count == runs.count else { throw SubjectFailure(.stopped, "stopped") }
      if let failure = reactions.lazy.compactMap(\.failure).first(where: { $0.kind != .misbehaved }) {
        throw failure
      }
      if let found = invariants.evidence(of: invariant, by: trial, reactions) { evidence.append(found) }
    }
    return FindingsPart(
      invariants: onlyInvariants, evidence: evidence, note: note,
      command: Self.testCommand(of: folder))
  }
}
