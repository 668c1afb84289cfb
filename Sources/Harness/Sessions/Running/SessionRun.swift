internal import MIDICore
internal import MIDIFiles
internal import SystemPackage
internal import Timelines

/// One session that is run: read, played to its subjects, and compared.
struct SessionRun {
  /// How it ended.
  enum Outcome {
    /// The session doesn't have the tags that were asked for.
    case notSelected
    /// The run was to be stopped before the session was over.
    case stopped
    /// What was found, and what has to be done to the pending files.
    case finished(SessionResult, [PendingStep])
  }

  let place: SessionSearch.Place
  let options: SessionRunner.Options
  let isStopped: @Sendable () -> Bool

  /// Runs the session, if it has the tags. One whose file can't be read may have them.
  func run(_ selection: SessionSelection) -> Outcome {
    var result = SessionResult(place: place, parts: [])
    var steps: [PendingStep] = []
    do throws(SessionError) {
      let session = try Session(reading: place.folder, subjects: options.catalogue.forms)
      guard selection.contains(tags: session.tags) else { return .notSelected }
      let bytes = try session.recordingBytes()
      let (recording, repairs) = try session.recording(from: bytes)
      if repairs > 0 { result.repairs = (session.recordingPath, repairs) }
      for subject in session.subjects {
        guard let (part, step) = outcome(of: subject, in: session, recording, bytes) else {
          return .stopped
        }
        result.parts.append(part)
        if let step { steps.append(step) }
      }
    } catch {
      result.parts = [SessionResult.Part(subject: nil, verdict: .failed(error))]
    }
    return .finished(result, steps)
  }

  /// Plays the recording to a subject, as often as it was asked for. After the first time everything from the bytes on
  /// is done again, so that whatever could go otherwise in another run does.
  ///
  /// - Returns: Nothing where the run was stopped.
  private func outcome(
    of choice: Session.Subject, in session: Session, _ recording: Recording, _ bytes: [UInt8]
  ) -> (SessionResult.Part, PendingStep?)? {
    var part = SessionResult.Part(subject: choice.name, verdict: .passed)
    var step: PendingStep?
    do throws(SessionError) {
      let subject = try subject(choice, of: session)
      part.view = subject.view
      let timeline = try timeline(of: subject, choice, in: session, recording)
      let text = Array(timeline.text.utf8)
      for run in 1..<max(1, options.repeatCount) {
        if isStopped() { return nil }
        let recording = try session.recording(from: bytes).recording
        let again = try self.timeline(of: self.subject(choice, of: session), choice, in: session, recording)
        guard again.text.utf8.elementsEqual(text) else {
          part.verdict = .unstable(run: run + 1)
          return (part, nil)
        }
      }
      (part.verdict, step) = try verdict(on: timeline, text, of: choice, in: session)
    } catch {
      part.verdict = .failed(error)
    }
    return (part, step)
  }

  /// Makes a subject that the session chose.
  private func subject(
    _ choice: Session.Subject, of session: Session
  ) throws(SessionError) -> any Subject {
    let subject: (any Subject)?
    do {
      subject = try options.catalogue.subject(for: choice)
    } catch {
      throw SessionError(error, of: choice.name, in: session)
    }
    guard let subject else {
      throw SessionError(.badData, session.path, "there is no subject \(choice.name.quoted)")
    }
    return subject
  }

  private func timeline(
    of subject: any Subject, _ choice: Session.Subject, in session: Session, _ recording: Recording
  ) throws(SessionError) -> Timeline {
    do {
      return try subject.timeline(of: recording)
    } catch {
      throw SessionError(
        .badData, session.recordingPath, "can't be played to the subject \(choice.name.quoted): \(error)")
    }
  }

  private func verdict(
    on timeline: Timeline, _ text: [UInt8], of subject: Session.Subject, in session: Session
  ) throws(SessionError) -> (SessionResult.Verdict, PendingStep?) {
    guard let file = ExpectationFile(subject: subject.name, in: session.folder) else {
      throw SessionError(.badData, session.path, "no file can be named for \(subject.name.quoted)")
    }
    guard let acceptedText = try file.acceptedBytes() else { return (.new, .write(text, to: file)) }
    // A text that says the same needs no comparison.
    if acceptedText == text { return (.passed, .remove(file)) }
    let expected = try Timeline(text: acceptedText, of: file.acceptedPath)
    let comparison = Comparison(
      expected: Performance(expected), actual: Performance(timeline),
      options: session.comparisonOptions(options.comparison))
    if comparison.differences.isEmpty { return (.passed, .remove(file)) }
    // What passed stands in it as it is expected, so that accepting doesn't rewrite it.
    let pending = comparison.settled(expected: expected, actual: timeline)
    return (.different(comparison), .write(Array(pending.text.utf8), to: file))
  }
}
