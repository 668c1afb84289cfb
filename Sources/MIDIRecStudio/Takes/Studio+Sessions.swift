internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

/// A session, with the verdict of its last run.
struct ListedSession: Encodable {
  let name: String
  /// `passed`, `different`, `new`, `unstable`, `failed`, `accepted` or `rejected` since then, or `nil` if it is unknown.
  let verdict: String?
  /// The differences, by line.
  let text: String
  /// Whether a result waits for a review.
  let isPending: Bool
}

/// The verdict of the last run of a session here, with the differences by line.
struct SessionVerdict: Sendable {
  let name: String
  let text: String
}

extension SessionVerdict {
  /// Creates the verdict of the worst part of a result.
  init(_ result: SessionResult) {
    name = (result.parts.first { $0.status != .passed }?.status ?? .passed).rawValue
    text = result.parts.flatMap { $0.lines(differenceLimit: 20) }.joined(separator: "\n")
  }
}

extension Studio {
  /// The folder of new sessions.
  var sessionsFolder: FilePath { folder.appending(ChosenSessions.standardFolder.string) }

  func search(includesPending: Bool = false) -> SessionSearch {
    guard FileSystem.isFolder(sessionsFolder) else { return SessionSearch(in: []) }
    return SessionSearch(in: [sessionsFolder], base: sessionsFolder, includesPending: includesPending)
  }

  func place(of name: String) throws -> SessionSearch.Place {
    guard let place = search(includesPending: true).places.first(where: { $0.name == name }) else {
      throw StudioError("there is no session \(name)")
    }
    return place
  }

  /// Lists the sessions.
  func sessions() throws -> Reply {
    let verdicts = model.withLock(\.verdicts)
    return Reply(
      sessions: search().places.map { place in
        let last = verdicts[place.name]
        let pending = (try? ExpectationFile.pending(in: place.folder)) ?? []
        return ListedSession(
          name: place.name, verdict: last?.name ?? Self.verdict(leaving: pending), text: last?.text ?? "",
          isPending: !pending.isEmpty)
      })
  }

  /// Returns the verdict of the run that left pending results, or `nil` without them.
  private static func verdict(leaving pending: [ExpectationFile]) -> String? {
    guard !pending.isEmpty else { return nil }
    let status: SessionOutcome.Status =
      pending.contains { FileSystem.exists($0.acceptedPath) } ? .different : .new
    return status.rawValue
  }

  /// Creates a session of a take or a part of it, with its current result, which waits for a review.
  ///
  /// - Parameters:
  ///   - subject: The name of a built-in subject, or `nil` for `notes` or a program.
  ///   - program: The command of a program under test, or `nil`.
  func makeSession(
    _ name: String, of take: String, subject: String?, program: String?, from start: Nanoseconds?,
    to end: Nanoseconds?
  ) throws -> Reply {
    var path = try path(of: take)
    var part: String?
    let duration = try recording(of: take).duration
    let (start, end) = (start ?? .zero, min(end ?? duration, duration))
    if start > .zero || end < duration {
      part = try trim(take, from: start, to: end).file
      path = try self.path(of: part ?? take)
    }
    let words = program.map { Self.words(of: $0) } ?? []
    let subjects = [subject].compactMap(\.self)
    let draft = SessionDraft(
      name, in: sessionsFolder.string, take: path.string, subjects: subjects, command: words, tags: [],
      note: nil, say: { [self] in tell(.notice($0)) })
    let lines: [String]
    do {
      lines = try draft.create(accepting: false)
    } catch {
      if part != nil { withdraw(path) }
      throw error
    }
    change { model in
      // A deleted session may have had the name.
      model.verdicts[name] = nil
      model.sessionsVersion += 1
    }
    let options = subjects.map { " --subject \($0.shellWord)" } + (program.map { [" -- \($0)"] } ?? [])
    return Reply(
      command: "midirec new \(name.shellWord) --take \((path.lastComponent?.string ?? take).shellWord)"
        + options.joined(), name: name, text: lines.joined(separator: "\n"))
  }

  /// Deletes a take that was written for a session that failed, so that another attempt writes the same.
  private func withdraw(_ take: FilePath) {
    try? FileSystem.remove(take)
    claimedNames.withLock { _ = $0.remove(take) }
    change { $0.takesVersion += 1 }
  }

  /// Runs a session.
  func runSession(_ name: String) throws -> Reply {
    let report = run([try place(of: name)], stop: stop)
    keepVerdicts(of: report)
    let verdict = report.results.first.map { SessionVerdict($0) }
    return Reply(
      command: "midirec test \(name.shellWord)", name: name, verdict: verdict?.name, text: verdict?.text)
  }

  /// Runs sessions until a stop.
  func run(_ places: [SessionSearch.Place], stop: StopToken) -> SessionRunner.Report {
    var options = SessionRunner.Options()
    options.catalog = .midirec
    return SessionRunner(options).run(places, stop: stop)
  }

  /// Keeps the verdicts of sessions that ran.
  func keepVerdicts(of report: SessionRunner.Report) {
    let verdicts = report.results.map { ($0.place.name, SessionVerdict($0)) }
    change { model in
      for (name, verdict) in verdicts { model.verdicts[name] = verdict }
      model.sessionsVersion += 1
    }
  }

  /// Returns the words of a command line. A shell reads one that has more than words and spaces.
  private static func words(of command: String) -> [String] {
    let isPlain = command.unicodeScalars.allSatisfy { !"'\"\\$`|&;<>()*?~#".unicodeScalars.contains($0) }
    return isPlain
      ? command.split(whereSeparator: \.isWhitespace).map(String.init) : ["sh", "-c", command]
  }
}
