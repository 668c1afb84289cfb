internal import Instruments
internal import MIDICore
internal import System
internal import SystemPackage
internal import Timelines

/// The run of one subject: the recording is played to it, and each part of its result is compared.
struct SubjectRun {
  let choice: Session.Subject
  let session: Session
  let source: RecordingSource
  let options: SessionRunner.Options
  let stop: StopToken?
  let crew: SessionCrew

  private typealias Part = SessionResult.Part

  /// Plays the recording to the subject the requested number of times.
  ///
  /// - Returns: The results, or `nil` if the run was stopped.
  func outcome(of recording: Recording) -> (parts: [SessionResult.Part], steps: [PendingFileAction])? {
    let start = ContinuousClock.now
    guard var outcome = untimedOutcome(of: recording) else { return nil }
    if !outcome.parts.isEmpty { outcome.parts[0].duration = Nanoseconds(ContinuousClock.now - start) }
    return outcome
  }

  private func untimedOutcome(
    of recording: Recording
  ) -> (parts: [SessionResult.Part], steps: [PendingFileAction])? {
    do throws(SessionError) {
      let subject = try subject()
      guard let observation = try observation(of: recording, subject, run: 1) else { return nil }
      guard !observation.isEmpty else {
        throw SessionError(.badData, session.path, "the subject \(choice.name.quoted) has nothing to compare")
      }
      guard let unstable = try unstableParts(observation, subject) else { return nil }
      return crew.comparing {
        compare(ObservedContents(observation), unstable, subject.isDeterministic, subject.view, recording)
      }
    } catch {
      return ([Part(subject: choice.name, verdict: .failed(error))], [])
    }
  }

  /// Creates the subject that the session names.
  private func subject() throws(SessionError) -> any Subject {
    let subject: (any Subject)?
    do {
      subject = try options.catalog.subject(for: choice)
    } catch {
      throw SessionError(error, of: choice.name, in: session)
    }
    guard let subject else {
      throw SessionError(.badData, session.path, "unknown subject \(choice.name.quoted)")
    }
    return subject
  }

  private func observation(
    of recording: Recording, _ subject: any Subject, run: Int
  ) throws(SessionError) -> Observation? {
    var context = SubjectContext(
      folder: session.folder, stop: stop, allowsRealClock: options.allowsRealClock)
    if case .file = source { context.recordingPath = session.recordingPath }
    do {
      return try subject.observation(of: recording, in: context)
    } catch {
      guard let error = SessionError(error, of: choice.name, in: session, run: run) else { return nil }
      throw error
    }
  }

  /// Plays the recording again. Everything from the bytes on is repeated, so that every source of variation has an
  /// effect. It stops at the first different run.
  ///
  /// - Returns: The parts that differ from the first run, and the number of the different run, or `nil` if the run was
  ///   stopped.
  private func unstableParts(
    _ first: Observation, _ subject: any Subject
  ) throws(SessionError) -> [ArtifactKind: Attempt]? {
    let contents = ObservedContents(first)
    for run in 1..<max(1, options.repeatCount) {
      if stop?.isStopRequested == true { return nil }
      let recording = try source.recording(of: session).recording
      let subject = try self.subject()
      guard let again = try observation(of: recording, subject, run: run + 1) else { return nil }
      let contentsAgain = ObservedContents(again)
      let parts = contents.parts(otherThanIn: contentsAgain).filter { part in
        guard !subject.isDeterministic, case .timeline(let one, _)? = contents[part],
          case .timeline(let other, _)? = contentsAgain[part]
        else {
          return true
        }
        return crew.comparing { !comparison(expected: one, actual: other).differences.isEmpty }
      }
      if !parts.isEmpty {
        return Dictionary(
          uniqueKeysWithValues: parts.map { ($0, Attempt(run: run + 1, content: contentsAgain[$0])) })
      }
    }
    return [:]
  }

  /// A run that differs from the first one.
  private struct Attempt {
    var run: Int
    /// The part, or `nil` if the run doesn't have it.
    var content: ObservedContents.Content?
  }

  private func compare(
    _ contents: ObservedContents, _ unstable: [ArtifactKind: Attempt], _ isDeterministic: Bool,
    _ view: InstrumentView?,
    _ recording: Recording
  ) -> ([SessionResult.Part], [PendingFileAction]) {
    var parts: [Part] = []
    var steps: [PendingFileAction] = []
    for observed in ArtifactKind.allCases {
      var part = Part(subject: choice.name, part: observed, verdict: .passed)
      if observed == .timeline { part.view = view }
      guard contents[observed] != nil || unstable[observed] != nil else { continue }
      do throws(SessionError) {
        let folder = options.expectationFolders[session.folder] ?? session.folder
        guard let file = ExpectationFile(subject: choice.name, part: observed, in: folder) else {
          throw SessionError(.badData, session.path, "\(choice.name.quoted) can't be part of a file name")
        }
        if let attempt = unstable[observed] {
          let difference = try difference(
            of: attempt, from: contents[observed], isDeterministic, &part, recording)
          part.verdict = .unstable(run: attempt.run, difference: difference)
          if let bytes = try attempt.content.map(fileBytes), options.writesPending {
            steps.append(.keepAttempt(bytes, of: file))
            part.attempt = file.unstablePath
          }
        } else if let content = contents[observed] {
          steps.append(try step(content, file, &part, recording))
          if options.repeatCount > 1 { steps.append(.removeAttempt(of: file)) }
        }
        part.add(contents.remark(on: observed))
        if part.verdict.isPassed, contents[observed]?.hasChannelMessages == false {
          if observed == .file {
            part.add("the written file has no notes and no controllers")
          } else if let take = session.recordingPath?.lastComponent, !recording.hasChannelMessages {
            part.add("\(take.string) has no notes and no controllers")
          }
        }
      } catch {
        part.verdict = .failed(error)
      }
      parts.append(part)
    }
    return (parts, steps)
  }

  /// Compares a part with its expectation, and accepts it if the options ask for that.
  private func step(
    _ content: ObservedContents.Content, _ file: ExpectationFile, _ part: inout Part, _ recording: Recording
  ) throws(SessionError) -> PendingFileAction {
    let step = try judge(content, by: file, &part, recording)
    guard case .write(let bytes, _) = step else { return step }
    if options.keepsPending { part.pending = bytes }
    guard let remark = options.update?.remark(on: part.verdict) else { return step }
    (part.verdict, part.remark) = (.passed, remark)
    return .accept(bytes, as: file)
  }

  /// Compares an attempt with the first run, exactly if the subject is deterministic.
  ///
  /// - Returns: The verdict on the attempt, or `nil` if only one run has the part, or if no comparison finds the
  ///   difference.
  private func difference(
    of attempt: Attempt, from first: ObservedContents.Content?, _ isDeterministic: Bool, _ part: inout Part,
    _ recording: Recording
  ) throws(SessionError) -> SessionResult.Verdict? {
    switch (first, attempt.content) {
    case (.timeline(let expected, _)?, .timeline(let actual, _)?):
      let options =
        isDeterministic
        ? Comparison.Options(onsetTolerance: .zero, offsetTolerance: .zero, alignsStart: false)
        : session.comparisonOptions(options.comparison)
      let comparison = Comparison(
        expected: Performance(expected), actual: Performance(actual), options: options)
      if comparison.differences.isEmpty { return nil }
      if self.options.keepsTimelines {
        part.timelines = ComparedTimelines(expected: expected, actual: actual)
      }
      return .different(comparison)
    case (.text(let expected)?, .text(let actual)?):
      return .differentText(
        TextComparison(
          expected: String(decoding: expected, as: UTF8.self), actual: String(decoding: actual, as: UTF8.self)
        ))
    case (.artifact(let expected)?, .artifact(let actual)?):
      return try difference(expected: expected, actual: actual, &part, recording)
    default: return nil
    }
  }

  private func difference<Kind: Artifact>(
    expected: Kind, actual: any Artifact, _ part: inout Part, _ recording: Recording
  ) throws(SessionError) -> SessionResult.Verdict? {
    let files = ArtifactFiles(
      part: Kind.part, expected: try fileBytes(expected), actual: try fileBytes(actual),
      context: Kind.context(expected: nil, recording: recording))
    guard case .different(let difference)? = try? Kind.judgment(of: files) else { return nil }
    if options.keepsArtifacts { part.artifacts = files }
    return .differentArtifact(difference)
  }

  /// Returns the contents of a file that keeps a part.
  private func fileBytes(_ content: ObservedContents.Content) throws(SessionError) -> [UInt8] {
    switch content {
    case .timeline(_, let text), .text(let text): text
    case .artifact(let artifact): try fileBytes(artifact)
    }
  }

  /// Compares a part with its expectation.
  ///
  /// - Returns: The change of the pending file.
  private func judge(
    _ content: ObservedContents.Content, by file: ExpectationFile, _ part: inout Part, _ recording: Recording
  ) throws(SessionError) -> PendingFileAction {
    let accepted = options.ignoresAccepted ? nil : try file.acceptedBytes()
    switch content {
    case .artifact(let artifact): return try judge(artifact, by: accepted, file, &part, recording)
    case .text(let text): return try judge(text, by: accepted, file, &part)
    case .timeline(let timeline, let text):
      guard let accepted else {
        part.verdict = .new
        return .write(text, to: file)
      }
      // An equal text needs no comparison.
      if accepted == text { return .remove(file) }
      if file.part == .file, !Timeline.isText(accepted) {
        part.add("the expected file is a text, but the actual one is a Standard MIDI File")
        return try judge(text, by: accepted, file, &part)
      }
      let expected = try Timeline(text: accepted, of: file.acceptedPath)
      let comparison = comparison(expected: expected, actual: timeline)
      if comparison.differences.isEmpty { return .remove(file) }
      part.verdict = .different(comparison)
      if options.keepsTimelines {
        part.timelines = ComparedTimelines(expected: expected, actual: timeline)
      }
      // Matching parts keep their expected form, so that accepting doesn't rewrite them.
      let pending = comparison.mergedTimeline(expected: expected, actual: timeline)
      return .write(Array(pending.text.utf8), to: file)
    }
  }

  private func judge(
    _ text: [UInt8], by accepted: [UInt8]?, _ file: ExpectationFile, _ part: inout Part
  ) throws(SessionError) -> PendingFileAction {
    guard let accepted else {
      part.verdict = .new
      return .write(text, to: file)
    }
    if accepted == text { return .remove(file) }
    if Timeline.isText(accepted), !Timeline.isText(text) {
      part.add("the expected file is a Standard MIDI File, but the actual one is a text")
    }
    part.verdict = .differentText(
      TextComparison(
        expected: try String(text: accepted, of: file.acceptedPath),
        actual: String(decoding: text, as: UTF8.self)))
    return .write(text, to: file)
  }

  private func judge(
    _ artifact: some Artifact, by accepted: [UInt8]?, _ file: ExpectationFile, _ part: inout Part,
    _ recording: Recording
  ) throws(SessionError) -> PendingFileAction {
    guard let accepted else {
      part.verdict = .new
      return .write(try fileBytes(artifact), to: file)
    }
    let expected = try stored(artifact, accepted, as: .expected, file)
    if artifact.isSame(as: expected) { return .remove(file) }
    let files = ArtifactFiles(
      part: file.part, expected: accepted, actual: try fileBytes(artifact),
      context: type(of: artifact).context(expected: file.acceptedTimeline, recording: recording))
    let actual = try stored(artifact, files.actual, as: .actual, file)
    let judgment = type(of: artifact).judgment(expected: expected, actual: actual, context: files.context)
    switch judgment {
    case .same: return .remove(file)
    case .alike(let remark):
      part.remark = remark
      return .remove(file)
    case .different(let difference):
      part.verdict = .differentArtifact(difference)
      if options.keepsArtifacts { part.artifacts = files }
      return .write(files.actual, to: file)
    }
  }

  private func fileBytes<Kind: Artifact>(_ artifact: Kind) throws(SessionError) -> [UInt8] {
    do {
      return try artifact.fileBytes()
    } catch {
      throw SessionError(
        .inputOutput, session.path, "the \(Kind.part.rawValue) can't be stored: \(error.reason)")
    }
  }

  private func stored<Kind: Artifact>(
    _: Kind, _ bytes: [UInt8], as side: ArtifactError.File, _ file: ExpectationFile
  ) throws(SessionError) -> Kind.Stored {
    do {
      return try Kind.stored(bytes, as: side)
    } catch {
      throw SessionError(error, of: file)
    }
  }

  private func comparison(expected: Timeline, actual: Timeline) -> Comparison {
    Comparison(
      expected: Performance(expected), actual: Performance(actual),
      options: session.comparisonOptions(options.comparison))
  }
}

extension SessionResult.Part {
  /// Adds a remark, if there is one, to the others.
  fileprivate mutating func add(_ remark: String?) {
    let remarks = [self.remark, remark].compactMap(\.self)
    self.remark = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
  }
}
