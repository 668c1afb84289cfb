internal import Foundation
internal import MIDICore
internal import Reports
internal import Sessions
internal import SystemPackage
internal import Waiting

/// Sessions that a test expects to pass.
struct SessionExpectation: Sendable {
  /// What is played to whom.
  enum Play: Sendable {
    /// The sessions' recordings, to the subjects that their files name.
    case ownSubjects(SubjectCatalogue)
    /// A session's recording or the test's, to a subject of the test.
    case subject(any Subject.Type, playing: Recording?)
  }

  /// As many sessions at once as there are cores. Not tasks: a run would block the few threads that all tasks share.
  private static let threads: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
  }()

  /// How many differences are shown of each subject.
  private static let differenceLimit = 20

  private let path: String
  private let site: CallSite

  init(_ path: String, at site: CallSite) {
    self.path = path
    self.site = site
  }

  /// Runs them, and fails the test where something isn't as expected.
  func check(_ play: Play) async {
    guard let stop = StopRequest() else {
      site.fail("\(path): not run: too many files are open")
      return
    }
    let failures = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<[String], Never>) in
        Self.threads.addOperation { continuation.resume(returning: run(play, stop)) }
      }
    } onCancel: {
      stop.make()
    }
    // Here, in the test's own task, because that knows which test it is.
    for failure in failures { site.fail(failure) }
  }

  /// Runs them.
  ///
  /// - Returns: What is to be said where something isn't as expected.
  private func run(_ play: Play, _ stop: StopRequest) -> [String] {
    var options = SessionRunner.Options()
    options.writesPending = !ContinuousIntegration.isOn
    switch play {
    case .ownSubjects(let catalogue):
      options.catalogue = catalogue
      let search = SessionSearch(in: [site.path(path)])
      let report = SessionRunner(options).run(search.places, stop: stop)
      let errors = search.errors.map { text(of: SessionOutcome($0)) }
      let interruption = report.isInterrupted ? [interrupted] : []
      return errors + report.results.flatMap { failures(of: $0) } + interruption
    case .subject(let kind, let recording):
      options.catalogue = SubjectCatalogue([kind])
      do {
        let folder = site.path(path)
        let session = try Session(in: folder, for: kind, bringsRecording: recording != nil)
        if recording != nil, options.writesPending {
          // What is wrong with the folder, writing into it says in the system's own words.
          try? FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        }
        let result = SessionRunner(options).run(
          session, called: path, playing: recording, stop: stop)
        return result.map { failures(of: $0) } ?? [interrupted]
      } catch {
        return [text(of: SessionOutcome(error))]
      }
    }
  }

  private var interrupted: String { "\(path): not run to its end: the test was cancelled" }

  private func text(of outcome: SessionOutcome) -> String {
    SessionsText.lines(of: outcome, differenceLimit: Self.differenceLimit).joined(separator: "\n")
  }
}

/// What is said of a session.
extension SessionExpectation {
  private func failures(of result: SessionResult) -> [String] {
    let said = zip(result.parts, SessionOutcome.of(result)).filter { !$0.0.verdict.isPassed }
    return said.map { part, outcome in
      ([text(of: outcome)] + advice(on: part, in: result.place.folder)).joined(separator: "\n")
    } + result.writeErrors.map { "\(result.place.name): what came couldn't be written: \($0)" }
  }

  /// How to accept what came, where something was written that can be accepted.
  private func advice(on part: SessionResult.Part, in folder: FilePath) -> [String] {
    switch part.verdict {
    case .passed, .unstable, .failed: return []
    case .different, .differentText, .differentArtifact, .new: break
    }
    if ContinuousIntegration.isOn { return ["What came isn't kept, because CI is set."] }
    guard let subject = part.subject,
      let file = ExpectationFile(subject: subject, part: part.part, in: folder),
      (try? Stat(file.pendingPath)) != nil
    else { return [] }
    let accepting = "midirec accept \(folder.string.shellWord)"
    return ["What came: \(file.pendingPath)", "To accept it: \(accepting)"]
  }
}
