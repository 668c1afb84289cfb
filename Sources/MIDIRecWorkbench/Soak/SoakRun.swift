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
    /// The name of the session, and of the subject if the session has several.
    package let name: String
    /// The results of the storms.
    package let storms: SoakReport
    /// The folders of the new findings.
    package let folders: [FilePath]
  }

  /// A take that was reduced to what violates an invariant.
  package struct ShrunkTake {
    /// The name of the session, and of the subject if the session has several.
    package let name: String
    /// The violated invariant.
    package let invariant: Invariant
    /// The violation, as a sentence without a period.
    package let violation: String
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
      let own = place.folder.lastComponent?.string ?? place.name
      place.name = "\(command.isEmpty ? "\(name)/" : "")\(NewFinding.folderName)/\(own)"
      return place
    }
  }

  /// Returns whether a finding is one of this session, or of this program among others in the same folder.
  private func isOwn(_ place: SessionSearch.Place) -> Bool {
    guard !command.isEmpty else { return true }
    let session = try? Session(reading: place.folder, subjects: catalog.definitions)
    let words = session?.subjects.first?.options.first { $0.name == "command" }?.values
    return words == SessionCommand(command, in: place.folder).words
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
      soak.faults = faults(of: choice, soak.faults)
      soak.stop = stop
      var folders: [FilePath] = []
      do {
        let result = try soak.result(
          skipping: known, progress: progress,
          found: { finding in
            let storm = "storm \(finding.storm) of midirec soak --seed \(soak.seed)"
            let count = finding.recording.messageCount
            let folder = try write(
              finding.trial, finding.invariant,
              [
                "\(finding.violation).",
                "Found in \(storm), and reduced from \(finding.stormMessageCount) to "
                  + "\(pluralized(count, "message")).",
              ])
            folders.append(folder)
            try found(finding, folder)
          }, play(choice, stop))
        return SoakedSubject(name: displayName(of: choice), storms: result, folders: folders)
      } catch let failure as SubjectFailure {
        guard !command.isEmpty else {
          throw SessionError(failure, of: choice.name, in: session, run: 1) ?? failure
        }
        throw CommandFailure(.unavailable, "\(name): \(failure)", details: failure.details)
      }
    }
  }

  /// Reduces the session's take to the fewest messages with which its subjects violate an invariant in the same way.
  ///
  /// - Parameters:
  ///   - soak: The settings.
  ///   - progress: Receives the number of messages so far.
  /// - Returns: The reduced takes, in the order of the subjects.
  package func shrunk(
    _ soak: Soak, stop: StopToken?, progress: (Int) -> Void
  ) throws -> [ShrunkTake] {
    guard let take = try take() else {
      throw SessionError(.noInput, session.folder, "has no take to reduce")
    }
    var soak = soak
    soak.invariants = session.invariants
    soak.stop = stop
    var found: [ShrunkTake] = []
    for choice in session.subjects {
      let play = play(choice, stop)
      let steps = (try session.batchSubject(for: choice, catalog))?.steps ?? []
      let trial = soak.invariants.settled(Trial(take, steps: steps))
      for invariant in Invariant.allCases where soak.invariants.invariants.contains(invariant) {
        guard stop?.isStopRequested != true,
          // A program that doesn't run to the end violates it with each run.
          !found.contains(where: { $0.invariant == .alive }),
          let cause = try soak.violation(of: invariant, by: trial, play)
        else { continue }
        let minimal = try soak.shrunk(trial, of: invariant, like: cause, progress: progress, play)
        guard !found.contains(where: { $0.trial == minimal }) else { continue }
        let violation = try soak.violation(of: invariant, by: minimal, play) ?? cause
        let folder = try write(
          minimal, invariant,
          [
            "\(violation).",
            "Reduced by midirec shrink from \(take.messageCount) to \(minimal.recording.messageCount) messages.",
          ])
        found.append(
          ShrunkTake(
            name: displayName(of: choice), invariant: invariant, violation: violation, trial: minimal,
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

  private func write(_ trial: Trial, _ invariant: Invariant, _ note: [String]) throws -> FilePath {
    let draft = try NewFinding(trial, of: invariant, in: session, note: note)
    // The words depend on the folder of the finding, and its name only on the recording.
    let words = command.isEmpty ? [] : SessionCommand(command, in: findings.appending(draft.name)).words
    return try NewFinding(trial, of: invariant, in: session, command: words, note: note).write(
      in: findings)
  }
}
