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
    // A damaged result can only be rejected.
    let queue = try shownResults(of: name).queue
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
      do {
        try queue.decide(Array(queue.changes.indices), accepting: isAccepted)
      } catch {
        // All results are decided, or none.
        try queue.undo()
        throw error
      }
      return .ofDecision(queue)
    }
    return Reply(command: "midirec \(isAccepted ? "accept" : "reject") \(name.shellWord)", name: name)
  }

  /// Describes the pending results of a session, as `midirec review` does.
  func review(_ name: String) throws -> Reply {
    let (queue, contents) = try shownResults(of: name)
    let texts = zip(queue.changes, contents).map { pending, contents in
      let style = PartStyle(view: contents.view, meter: pending.session.meter)
      return ([pending.file.name] + contents.lines(of: pending, style).map(\.text)).joined(separator: "\n")
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
      let page = contents.page(pending, PartStyle())
      return Reply(
        name: name,
        report: try page.map { try reports.add($0) } ?? reports.add(contents.bytes, type: "audio/flac"))
    }
    throw StudioError("\(name) has no pending sound")
  }

  /// Returns the pending results of a session, all of which count as shown, with their contents.
  private func shownResults(
    of name: String
  ) throws -> (queue: ReviewQueue, contents: [PendingChange.Contents]) {
    var queue = ReviewQueue(try pendingChanges(of: name))
    let contents = try queue.changes.map { try $0.contents(.midirec) }
    for (index, contents) in contents.enumerated() { queue.show(contents, at: index) }
    return (queue, contents)
  }

  private func pendingChanges(of name: String) throws -> [PendingChange] {
    let (changes, errors) = PendingChange.all(in: [try place(of: name)])
    if let error = errors.first { throw error }
    guard !changes.isEmpty else { throw StudioError("\(name) has no pending result") }
    return changes
  }
}
