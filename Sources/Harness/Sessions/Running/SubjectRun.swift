internal import ALSASequencer
internal import Instruments
internal import MIDICore
internal import SystemPackage
internal import Timelines

/// One subject of a session that is run: the recording is played to it, and each part of what it does compared.
struct SubjectRun {
  let choice: Session.Subject
  let session: Session
  let source: RecordingSource
  let options: SessionRunner.Options
  let stop: StopRequest?

  private typealias Part = SessionResult.Part

  /// Plays the recording to the subject, as often as it was asked for.
  ///
  /// - Returns: Nothing where the run was stopped.
  func outcome(of recording: Recording) -> (parts: [SessionResult.Part], steps: [PendingStep])? {
    do throws(SessionError) {
      let subject = try subject()
      guard let observation = try observation(of: recording, subject, run: 1) else { return nil }
      guard observation.timeline != nil || !observation.texts.isEmpty else {
        throw SessionError(.badData, session.path, "the subject \(choice.name.quoted) has nothing to compare")
      }
      guard let unstable = try unstableParts(observation, subject) else { return nil }
      return compare(ObservedTexts(observation), unstable, subject.view)
    } catch {
      return ([Part(subject: choice.name, verdict: .failed(error))], [])
    }
  }

  /// Makes the subject that the session chose.
  private func subject() throws(SessionError) -> any Subject {
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

  private func observation(
    of recording: Recording, _ subject: any Subject, run: Int
  ) throws(SessionError) -> Observation? {
    do {
      return try subject.observation(
        of: recording, in: SubjectContext(folder: session.folder, stop: stop))
    } catch {
      guard let error = SessionError(error, of: choice.name, in: session, run: run) else { return nil }
      throw error
    }
  }

  /// Plays the recording to it again. From the bytes on everything is done anew, so that whatever could go otherwise in
  /// another run does.
  ///
  /// - Returns: The parts of which some run gave something else than the first one, and which run did first; nothing where
  ///   the run was stopped. After such a run there is none.
  private func unstableParts(
    _ first: Observation, _ subject: any Subject
  ) throws(SessionError) -> [ObservedPart: Int]? {
    let texts = ObservedTexts(first)
    for run in 1..<max(1, options.repeatCount) {
      if stop?.isMade == true { return nil }
      let recording = try source.recording(of: session).recording
      let subject = try self.subject()
      guard let again = try observation(of: recording, subject, run: run + 1) else { return nil }
      let parts = texts.parts(otherThanIn: ObservedTexts(again)).filter { part in
        guard part == .timeline, !subject.isExact, let one = first.timeline, let other = again.timeline else {
          return true
        }
        return !comparison(expected: one, actual: other).differences.isEmpty
      }
      if !parts.isEmpty { return Dictionary(uniqueKeysWithValues: parts.map { ($0, run + 1) }) }
    }
    return [:]
  }

  private func compare(
    _ texts: ObservedTexts, _ unstable: [ObservedPart: Int], _ view: InstrumentView?
  ) -> ([SessionResult.Part], [PendingStep]) {
    var parts: [Part] = []
    var steps: [PendingStep] = []
    for observed in ObservedPart.allCases {
      var part = Part(subject: choice.name, part: observed, verdict: .passed)
      if observed == .timeline { part.view = view }
      if let run = unstable[observed] {
        part.verdict = .unstable(run: run)
      } else {
        guard let content = texts[observed] else { continue }
        do throws(SessionError) {
          let (verdict, step, expected) = try verdict(on: content, observed)
          part.verdict = verdict
          if options.keepsTimelines, let expected, let actual = content.timeline {
            part.timelines = ComparedTimelines(expected: expected, actual: actual)
          }
          steps.append(step)
        } catch {
          part.verdict = .failed(error)
        }
      }
      parts.append(part)
    }
    return (parts, steps)
  }

  /// What is found of a part, what is to be done then, and what is expected of a timeline that differs.
  private func verdict(
    on content: ObservedTexts.Content, _ part: ObservedPart
  ) throws(SessionError) -> (SessionResult.Verdict, PendingStep, expected: Timeline?) {
    guard let file = ExpectationFile(subject: choice.name, part: part, in: session.folder) else {
      throw SessionError(.badData, session.path, "no file can be named for \(choice.name.quoted)")
    }
    guard let accepted = try file.acceptedBytes() else { return (.new, .write(content.bytes, to: file), nil) }
    // A text that says the same needs no comparison.
    if accepted == content.bytes { return (.passed, .remove(file), nil) }
    guard let timeline = content.timeline else {
      let comparison = TextComparison(
        expected: try String(text: accepted, of: file.acceptedPath),
        actual: String(decoding: content.bytes, as: UTF8.self))
      return (.differentText(comparison), .write(content.bytes, to: file), nil)
    }
    let expected = try Timeline(text: accepted, of: file.acceptedPath)
    let comparison = comparison(expected: expected, actual: timeline)
    if comparison.differences.isEmpty { return (.passed, .remove(file), nil) }
    // What passed stands in it as it is expected, so that accepting doesn't rewrite it.
    let pending = comparison.settled(expected: expected, actual: timeline)
    return (.different(comparison), .write(Array(pending.text.utf8), to: file), expected)
  }

  private func comparison(expected: Timeline, actual: Timeline) -> Comparison {
    Comparison(
      expected: Performance(expected), actual: Performance(actual),
      options: session.comparisonOptions(options.comparison))
  }
}

/// The parts of an observation as the bytes that are kept of them.
private struct ObservedTexts {
  struct Content {
    let bytes: [UInt8]
    /// What the bytes say, where it is a timeline.
    var timeline: Timeline?
  }

  private var contents: [ObservedPart: Content] = [:]

  init(_ observation: Observation) {
    if let timeline = observation.timeline {
      contents[.timeline] = Content(bytes: Array(timeline.text.utf8), timeline: timeline)
    }
    for text in observation.texts { contents[text.part] = Content(bytes: Array(text.text.utf8)) }
  }

  subscript(part: ObservedPart) -> Content? { contents[part] }

  /// The parts that are other ones in another observation, or that only one of both has; in their order.
  func parts(otherThanIn others: ObservedTexts) -> [ObservedPart] {
    ObservedPart.allCases.filter { self[$0]?.bytes != others[$0]?.bytes }
  }
}
