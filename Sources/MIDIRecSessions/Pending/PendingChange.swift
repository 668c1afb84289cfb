package import Instruments
internal import MIDICore
package import MIDIRecSystem
internal import SystemPackage
package import Timelines

/// A pending result, which the user can accept or reject.
package struct PendingChange: Sendable {
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

  /// The pending part, and its comparison with the accepted one.
  package struct Contents: Sendable {
    package let pending: any ComparedPart
    /// The bytes of the pending file.
    package let bytes: [UInt8]
    /// The bytes of the accepted file, or `nil` if there is none.
    package let acceptedBytes: [UInt8]?
    /// The accepted part, or `nil` if there is none or it can't be read.
    package let expected: (any ComparedPart)?
    /// The comparison, or `nil` without an accepted part.
    package let judgment: (any PartJudgment)?
    /// Both files, or `nil` without an accepted part.
    let files: PartFiles?
    /// An additional view of the timelines, or `nil` if the subject has none.
    package let view: InstrumentView?

    /// The pattern of the differences, which all new results share, or `nil` if nothing differs.
    package var pattern: AnyHashable? {
      guard let judgment else { return "new" }
      return judgment.finding == nil ? nil : [judgment.pattern]
    }

    /// Returns a page of the differences, or `nil` if they have none. A new result differs from an empty one.
    package func page(_ change: PendingChange, _ style: PartStyle) -> [UInt8]? {
      let judgment = judgment ?? pending.newJudgment
      return judgment?.page(
        "\(change.session.name), \(change.file.name)", ("expected", "actual"), style, of: files, home: nil)
    }
  }

  /// Reads both files.
  ///
  /// - Parameters:
  ///   - catalog: The subjects that sessions can name.
  ///   - options: The tolerances for sessions that set none.
  /// - Throws: ``SessionError`` if the result must not be accepted: it has a different form; the session can't be read;
  ///   or the session doesn't have the subject or doesn't compare the part. Unknown subjects, and all subjects in a folder
  ///   without a session's file, belong to tests, which alone specify the compared parts.
  package func contents(
    _ catalog: SubjectRegistry, options: Comparison.Options = Comparison.Options()
  ) throws(SessionError) -> Contents {
    var session: Session
    var view: InstrumentView?
    if catalog.contains(file.subject), Session.hasFile(in: self.session.folder) {
      session = try Session(reading: self.session.folder, subjects: catalog.definitions, allowsOthers: true)
      let subject = try subject(of: session, catalog)
      if file.part == .timeline { view = subject.view }
    } else {
      session = try Session.ofTest(in: self.session.folder, subjects: catalog.definitions)
      session.recordingPath = try? session.foundRecordingPath()
    }
    guard let bytes = try file.pendingBytes() else {
      throw SessionError(file.pendingPath, .noSuchFileOrDirectory)
    }
    let accepted = try file.acceptedBytes()
    guard let type = catalog.partType(of: file.part, for: [bytes, accepted ?? bytes]) else {
      throw SessionError(.badData, file.pendingPath, "is of a part that no subject has")
    }
    return try contents(
      as: type, bytes, accepted,
      session.comparisonOptions(options, recording: try? session.recordingBytes()), of: session, view)
  }

  private func contents<Part: ComparedPart>(
    as _: Part.Type, _ bytes: [UInt8], _ accepted: [UInt8]?, _ options: Comparison.Options,
    of session: Session, _ view: InstrumentView?
  ) throws(SessionError) -> Contents {
    let pending = try Part(bytes, of: file.pendingPath)
    // An invalid expectation is a further reason to replace it.
    guard let accepted, let expected = try? Part(accepted, of: file.acceptedPath) else {
      return Contents(
        pending: pending, bytes: bytes, acceptedBytes: accepted, expected: nil, judgment: nil, files: nil,
        view: view)
    }
    let context = Part.context(
      options, accepted: { file.acceptedTimeline },
      recording: { (try? session.recording()) ?? Recording() })
    return Contents(
      pending: pending, bytes: bytes, acceptedBytes: accepted, expected: expected,
      judgment: pending.judgment(against: expected, in: context),
      files: PartFiles(file.part, expected: accepted, actual: bytes, context: context), view: view)
  }

  /// Returns the subject of a session that compares the part.
  private func subject(
    of session: Session, _ catalog: SubjectRegistry
  ) throws(SessionError) -> any Subject {
    guard let choice = session.subjects.first(where: { $0.name == file.subject }) else {
      throw SessionError(
        .badData, file.pendingPath,
        "is for the subject \(file.subject.quoted), which the session doesn't have")
    }
    if file.part == .findings { throw SessionError(.badData, file.pendingPath, NewFinding.advice) }
    guard let subject = try session.subject(for: choice, catalog), subject.parts.contains(file.part) else {
      throw SessionError(
        .badData, file.pendingPath,
        "is for \(file.name.quoted), which the session doesn't compare")
    }
    return subject
  }
}

extension ProcessEnvironment {
  /// Whether this process runs in continuous integration, where pending files can't be reviewed: the variable `CI` is
  /// set, to a value other than `0` or `false`.
  package static var isContinuousIntegration: Bool { isContinuousIntegration(variables) }

  /// Returns whether a process with these variables runs in continuous integration.
  package static func isContinuousIntegration(_ variables: [String: String]) -> Bool {
    !["", "0", "false"].contains(variables["CI"] ?? "")
  }
}
