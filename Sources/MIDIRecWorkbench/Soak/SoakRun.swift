package import MIDICore
internal import MIDIRecPrograms
package import MIDIRecSessions
package import MIDIRecSoak
package import MIDIRecSystem
package import SystemPackage

/// A soak of the subjects of one session, or of a program that a user types.
///
/// It first plays the findings of earlier soaks. Then it plays storms, but doesn't look for violations of invariants that
/// findings show already. New findings become sessions in the folder `soak.findings` of the session's folder, in which
/// `midirec test` finds them.
package struct SoakRun {
  /// A subject to which storms were played.
  package struct SoakedSubject {
    /// The numbers of the storms. Its name is that of the session, and of the subject if the session has several.
    package let summary: SoakSummary
    /// The outcomes: of each new finding, or of the storms if they have none and weren't interrupted.
    package let outcomes: [SessionOutcome]
  }

  /// A take that was reduced to what violates an invariant.
  package struct ShrunkTake {
    /// The name of the session, and of the subject if the session has several.
    package let name: String
    /// The evidence for the violation.
    package let evidence: Evidence
    /// How the reduction ended.
    package let reduction: Soak.Reduction
    /// The reduced take and its steps.
    package let trial: Trial
    /// The folder of the new finding.
    package let folder: FilePath
  }

  /// The name of the session, or the program.
  package let name: String
  private let session: Session
  /// The words of the program if the session has no file, or an empty list.
  private let command: [String]
  private let catalog = SubjectRegistry.midirec

  /// The folder of the findings.
  package var findings: FilePath { session.folder.appending(NewFinding.folderName) }

  /// Creates a soak of a session.
  ///
  /// - Throws: `SessionError` if the session can't be read.
  package init(_ place: SessionSearch.Place) throws {
    name = place.name
    session = try Session(reading: place.folder, subjects: catalog.definitions)
    command = []
  }

  /// Creates a soak of a program, whose findings are in the current folder.
  package init(command: [String]) {
    name = command.map(\.shellWord).joined(separator: " ")
    self.command = command
    let folder: FilePath = "."
    let words = SessionCommand(command, in: folder).words
    let option = Session.Option(name: "command", values: words, isList: true)
    session = Session(of: .init(name: ProgramSubject.definition.name, options: [option]), in: folder)
  }

  /// Whether the session is a finding itself, which isn't soaked.
  package var isFinding: Bool { !session.onlyInvariants.isEmpty }

  /// Returns the recording of the session, or `nil` if it has none.
  package func take() throws -> Recording? {
    session.recordingPath == nil ? nil : try session.recording()
  }

  /// Returns the sessions of all findings.
  package func findingPlaces() -> [SessionSearch.Place] {
    guard FileSystem.isFolder(findings) else { return [] }
    return SessionSearch(in: [findings]).places.filter(isOwn).map { place in
      var place = place
      place.name = findingName(place.folder)
      return place
    }
  }

  /// Returns the name of the finding in a folder.
  private func findingName(_ folder: FilePath) -> String {
    let own = folder.lastComponent?.string ?? ""
    return "\(command.isEmpty ? "\(name)/" : "")\(NewFinding.folderName)/\(own)"
  }

  /// Returns whether a finding is one of this session, or of this program among others in the same folder.
  private func isOwn(_ place: SessionSearch.Place) -> Bool {
    guard !command.isEmpty else { return true }
    let session = try? Session(reading: place.folder, subjects: catalog.definitions)
    return session?.commandWords == SessionCommand(command, in: place.folder).words
  }

  /// Returns the invariants that findings are about.
  package func invariants(of places: [SessionSearch.Place]) -> Set<Invariant> {
    Set(
      places.flatMap { place in
        (try? Session(reading: place.folder, subjects: catalog.definitions))?.onlyInvariants ?? []
      })
  }

  /// Plays storms to each subject, and writes each finding as soon as it is known.
  ///
  /// - Parameters:
  ///   - soak: The settings. The invariants are the session's.
  ///   - known: The invariants that aren't looked for.
  ///   - stop: Ends the run.
  ///   - progress: Receives the progress, from the calling thread.
  ///   - found: Receives each finding and its folder, from the calling thread.
  /// - Returns: The results, in the order of the subjects.
  package func results(
    _ soak: Soak, skipping known: Set<Invariant>, stop: StopToken?, progress: (Soak.Progress) -> Void,
    found: (Soak.Finding, FilePath) throws -> Void
  ) throws -> [SoakedSubject] {
    try session.subjects.map { choice in
      var soak = soak
      soak.invariants = session.invariants
      soak.storms.excludedKinds = session.kindsOutOfStorms
      if !session.stormChannels.isEmpty { soak.storms.channels = session.stormChannels }
      if soak.invariants.panics != Panic.all {
        // Without note-offs, a program that ignores a panic would be right to play on.
        soak.storms.elements.subtract([.forgottenNotes, .panicAtEnd, .unendedNotes])
      }
      soak.faults = faults(of: choice, soak.faults)
      soak.stop = stop
      var outcomes: [SessionOutcome] = []
      do {
        let result = try soak.result(
          skipping: known, progress: progress,
          found: { finding in
            let storm = "storm \(finding.storm) of midirec soak --seed \(soak.seed)"
            let (folder, note) = try write(
              finding.evidence, finding.trial, finding.reduction,
              "Found in \(storm), and reduced from \(finding.stormMessageCount)")
            var outcome = SessionOutcome(
              finding.evidence, session: findingName(folder), subject: choice.name, note: note, in: folder)
            outcome.storm = finding.storm
            outcomes.append(outcome)
            try found(finding, folder)
          }, play(choice, stop))
        let summary = SoakSummary(displayName(of: choice), result, seed: soak.seed)
        if outcomes.isEmpty, !summary.isInterrupted { outcomes = [SessionOutcome(passed: summary)] }
        return SoakedSubject(summary: summary, outcomes: outcomes)
      } catch let failure as SubjectFailure {
        throw error(for: failure, of: choice)
      }
    }
  }

  /// Returns the error of a subject that can't be run.
  private func error(for failure: SubjectFailure, of choice: Session.Subject) -> any Error {
    guard !command.isEmpty else {
      return SessionError(failure, of: choice.name, in: session, run: 1) ?? failure
    }
    // A typed command has no options.
    let remedy = failure.remedy.map { failure.isAboutCommand ? "; \($0)" : "; in a session, \($0)" }
    return CommandFailure(
      .unavailable, "\(name): \(failure.reason)\(remedy ?? "")", details: failure.details)
  }

  /// Whether the session is a finding whose reduction was interrupted.
  package var isUnfinished: Bool { isFinding && session.tags.contains(NewFinding.unfinishedTag) }

  /// Reduces the session's take, or a given one, to the fewest messages with which its subjects violate an invariant in the
  /// same way. An unfinished finding is replaced.
  ///
  /// - Parameters:
  ///   - sent: The take, or `nil` for the session's.
  ///   - soak: The settings.
  ///   - progress: Receives the number of messages so far.
  /// - Returns: The reduced takes, in the order of the subjects.
  package func shrunk(
    _ sent: Recording? = nil, _ soak: Soak, stop: StopToken?, progress: (Int) -> Void
  ) throws -> [ShrunkTake] {
    guard let take = try sent ?? take() else {
      throw SessionError(.noInput, session.folder, "has no take to reduce; name one with take")
    }
    var soak = soak
    soak.invariants = session.invariants
    soak.stop = stop
    let checked = isFinding ? Set(session.onlyInvariants) : soak.invariants.invariants
    var found: [ShrunkTake] = []
    for choice in session.subjects {
      let play = play(choice, stop)
      let steps = (try session.batchSubject(for: choice, catalog))?.steps ?? []
      let trial = soak.invariants.settled(Trial(take, steps: isFinding ? session.findingSteps : steps))
      // A program that can't be run shows no fault.
      if let failure = try play([trial]).first?.failure, failure.kind != .misbehaved {
        throw error(for: failure, of: choice)
      }
      for invariant in Invariant.allCases where checked.contains(invariant) {
        guard stop?.isStopRequested != true,
          // A program that doesn't run to the end violates it with each run.
          !found.contains(where: { $0.evidence.invariant == .alive }),
          let cause = try soak.evidence(of: invariant, by: trial, play)
        else { continue }
        let (minimal, reduction, evidence) = try soak.shrunk(
          trial, of: invariant, like: cause, progress: progress, play)
        guard !found.contains(where: { $0.trial == minimal }) else { continue }
        let (folder, _) = try write(
          evidence, minimal, reduction, "Reduced by midirec shrink from \(take.messageCount)")
        found.append(
          ShrunkTake(
            name: displayName(of: choice), evidence: evidence, reduction: reduction, trial: minimal,
            folder: folder))
      }
    }
    return found
  }

  private func displayName(of choice: Session.Subject) -> String {
    session.subjects.count > 1 ? "\(name) (\(choice.name))" : name
  }

  private func play(_ choice: Session.Subject, _ stop: StopToken?) -> Soak.Play {
    let (session, catalog) = (session, catalog)
    let context = SubjectContext(folder: session.subjectFolder, stop: stop)
    return { trials in
      do {
        return try session.reactions(of: choice, to: trials, catalog, in: context)
      } catch {
        guard let error = SessionError(error, of: choice.name, in: session, run: 1) else { return [] }
        throw error
      }
    }
  }

  /// Returns the kinds of faults that can happen to a subject, of those that the session or else the user asks for.
  private func faults(of choice: Session.Subject, _ asked: Set<StormFault>) -> Set<StormFault> {
    let possible = (try? session.batchSubject(for: choice, catalog))?.faults ?? []
    return possible.intersection(session.faults ?? asked)
  }

  /// Whether no subject can have faults, although the session doesn't exclude them.
  package var cantHaveFaults: Bool {
    session.faults != [] && session.subjects.allSatisfy { faults(of: $0, Set(StormFault.allCases)).isEmpty }
  }

  /// Writes a finding, and returns its folder and its note.
  ///
  /// - Parameter origin: The beginning of the sentence on how it was reduced: `… from 103`.
  private func write(
    _ evidence: Evidence, _ trial: Trial, _ reduction: Soak.Reduction, _ origin: String
  ) throws -> (folder: FilePath, note: String) {
    let found = isFinding ? session.note?.split(separator: "\n").filter { $0.hasPrefix("Found in") } : []
    var note =
      ["\(evidence.violation)."] + (found ?? []).map(String.init)
      + ["\(isFinding ? "Later reduced" : origin) to \(pluralized(trial.recording.messageCount, "message"))."]
    switch reduction {
    case .finished: break
    case .interrupted:
      note.append(
        "The reduction was interrupted. The next midirec soak continues it, or midirec shrink with this folder."
      )
    case .limited(let count): note.append("The reduction ended after \(grouped(count)) tries.")
    }
    func finding(_ words: [String]) throws -> NewFinding {
      try NewFinding(
        trial, of: evidence.invariant, in: session, command: words, note: note,
        isFinished: reduction != .interrupted)
    }
    let root = isFinding ? session.folder.removingLastComponent() : findings
    let draft = try finding([])
    // The words depend on the folder of the finding, and its name only on the recording.
    let words: [String]
    if isFinding {
      words = session.subjectFolder == session.folder ? session.commandWords : []
    } else {
      words = command.isEmpty ? [] : SessionCommand(command, in: root.appending(draft.name)).words
    }
    let folder = try finding(words).write(in: root, replacing: isFinding ? session.folder : nil)
    return (folder, note.joined(separator: "\n"))
  }
}

extension Session {
  /// The words of the first program, or an empty list if the session names none.
  fileprivate var commandWords: [String] {
    subjects.first?.options.first { $0.name == "command" }?.values ?? []
  }
}

extension SessionOutcome {
  /// Creates the outcome of storms without a finding.
  fileprivate init(passed storms: SoakSummary) {
    let isDecided = storms.undecided < storms.storms
    self.init(
      session: storms.name, subject: "storms",
      verdict: isDecided ? .passed : .failed(reason: "no storm had a complete reply"))
    counts = storms.countText
  }
}

extension SoakSummary {
  fileprivate init(_ name: String, _ report: SoakReport, seed: UInt64) {
    self.init(
      name: name, seed: seed, storms: report.stormCount, messages: report.messageCount,
      replies: report.replyCount, findings: report.findings.count, undecided: report.undecidedCount,
      unconfirmed: report.unconfirmed.map(\.rawValue).sorted(), isInterrupted: report.isInterrupted,
      gestures: Dictionary(uniqueKeysWithValues: report.elementCounts.map { ($0.rawValue, $1) }))
  }
}
