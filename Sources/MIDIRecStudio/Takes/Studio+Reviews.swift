internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

extension Studio {
  /// Accepts the pending results of a session that a page has shown.
  ///
  /// - Parameter digest: The digest of the review.
  func accept(_ name: String, digest: String) throws -> Reply {
    var queue = ReviewQueue(try pendingChanges(of: name))
    // A damaged result can only be rejected.
    for (index, pending) in queue.changes.enumerated() {
      queue.show(try pending.contents(.midirec), at: index)
    }
    guard queue.digest == digest else {
      throw StudioError("the result of \(name) has changed since it was shown; review it again")
    }
    return try decide(name, queue, accepting: true)
  }

  /// Rejects the pending results of a session.
  func reject(_ name: String) throws -> Reply {
    try decide(name, ReviewQueue(try pendingChanges(of: name)), accepting: false)
  }

  private func decide(_ name: String, _ queue: ReviewQueue, accepting isAccepted: Bool) throws -> Reply {
    let decided = SessionVerdict(name: isAccepted ? "accepted" : "rejected", text: "")
    try perform("\(decided.name) the result of \(name)", on: name, verdict: decided) {
      var queue = queue
      try queue.decide(Array(queue.changes.indices), accepting: isAccepted)
      return .ofDecision(queue)
    }
    return Reply(command: "midirec \(isAccepted ? "accept" : "reject") \(name.shellWord)", name: name)
  }

  /// Describes the pending results of a session, as `midirec review` does.
  func review(_ name: String) throws -> Reply {
    var queue = ReviewQueue(try pendingChanges(of: name))
    var texts: [String] = []
    for (index, pending) in queue.changes.enumerated() {
      let contents = try pending.contents(.midirec)
      queue.show(contents, at: index)
      let style = PartStyle(view: contents.view, meter: pending.session.meter)
      let lines = [pending.file.name] + contents.lines(of: pending, style).map(\.text)
      texts.append(lines.joined(separator: "\n"))
    }
    return Reply(
      command: "midirec review \(name.shellWord)", name: name, text: texts.joined(separator: "\n\n"),
      digest: queue.digest)
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
