internal import Foundation
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage
internal import Timelines

/// Sessions that a test expects to pass.
struct SessionExpectation: Sendable {
  /// The sessions or the subject to run.
  enum Run: Sendable {
    /// All sessions in the folder and below it, with the subjects that their files name.
    case sessions(SubjectRegistry)
    /// The session in the folder, with one subject. It plays the given recording, or else its own.
    case subject(SubjectDefinition, of: SubjectRegistry, playing: Recording?)

    /// A recording that a test has already played, under the name of what played it.
    static func played(_ recording: Recording, by definition: SubjectDefinition) -> Run {
      .subject(definition, of: SubjectRegistry(notesAs: definition), playing: recording)
    }

    /// A timeline that a test has already made, under the name of what made it.
    static func made(_ timeline: Timeline, by definition: SubjectDefinition) -> Run {
      .subject(definition, of: SubjectRegistry(timeline, as: definition), playing: Recording())
    }
  }

  /// As many threads as there are cores. Tasks won't do: a run would block the few threads that all tasks share.
  private static let threads: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
  }()

  /// The name of the session or folder, for messages.
  private let name: String
  private let folder: FilePath
  private let site: CallSite
  // Task locals, which the threads don't have.
  private let settings = ExpectationTrait.current

  init(_ path: String, at site: CallSite) { self.init(path, in: site.path(path), at: site) }

  init(_ name: String, in folder: FilePath, at site: CallSite) {
    self.name = name
    self.folder = folder
    self.site = site
  }

  /// Runs the sessions on a thread, and fails the test if a result isn't as expected.
  func check(_ run: Run) async {
    guard let stop = StopToken() else {
      site.fail(ExpectationFailure(message: "\(name): can't run: too many open files"))
      return
    }
    let failures = await withTaskCancellationHandler {
      await Self.onThread { self.failures(of: run, stop) }
    } onCancel: {
      stop.requestStop()
    }
    // In the test's own task, which knows its test.
    failures.forEach(site.fail)
  }

  /// Runs the sessions on the current thread, and fails the test if a result isn't as expected.
  func checkOnCurrentThread(_ run: Run) { failures(of: run, nil).forEach(site.fail) }

  /// Returns the recording of the session, or fails the test and returns `nil`.
  func recording(for definition: SubjectDefinition) async -> Recording? {
    let result = await Self.onThread {
      Result { () throws(SessionError) in
        try Session(in: folder, for: definition, bringsRecording: false).recording()
      }
    }
    switch result {
    case .success(let recording): return recording
    case .failure(let error):
      site.fail(ExpectationFailure(message: Self.text(of: SessionOutcome(error))))
      return nil
    }
  }

  /// Returns the definition of a subject without options, or fails the test and returns `nil`.
  func definition(named subject: String) -> SubjectDefinition? {
    if SubjectDefinition.isName(subject) { return SubjectDefinition(name: subject) }
    site.fail(ExpectationFailure(message: SubjectDefinition.invalidName(subject)))
    return nil
  }

  static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      threads.addOperation { continuation.resume(returning: body()) }
    }
  }

  private func failures(of run: Run, _ stop: StopToken?) -> [ExpectationFailure] {
    do {
      let mode = try RecordMode.inEffect(trait: settings.recordMode)
      var options = SessionRunner.Options()
      options.writesPending = mode != .never
      options.keepsPending = true
      options.ignoresAccepted = mode == .all
      options.tolerance = settings.tolerance
      switch run {
      case .sessions(let catalog):
        options.catalog = catalog
        let search = SessionSearch(in: [folder])
        let report = SessionRunner(options).run(search.places, stop: stop)
        let errors = search.errors.map { ExpectationFailure(message: Self.text(of: SessionOutcome($0))) }
        return errors + report.results.flatMap { failures(of: $0, mode, nil) }
          + (report.isInterrupted ? [interruption] : [])
      case .subject(let definition, let catalog, let recording):
        options.catalog = catalog
        let session = try Session(in: folder, for: definition, bringsRecording: recording != nil)
        // If it can't be created, writing into it throws the reason.
        if recording != nil, options.writesPending { try? FileSystem.makeFolders(folder) }
        return ExpectationUse.of(definition.name, in: folder).comparing { calls in
          let file = ExpectationFile(subject: definition.name, in: folder)
          let pending = file.flatMap { try? FileSystem.bytes(of: $0.pendingPath) }
          let calls = calls.relevant(at: site, pending: pending)
          // Another test's pending file isn't this test's to delete.
          options.writesPending = options.writesPending && !calls.isPending
          let result = SessionRunner(options).run(session, called: name, playing: recording, stop: stop)
          guard let result else { return ([interruption], nil) }
          let failed = result.parts.lazy.compactMap(\.pending).first
          let other = failed.flatMap(calls.other)
          let failures = failures(of: result, mode, other.map { $0.site })
          return (failures, ExpectationUse.Call(site: site, result: failed))
        }
      }
    } catch let error as SessionError {
      return [ExpectationFailure(message: Self.text(of: SessionOutcome(error)))]
    } catch {
      return [ExpectationFailure(message: "\(error)")]
    }
  }

  private var interruption: ExpectationFailure {
    ExpectationFailure(message: "\(name): the test was canceled before the run ended")
  }

  /// Returns the failures of a result.
  ///
  /// - Parameter other: The call that compared a different result with the same expectation, or `nil`.
  private func failures(
    of result: SessionResult, _ mode: RecordMode, _ other: CallSite?
  ) -> [ExpectationFailure] {
    let damage = result.repairs.map { repairs in
      ExpectationFailure(
        message:
          "\(result.place.name): \(repairs.path): \(pluralized(repairs.count, "violation")) repaired while "
          + "reading; run midirec show to list them", isWarning: true)
    }
    let differing = result.parts.filter { $0.status != .passed }
    let meter = settings.givesBeats && !differing.isEmpty ? result.place.meter : nil
    return [damage].compactMap(\.self)
      + differing.map { outcome in
        var outcome = outcome
        outcome.style.meter = meter
        outcome.style.givesBeats = settings.givesBeats && meter != nil
        return failure(of: outcome, in: result, mode, other)
      }
      + result.writeErrors.map {
        ExpectationFailure(message: "\(result.place.name): can't write a pending file: \($0)")
      }
  }

  /// Accepts a result that isn't as expected if the mode does, and returns the failure of the test.
  private func failure(
    of outcome: SessionOutcome, in result: SessionResult, _ mode: RecordMode, _ other: CallSite?
  ) -> ExpectationFailure {
    let text = Self.text(of: outcome)
    guard let pending = outcome.pending, let name = outcome.subject, let file = outcome.file else {
      return ExpectationFailure(message: text)
    }
    let title = "\(result.place.name) (\(name))"
    let verdict = mode == .all ? "\(title): not compared, because the record mode is all" : text
    let folderName = file.folder.lastComponent?.string ?? ""
    let lines = [verdict] + lines(about: file, isNew: outcome.status == .new, result, mode, other)
    var failure = ExpectationFailure(message: lines.joined(separator: "\n"))
    failure.files = [("\(folderName).\(file.pendingPath.lastComponent?.string ?? name)", pending)]
    if case .different(let judgment) = outcome.verdict,
      let page = judgment.page(title, ("expected", "actual"), outcome.style, of: nil, home: nil)
    {
      failure.files.append(("\(folderName).\(name).html", page))
    }
    return failure
  }

  /// Returns lines about the file that holds a result, if it was written.
  private func lines(
    about file: ExpectationFile, isNew: Bool, _ result: SessionResult, _ mode: RecordMode, _ other: CallSite?
  ) -> [String] {
    if let other {
      let place =
        other.isSame(as: site) ? "Another run of this line" : "The call at \(other.fileID):\(other.line)"
      return [
        "\(place) has a different result for the same expectation, \(file.name). Give each result its own name.",
        "No file was written.",
      ]
    }
    if mode == .never {
      let reason = ProcessEnvironment.isContinuousIntegration ? "CI is set" : "the record mode is never"
      return ["No file was written, because \(reason)."]
    }
    // A pending file of an earlier run may be left, which must not be accepted.
    guard result.writeErrors.isEmpty else { return [] }
    guard mode.accepts(isNew: isNew) else {
      return [
        "Pending: \(file.pendingPath)", "To accept it: midirec accept \(file.folder.string.shellWord)",
      ]
    }
    do {
      try file.accept()
      return ["Recorded: \(file.acceptedPath)", "Run the test again to compare with it."]
    } catch {
      return ["Not recorded: \(error)"]
    }
  }

  static func text(of outcome: SessionOutcome) -> String {
    outcome.lines(differenceLimit: 20).joined(separator: "\n")
  }
}
