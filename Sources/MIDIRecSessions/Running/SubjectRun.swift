internal import Instruments
internal import MIDICore
internal import MIDIRecSystem
internal import SystemPackage
internal import Timelines

/// The run of one subject: the recording is played to it, and each part of its result is compared.
///
/// A subject turns the recording into an ``SubjectObservation``, which contains a part per name. If the options ask for several
/// runs, the recording is read and played again; a part that differs from the first run is unstable, and compared with
/// it. Each other part is compared with its accepted file. The results are an outcome per part, for the reports, and the
/// changes of pending files, which ``SessionRunner`` makes at the end.
struct SubjectRun {
  let choice: Session.Subject
  let session: Session
  /// The session's name.
  let name: String
  /// The file of the recording, or `nil` if the session has none, or a test brings its own recording.
  let file: [UInt8]?
  let recording: Recording
  let options: SessionRunner.Options
  let stop: StopToken?
  let crew: SessionCrew

  /// The outcomes of the parts, and the changes of their files.
  typealias Result = (parts: [SessionOutcome], steps: [PendingFileStep])
  /// A run that differs from the first one, and its part, or `nil` if it doesn't have the part.
  private typealias Attempt = (run: Int, part: (any ComparedPart)?)

  /// Plays the recording to the subject the requested number of times.
  ///
  /// - Returns: The results, or `nil` if the run was stopped.
  func result() -> Result? {
    let start = ContinuousClock.now
    guard var result = untimedResult() else { return nil }
    if !result.parts.isEmpty { result.parts[0].duration = Nanoseconds(ContinuousClock.now - start) }
    return result
  }

  private func untimedResult() -> Result? {
    do throws(SessionError) {
      let subject = try subject()
      guard let observation = try observation(of: recording, subject, run: 1) else { return nil }
      guard !observation.parts.isEmpty else {
        throw SessionError(.badData, session.path, "the subject \(choice.name.quoted) has nothing to compare")
      }
      guard let unstable = try unstableParts(observation, subject) else { return nil }
      return crew.comparing { compare(observation, unstable, subject) }
    } catch {
      return ([SessionOutcome(error, session: name, subject: choice.name)], [])
    }
  }

  /// Creates the subject that the session names.
  private func subject() throws(SessionError) -> any Subject {
    guard let subject = try session.subject(for: choice, options.catalog) else {
      throw SessionError(.badData, session.path, "unknown subject \(choice.name.quoted)")
    }
    return subject
  }

  private func observation(
    of recording: Recording, _ subject: any Subject, run: Int
  ) throws(SessionError) -> SubjectObservation? {
    var context = SubjectContext(
      folder: session.subjectFolder, stop: stop, allowsRealClock: options.allowsRealClock)
    if file != nil { context.recordingPath = session.recordingPath }
    do {
      if !session.onlyInvariants.isEmpty {
        var observation = SubjectObservation(timeline: nil)
        observation.parts[.findings] = try session.findings(
          of: choice, recording, options.catalog, in: context)
        return observation
      }
      return try subject.observation(of: recording, in: context)
    } catch {
      guard let error = SessionError(error, of: choice.name, in: session, run: run) else { return nil }
      throw error
    }
  }

  /// Plays the recording again. Everything from the bytes on is repeated, so that every source of variation has an
  /// effect. It stops at the first different run.
  ///
  /// - Returns: The parts that differ from the first run, or `nil` if the run was stopped.
  private func unstableParts(
    _ first: SubjectObservation, _ subject: any Subject
  ) throws(SessionError) -> [PartName: Attempt]? {
    for run in 1..<max(1, options.repeatCount) {
      if stop?.isStopRequested == true { return nil }
      let recordingAgain =
        if let file { try session.recording(from: file).recording } else { recording }
      let subject = try self.subject()
      guard let again = try observation(of: recordingAgain, subject, run: run + 1) else { return nil }
      var attempts: [PartName: Attempt] = [:]
      for name in PartName.allCases where first.parts[name] != nil || again.parts[name] != nil {
        let attempt = again.parts[name]
        if let one = first.parts[name], let attempt {
          if one.isSame(asAny: attempt) { continue }
          let differs =
            subject.isDeterministic
            || crew.comparing {
              (try? comparison(of: attempt, with: one, as: name, isExact: false)) != nil
            }
          guard differs else { continue }
        }
        attempts[name] = (run + 1, attempt)
      }
      if !attempts.isEmpty { return attempts }
    }
    return [:]
  }

  private func compare(
    _ first: SubjectObservation, _ unstable: [PartName: Attempt], _ subject: any Subject
  ) -> Result {
    var result: Result = ([], [])
    for name in PartName.allCases where first.parts[name] != nil || unstable[name] != nil {
      var outcome = SessionOutcome(
        session: self.name, subject: name.name(of: choice.name), verdict: .passed,
        view: name == .timeline ? subject.view : nil)
      do throws(SessionError) {
        let folder = options.expectationFolders[session.folder] ?? session.folder
        guard let file = ExpectationFile(subject: choice.name, part: name, in: folder) else {
          throw SessionError(.badData, session.path, "\(choice.name.quoted) can't be part of a file name")
        }
        outcome.file = ExpectationFile(subject: choice.name, part: name, in: session.folder)
        if let attempt = unstable[name] {
          result.steps += try steps(attempt, first.parts[name], subject, file, &outcome)
        } else if let part = first.parts[name] {
          result.steps += try steps(part, file, &outcome)
        }
        // A finding has no accepted file.
        let path = outcome.isFinding ? session.path : outcome.file?.acceptedPath
        outcome.place = outcome.status == .passed ? nil : path.map { ("\($0)", nil) }
        outcome.add(first.parts[name]?.remark)
        if outcome.status == .passed, first.parts[name]?.isSilent == true {
          if name == .file {
            outcome.add("the written file has no notes and no controllers")
          } else if let take = session.recordingPath?.lastComponent, !recording.hasChannelMessages {
            outcome.add("\(take.string) has no notes and no controllers")
          }
        }
      } catch {
        outcome.fail(error)
      }
      result.parts.append(outcome)
    }
    return result
  }

  /// Compares an attempt with the first run, and keeps it.
  private func steps(
    _ attempt: Attempt, _ first: (any ComparedPart)?, _ subject: any Subject, _ file: ExpectationFile,
    _ outcome: inout SessionOutcome
  ) throws(SessionError) -> [PendingFileStep] {
    outcome.verdict = .unstable(run: attempt.run)
    guard let part = attempt.part else { return [] }
    let bytes = try part.stored(for: session.path).file
    if let first,
      let (judgment, files) = try comparison(
        of: part, with: first, as: file.part, isExact: subject.isDeterministic)
    {
      outcome.verdict = .unstable(run: attempt.run, judgment: judgment)
      outcome.files = files
    }
    guard options.writesPending else { return [] }
    outcome.attempt = file.unstablePath.string
    return [.keepAttempt(file, bytes)]
  }

  /// Compares a part of an attempt with that of the first run, exactly or within the session's tolerances.
  ///
  /// - Returns: The judgment, and the compared files if the options of the run keep them, or `nil` if the parts have
  ///   different types, or if the comparison finds no difference.
  private func comparison<Part: ComparedPart>(
    of attempt: any ComparedPart, with first: Part, as name: PartName, isExact: Bool
  ) throws(SessionError) -> (judgment: any PartJudgment, files: PartFiles?)? {
    guard let attempt = attempt as? Part else { return nil }
    let tolerances =
      isExact
      ? Comparison.Options(onsetTolerance: .zero, offsetTolerance: .zero, alignsStart: false)
      : session.comparisonOptions(options.comparison, recording: file)
    let context = Part.context(tolerances, accepted: { nil }, recording: { recording })
    let (expected, actual) = (try first.stored(for: session.path), try attempt.stored(for: session.path))
    let judgment = actual.part.judgment(against: expected.part, in: context)
    guard judgment.finding != nil else { return nil }
    let files =
      options.keepsFiles
      ? PartFiles(name, expected: expected.file, actual: actual.file, context: context) : nil
    return (judgment, files)
  }

  /// Compares a part with its expectation, and accepts it if the options ask for that.
  private func steps(
    _ part: any ComparedPart, _ file: ExpectationFile, _ outcome: inout SessionOutcome
  ) throws(SessionError) -> [PendingFileStep] {
    let steps = options.repeatCount > 1 ? [PendingFileStep.removeAttempt(file)] : []
    guard let pending = try pendingFile(part, file, &outcome) else {
      return [.removePending(file)] + steps
    }
    if options.keepsPending { outcome.pending = pending }
    guard let remark = options.update?.remark(on: outcome.verdict) else {
      return [.writePending(file, pending)] + steps
    }
    (outcome.verdict, outcome.remark) = (.passed, remark)
    return [.accept(file, pending)] + steps
  }

  /// Compares a part with its expectation.
  ///
  /// - Returns: The contents of the pending file, or `nil` if the part matches.
  private func pendingFile<Part: ComparedPart>(
    _ part: Part, _ file: ExpectationFile, _ outcome: inout SessionOutcome
  ) throws(SessionError) -> [UInt8]? {
    if let demanded = part.demanded {
      let accepted = try demanded.stored(for: session.path).file
      _ = try pendingFile(part, against: accepted, file, &outcome)
      return nil
    }
    guard let accepted = options.ignoresAccepted ? nil : try file.acceptedBytes() else {
      outcome.verdict = .new
      return try part.stored(for: session.path).file
    }
    // An equal file needs no comparison.
    if part.isStored(in: accepted) { return nil }
    if let type = options.catalog.partType(of: file.part, for: [accepted]), type != Part.self {
      outcome.add("the expected file is \(type.form), but the actual one is \(Part.form)")
      let text = try TextPart(part.stored(for: session.path).file, of: file.pendingPath)
      return try pendingFile(text, against: accepted, file, &outcome)
    }
    return try pendingFile(part, against: accepted, file, &outcome)
  }

  private func pendingFile<Part: ComparedPart>(
    _ part: Part, against accepted: [UInt8], _ file: ExpectationFile, _ outcome: inout SessionOutcome
  ) throws(SessionError) -> [UInt8]? {
    let expected = try Part(accepted, of: file.acceptedPath)
    if part.isSame(as: expected) { return nil }
    let (actual, bytes) = try part.stored(for: session.path)
    let context = Part.context(
      session.comparisonOptions(options.comparison, recording: self.file),
      accepted: { file.acceptedTimeline }, recording: { recording })
    let judgment = actual.judgment(against: expected, in: context)
    outcome.add(judgment.remark)
    guard judgment.finding != nil else { return nil }
    outcome.verdict = .different(judgment)
    if options.keepsFiles {
      outcome.files = PartFiles(file.part, expected: accepted, actual: bytes, context: context)
    }
    return try actual.merged(into: expected, judgment)?.stored(for: session.path).file ?? bytes
  }
}
