package import Instruments
internal import MIDICore
internal import System
internal import SystemPackage
package import Timelines

/// A pending result, which the user can accept or reject.
package struct PendingChange: Sendable {
  /// The session.
  package let session: SessionSearch.Place
  /// The two files.
  package let file: ExpectationFile

  /// Returns the pending results of sessions in their order, and in each session in order of the subjects' names.
  ///
  /// - Returns: The results, and the errors of unreadable folders.
  package static func all(in places: [SessionSearch.Place]) -> (
    changes: [PendingChange], errors: [SessionError]
  ) {
    var changes: [PendingChange] = []
    var errors: [SessionError] = []
    for place in places {
      do {
        changes += try ExpectationFile.pending(in: place.folder).map {
          PendingChange(session: place, file: $0)
        }
      } catch {
        errors.append(SessionError(error.path, error.errno))
      }
    }
    return (changes, errors)
  }

  /// The pending result, and the accepted result.
  package enum Contents: Sendable {
    /// A timeline.
    case timeline(TimelineContents)
    /// A text.
    case text(TextContents)
    /// An artifact, such as audio.
    case artifact(ArtifactContents)
  }

  /// A pending timeline, and the accepted one.
  package struct TimelineContents: Sendable {
    /// The accepted timeline, or `nil` if there is none or it can't be read.
    package let expected: Timeline?
    /// The pending timeline.
    package let pending: Timeline
    /// The comparison, or `nil` without an accepted timeline.
    package let comparison: Comparison?
  }

  /// A pending text, and its differences from the accepted one.
  package struct TextContents: Sendable {
    /// The pending text.
    package let pending: String
    /// The comparison, or `nil` if there is no accepted text or it can't be read.
    package let comparison: TextComparison?
  }

  /// A pending artifact, and its differences from the accepted one.
  package struct ArtifactContents: Sendable {
    /// A part of a sentence about the pending artifact: "lasts 1.500000 s".
    package let summary: String
    /// An invitation to inspect the file, such as "Listen to it".
    package let invitation: String
    /// The comparison, or `nil` if no accepted artifact can be read.
    package let judgment: ArtifactJudgment?
    /// Both files, or `nil` if no accepted artifact can be read.
    package let files: ArtifactFiles?
  }

  /// Reads both files.
  ///
  /// - Parameters:
  ///   - catalog: The subjects that sessions can name.
  ///   - options: The tolerances for sessions that set none.
  /// - Throws: ``SessionError`` if the result must not be accepted: it isn't a timeline, a text, or an artifact; the
  ///   session can't be read; or the session doesn't have the subject or doesn't compare the part. Unknown subjects,
  ///   and all subjects in a folder without a session's file, belong to tests, which alone specify the compared parts.
  package func contents(
    _ catalog: SubjectRegistry, options: Comparison.Options = Comparison.Options()
  ) throws(SessionError) -> Contents {
    let session: Session
    if catalog.contains(file.subject), Session.hasFile(in: self.session.folder) {
      session = try Session(reading: self.session.folder, subjects: catalog.definitions, allowsOthers: true)
      try requireSubject(of: session, catalog)
    } else {
      session = try Session(ofTestIn: self.session.folder, subjects: catalog.definitions)
    }
    guard let bytes = try file.pendingBytes() else {
      throw SessionError(file.pendingPath, .noSuchFileOrDirectory)
    }
    let accepted = try file.acceptedBytes()
    if let artifact = catalog.artifacts.first(where: { $0.part == file.part }) {
      return .artifact(try contents(artifact, bytes, accepted: accepted, of: session))
    }
    // A program's file is a text or a take. A change from one to the other is a change of text.
    let isTimeline = [bytes, accepted ?? bytes].allSatisfy(Timeline.isText)
    guard file.part == .timeline || file.part == .file && isTimeline else {
      let pending = try String(text: bytes, of: file.pendingPath)
      let expected = accepted.flatMap { String(validating: $0, as: UTF8.self) }
      return .text(
        TextContents(
          pending: pending, comparison: expected.map { TextComparison(expected: $0, actual: pending) }))
    }
    let pending = try Timeline(text: bytes, of: file.pendingPath)
    // An invalid expectation is a further reason to replace it.
    guard let accepted, let expected = try? Timeline(text: accepted) else {
      return .timeline(TimelineContents(expected: nil, pending: pending, comparison: nil))
    }
    let comparison = Comparison(
      expected: Performance(expected), actual: Performance(pending),
      options: session.comparisonOptions(options))
    return .timeline(TimelineContents(expected: expected, pending: pending, comparison: comparison))
  }

  private func contents<Kind: Artifact>(
    _ kind: Kind.Type, _ bytes: [UInt8], accepted: [UInt8]?, of session: Session
  ) throws(SessionError) -> ArtifactContents {
    let pending: Kind.Stored
    do {
      pending = try kind.stored(bytes, as: .actual)
    } catch {
      throw SessionError(error, of: file)
    }
    let summary = kind.summary(of: pending)
    // An invalid expectation is a further reason to replace it.
    guard let accepted, let expected = try? kind.stored(accepted, as: .expected) else {
      return ArtifactContents(summary: summary, invitation: kind.invitation, judgment: nil, files: nil)
    }
    let context = kind.context(expected: file.acceptedTimeline, recording: recording(of: session))
    return ArtifactContents(
      summary: summary, invitation: kind.invitation,
      judgment: kind.judgment(expected: expected, actual: pending, context: context),
      files: ArtifactFiles(part: file.part, expected: accepted, actual: bytes, context: context))
  }

  /// Returns an additional view of the timelines, or `nil` if the subject has none or can't be created.
  ///
  /// - Parameter catalog: The subjects that sessions can name.
  package func view(_ catalog: SubjectRegistry) -> InstrumentView? {
    let session = try? Session(
      reading: self.session.folder, subjects: catalog.definitions, allowsOthers: true)
    guard file.part == .timeline, let choice = session?.subjects.first(where: { $0.name == file.subject })
    else { return nil }
    return (try? catalog.subject(for: choice))?.view
  }

  /// Returns the recording of the session, or an empty recording if its file can't be read.
  private func recording(of session: Session) -> Recording {
    let bytes = try? session.recordingBytes()
    return bytes.flatMap { try? session.recording(from: $0).recording } ?? Recording()
  }

  private func requireSubject(of session: Session, _ catalog: SubjectRegistry) throws(SessionError) {
    guard let choice = session.subjects.first(where: { $0.name == file.subject }) else {
      throw SessionError(
        .badData, file.pendingPath,
        "is for the subject \(file.subject.quoted), which the session doesn't have")
    }
    let subject: (any Subject)?
    do {
      subject = try catalog.subject(for: choice)
    } catch {
      throw SessionError(error, of: choice.name, in: session)
    }
    guard subject?.parts.contains(file.part) == true else {
      throw SessionError(
        .badData, file.pendingPath,
        "is for \(file.name.quoted), which the session doesn't compare")
    }
  }
}

/// An environment in which pending files can't be reviewed.
package enum ContinuousIntegration {
  /// Whether this process runs in continuous integration: the variable `CI` is set, to a value other than `0` or
  /// `false`.
  package static var isOn: Bool { isOn(in: ProcessEnvironment.variables) }

  /// Returns whether a process with these variables runs in continuous integration.
  package static func isOn(in variables: [String: String]) -> Bool {
    !["", "0", "false"].contains(variables["CI"] ?? "")
  }
}
