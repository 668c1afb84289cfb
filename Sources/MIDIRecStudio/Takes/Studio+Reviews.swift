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
  /// - Throws: `StudioError` if a file has changed since the review; `SessionError` if one is damaged, which can only be
  ///   rejected.
  func accept(_ name: String, digest: String) throws -> Reply {
    let queue = try results(of: name).shown()
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
  ///
  /// - Returns: The texts, and the digest of the files unless one is damaged.
  func review(_ name: String) throws -> Reply {
    let results = try results(of: name)
    let texts = results.map { pending, contents in
      let lines: [String]
      switch contents {
      case .success(let contents):
        let style = PartStyle(view: contents.view, meter: pending.session.meter)
        lines = contents.lines(of: pending, style).map(\.text)
      case .failure(let error): lines = ["\(error)".printable]
      }
      return ([pending.file.name] + lines).joined(separator: "\n")
    }
    return Reply(
      command: "midirec review \(name.shellWord)", name: name, text: texts.joined(separator: "\n\n"),
      digest: try? results.shown().digest)
  }

  /// Creates the page of the first pending result of a session that differs.
  func reportSession(_ name: String) throws -> Reply {
    for (pending, contents) in try results(of: name) {
      guard let contents = try? contents.get() else { continue }
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
    for (pending, contents) in try results(of: name) {
      guard let contents = try? contents.get(), type(of: contents.pending).isAudio else { continue }
      let page = contents.page(pending, PartStyle())
      return Reply(
        name: name,
        report: try page.map { try reports.add($0) } ?? reports.add(contents.bytes, type: "audio/flac"))
    }
    throw StudioError("\(name) has no pending sound")
  }

  /// Reads the pending results of a session.
  ///
  /// - Throws: The error of the first result if all are damaged.
  private func results(of name: String) throws -> [PendingResult] {
    let results: [PendingResult] = try pendingChanges(of: name).map { pending in
      (pending, Result { () throws(SessionError) in try pending.contents(.midirec) })
    }
    if results.allSatisfy({ (try? $0.contents.get()) == nil }) { _ = try results.first?.contents.get() }
    return results
  }

  private func pendingChanges(of name: String) throws -> [PendingChange] {
    let (changes, errors) = PendingChange.all(in: [try place(of: name)])
    if let error = errors.first { throw error }
    guard !changes.isEmpty else { throw StudioError("\(name) has no pending result") }
    return changes
  }
}

/// A pending result with its contents, or the reason why it can't be read.
private typealias PendingResult = (
  change: PendingChange, contents: Result<PendingChange.Contents, SessionError>
)

extension [PendingResult] {
  /// Returns a queue of all results, which count as shown.
  ///
  /// - Throws: `SessionError` if one can't be read.
  fileprivate func shown() throws(SessionError) -> ReviewQueue {
    var queue = ReviewQueue(map(\.change))
    for (index, result) in enumerated() { queue.show(try result.contents.get(), at: index) }
    return queue
  }
}
