internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import Synchronization
internal import SystemPackage

/// A decision of a page about the pending results of a session, with all that undoing it needs.
struct ReviewDecision {
  let session: String
  /// The results, and their earlier files.
  var queue: ReviewQueue
  /// The verdict before the decision.
  let verdict: SessionVerdict?
}

extension Studio {
  /// The number of decisions that a page can undo.
  private static let mostDecisions = 50

  /// Accepts or rejects the pending results of a session.
  func decide(_ name: String, accepting isAccepted: Bool, of page: PageID) throws -> Reply {
    let changes = try pendingChanges(of: name)
    // A damaged result can only be rejected.
    if isAccepted { for pending in changes { _ = try pending.contents(.midirec) } }
    let verdict = model.withLock { $0.verdicts[name] }
    let count = try decisions.withLock { decisions in
      var decision = ReviewDecision(session: name, queue: ReviewQueue(changes), verdict: verdict)
      try decision.queue.decide(Array(changes.indices), accepting: isAccepted)
      decisions[page, default: []].append(decision)
      if decisions[page, default: []].count > Self.mostDecisions { decisions[page]?.removeFirst() }
      return decisions[page, default: []].count
    }
    let decided = SessionVerdict(name: isAccepted ? "accepted" : "rejected", text: "")
    setVerdict(decided, of: name, undoable: count, on: page)
    return Reply(command: "midirec \(isAccepted ? "accept" : "reject") \(name.shellWord)", name: name)
  }

  /// Takes back the last decision of a page, which restores the files.
  func undo(of page: PageID) throws -> Reply {
    let (name, verdict, count) = try decisions.withLock { decisions in
      guard var decision = decisions[page]?.popLast() else {
        throw StudioError("this page has accepted and rejected nothing that could be undone")
      }
      try decision.queue.undo()
      return (decision.session, decision.verdict, decisions[page, default: []].count)
    }
    setVerdict(verdict, of: name, undoable: count, on: page)
    return Reply(name: name)
  }

  /// Forgets the decisions of a page that is gone.
  func forgetDecisions(of page: PageID) {
    decisions.withLock { $0[page] = nil }
    model.withLock { $0.undoableCounts[page] = nil }
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

  private func pendingChanges(of name: String) throws -> [PendingChange] {
    let (changes, errors) = PendingChange.all(in: [try place(of: name)])
    if let error = errors.first { throw error }
    guard !changes.isEmpty else { throw StudioError("\(name) has no pending result") }
    return changes
  }

  private func setVerdict(
    _ verdict: SessionVerdict?, of name: String, undoable count: Int, on page: PageID
  ) {
    change { model in
      model.verdicts[name] = verdict
      model.undoableCounts[page] = count
      model.sessionsVersion += 1
    }
  }
}
