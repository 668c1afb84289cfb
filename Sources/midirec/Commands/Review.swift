internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Sessions
internal import Terminal
internal import Timelines

/// The command `midirec review`.
struct Review: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Review pending results one by one",
    discussion: """
      Shows the differences of each pending file, in words and as changed lines. On a terminal, press a key:
        a    accept
        A    accept this and all others that differ in the same way
        r    reject
        s    skip
        u    undo the last decision, which restores its files
        q    quit

      Each decision takes effect at once. Elsewhere, the differences are only printed.

      Exit codes:
        0    nothing is pending
        1    pending results are left
        130  interrupted
      """)

  @OptionGroup var choice: SessionChoice

  @Flag(help: "Give positions as BAR:BEAT, by the tempo and meter of each session's recording")
  var beats = false

  @OptionGroup(title: "Tolerances of sessions that set none (5 ms, equal values)")
  var tolerance: ToleranceOptions

  func run() throws {
    var failures = CommandFailures()
    var options = Comparison.Options()
    tolerance.apply(to: &options)
    let places = try choice.places(&failures, includesPending: true)
    let (changes, errors) = PendingChange.all(in: places)
    for error in errors { failures.add(CommandFailure(error)) }
    var queue = ReviewQueue(changes)
    if let prompt = StandardOutput.isTerminal ? KeyPrompt() : nil {
      try decide(&queue, options, prompt, &failures)
    } else {
      for (index, change) in changes.enumerated() {
        try reporting(&failures) {
          try show(change, try change.contents(.midirec, options: options), index, of: changes.count)
        }
      }
      if !changes.isEmpty {
        StandardError.say("use midirec accept or midirec reject, or run midirec review on a terminal")
      }
    }
    if !changes.isEmpty || failures.isEmpty { try StandardOutput.tell(queue.summary) }
    try failures.end(orElse: queue.leftCount > 0 ? 1 : 0)
  }

  /// Asks about each change.
  private func decide(
    _ queue: inout ReviewQueue, _ options: Comparison.Options, _ prompt: KeyPrompt,
    _ failures: inout CommandFailures
  ) throws {
    while true {
      guard let index = queue.next else {
        // The user can also undo the last decision.
        guard queue.canUndo,
          prompt.answer("That was the last one. [u]ndo, [q]uit? ", keys: ["u", "q"]) == "u"
        else { return }
        try reporting(&failures) { _ = try queue.undo(at: 0) }
        continue
      }
      var isOver = false
      try reporting(&failures) {
        queue.pass()
        let contents = try queue.changes[index].contents(.midirec, options: options)
        try show(queue.changes[index], contents, index, of: queue.changes.count)
        let alike = queue.alike(contents.pattern) { try? $0.contents(.midirec, options: options).pattern }
        switch prompt.answer(question(alikeCount: alike.count, queue), keys: ["a", "A", "r", "s", "u", "q"]) {
        case "a"?: try queue.decide([index], .accept)
        case "A"?: try queue.decide([index] + alike, .accept)
        case "r"?: try queue.decide([index], .reject)
        case "u"?: if try !queue.undo(at: index) { StandardError.say("nothing to undo") }
        case "q"?, nil: isOver = true
        default: break
        }
      }
      if isOver { return }
    }
  }

  private func question(alikeCount: Int, _ queue: ReviewQueue) -> String {
    let all = alikeCount > 0 ? "accept [A]ll \(alikeCount + 1) that differ in this way, " : ""
    return "[a]ccept, \(all)[r]eject, [s]kip, \(queue.canUndo ? "[u]ndo, " : "")[q]uit? "
  }

  private func reporting(_ failures: inout CommandFailures, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      guard let failure = CommandFailure(explaining: error) else { throw error }
      failures.add(failure)
    }
  }

  private func show(
    _ change: PendingChange, _ contents: PendingChange.Contents, _ index: Int, of count: Int
  ) throws {
    let isColored = StandardOutput.allowsColor
    let title = "\(change.session.name), \(change.file.name) (\(index + 1) of \(count))".printable
    try StandardOutput.tell(isColored ? "\u{1B}[1m\(title)\u{1B}[m" : title)
    for line in PendingChangeText(change, contents, meter: beats ? change.session.meter : nil).lines(
      isColored: isColored)
    {
      try StandardOutput.tell(line)
    }
    try StandardOutput.tell("")
  }
}
