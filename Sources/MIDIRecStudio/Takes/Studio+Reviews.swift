internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

extension Studio {
  /// Accepts or rejects the pending results of a session.
  func decide(_ name: String, accepting isAccepted: Bool) throws -> Reply {
    let changes = try pendingChanges(of: name)
    // A damaged result can only be rejected.
    if isAccepted { for pending in changes { _ = try pending.contents(.midirec) } }
    let decided = SessionVerdict(name: isAccepted ? "accepted" : "rejected", text: "")
    try perform("\(decided.name) the result of \(name)", on: name, verdict: decided) {
      var queue = ReviewQueue(changes)
      try queue.decide(Array(changes.indices), accepting: isAccepted)
      return .ofDecision(queue)
    }
    return Reply(command: "midirec \(isAccepted ? "accept" : "reject") \(name.shellWord)", name: name)
  }

  /// Describes the pending results of a session, as `midirec review` does.
  func review(_ name: String) throws -> Reply {
    let changes = try pendingChanges(of: name)
    let texts = try changes.map { pending in
      let contents = try pending.contents(.midirec)
      let style = PartStyle(view: contents.view, meter: pending.session.meter)
      return ([pending.file.name] + contents.lines(of: pending, style).map(\.text)).joined(separator: "\n")
    }
    return Reply(
      command: "midirec review \(name.shellWord)", name: name, text: texts.joined(separator: "\n\n"))
  }

  /// Creates the page of the first pending result of a session that differs.
  func reportSession(_ name: String) throws -> Reply {
    for pending in try pendingChanges(of: name) {
      let contents = try pending.contents(.midirec)
      let style = PartStyle(view: contents.view, meter: pending.session.meter)
      if let page = contents.page(pending, style) {
        return Reply(
          command: "midirec test \(name.shellWord) --html report --open", name: name,
          report: try reports.add(page))
      }
    }
    throw StudioError("\(name) has no differences")
  }

  /// Returns the first pending sound of a session, in the page of its differences if it has any.
  func listen(_ name: String) throws -> Reply {
    for pending in try pendingChanges(of: name) {
      let contents = try pending.contents(.midirec)
      guard type(of: contents.pending).isAudio else { continue }
      if let page = contents.page(pending, PartStyle()) {
        return Reply(name: name, report: try reports.add(page))
      }
      let audio = try FileError.naming(.read, pending.file.pendingPath) {
        try FileSystem.bytes(of: pending.file.pendingPath)
      }
      return Reply(name: name, report: try reports.add(audio, type: "audio/flac"))
    }
    throw StudioError("\(name) has no pending sound")
  }

  private func pendingChanges(of name: String) throws -> [PendingChange] {
    let (changes, errors) = PendingChange.all(in: [try place(of: name)])
    if let error = errors.first { throw error }
    guard !changes.isEmpty else { throw StudioError("\(name) has no pending result") }
    return changes
  }
}
