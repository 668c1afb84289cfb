internal import MIDICore
internal import MIDIRecPrograms
internal import MIDIRecReports
package import MIDIRecSessions
internal import SoundSessions
internal import SystemPackage

/// The selection of the sessions of a run, and its report.
package struct SessionRun {
  /// The sessions among which the selection chooses.
  private let sessions: ChosenSessions
  private let selection: SessionSelection
  /// Whether only sessions run that failed in their last run.
  private let isOfLastFailed: Bool
  /// Whether the report has the bars and beats of differences.
  private let givesMeter: Bool
  /// Whether its positions are bars and beats.
  private let givesBeats: Bool

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - sessions: The sessions among which the selection chooses.
  ///   - selection: The selection by names, tags, and part.
  ///   - isOfLastFailed: Whether only sessions run that failed in their last run.
  ///   - givesMeter: Whether the report has the bars and beats of differences.
  ///   - givesBeats: Whether its positions are bars and beats.
  package init(
    _ sessions: ChosenSessions, _ selection: SessionSelection, isOfLastFailed: Bool, givesMeter: Bool,
    givesBeats: Bool
  ) {
    (self.sessions, self.selection, self.isOfLastFailed) = (sessions, selection, isOfLastFailed)
    (self.givesMeter, self.givesBeats) = (givesMeter, givesBeats)
  }

  /// Returns the sessions with the selected names and tags. A session that can't be read may have them.
  package func selected(_ places: [SessionSearch.Place]) -> [SessionSearch.Place] {
    places.filter { selection.contains(name: $0.name) && isTagged($0) != false }
  }

  /// Returns whether a session has the selected tags, or `nil` if it can't be read.
  private func isTagged(_ place: SessionSearch.Place) -> Bool? {
    let session = try? Session(reading: place.folder, subjects: SubjectRegistry.midirec.definitions)
    return session.map { selection.contains(tags: $0.tags) }
  }

  /// Returns whether this part of the run reports an error of the search.
  package func isOwn(_ error: SessionError) -> Bool { selection.shard?.contains(error.path.string) != false }

  /// Returns the report of a run, and of the errors of its search that belong to this part.
  package func report(_ report: SessionRunner.Report, _ errors: [SessionError]) -> RunReport {
    let own = errors.filter(isOwn).map { SessionOutcome($0) }
    let outcomes = report.results.flatMap { result in
      result.parts.map { outcome in
        var outcome = outcome
        outcome.code = outcome.error?.failure.code
        if givesMeter, [.different, .unstable].contains(outcome.status) {
          outcome.style.meter = result.place.meter
          outcome.style.givesBeats = givesBeats
        }
        return outcome
      }
    }
    return RunReport(
      part: selection.shard ?? .whole, outcomes: outcomes + own,
      sessionCount: report.results.count, notRunCount: report.notRunCount,
      isInterrupted: report.isInterrupted,
      searchCode: errors.first.map { $0.failure.code },
      writeCode: report.results.lazy.flatMap(\.writeErrors).first.map { $0.failure.code })
  }

  /// Returns a message that no session ran, because other parts of the run have the selected sessions.
  ///
  /// - Parameters:
  ///   - places: The existing sessions.
  ///   - candidates: The sessions among which the names and tags select.
  /// - Throws: A failure with the reason if no part has a session.
  package func emptyPart(
    of places: [SessionSearch.Place], candidates: [SessionSearch.Place]
  ) throws -> String {
    let named = try sessions.fitting(places)
    let count = pluralized(named.count, "session")
    let tagged = named.filter { isTagged($0) == true }
    let reason: String
    if tagged.isEmpty, !selection.tags.isEmpty || !selection.excludedTags.isEmpty {
      reason = "none of \(count) \(tagWords)"
    } else if isOfLastFailed, !tagged.contains(where: candidates.contains) {
      reason = "none of \(count) failed in its last run; omit --last-failed to run them"
    } else if let shard = selection.shard {
      return "part \(shard) contains none of \(count)"
    } else {
      reason = "none of \(count) ran"
    }
    throw CommandFailure(.noInput, reason.printable)
  }

  /// `has the tag "mpe" or "slow", and not the tag "program"`.
  private var tagWords: String {
    [
      (selection.tags, "has the tag"),
      (selection.excludedTags, selection.tags.isEmpty ? "is without the tag" : "not the tag"),
    ]
    .filter { !$0.0.isEmpty }
    .map { tags, words in "\(words) \(tags.map { "\"\($0)\"" }.joined(separator: " or "))" }
    .joined(separator: ", and ")
  }
}

extension SessionOutcome {
  /// Creates the outcome of a session that can't be run.
  package init(_ place: SessionSearch.Place, _ failure: CommandFailure) {
    self.init(
      session: place.name, subject: nil, verdict: .failed(reason: failure.message, details: failure.details))
    self.place = ("\(place.folder.appending(Session.fileName))", nil)
    code = failure.code
  }
}

extension SessionResult {
  /// Whether a result can be accepted.
  package var hasPending: Bool { parts.contains(where: \.isAcceptable) }

  /// Whether the session passes once its results are accepted.
  package var canPass: Bool { parts.allSatisfy { $0.status == .passed || $0.isAcceptable } }

  /// Whether an invariant is violated.
  package var hasFinding: Bool { parts.contains(where: \.isFinding) }
}

extension SubjectRegistry {
  /// The subjects that sessions can use on the command line.
  package static let midirec = SubjectRegistry.standard.adding(
    [SynthSubject.self, ProgramSubject.self], parts: [SoundPart.self])

  /// The names of the subjects on the command line that need no more than a name.
  package static let names = midirec.definitions.map(\.name).filter { $0 != ProgramSubject.definition.name }
}
