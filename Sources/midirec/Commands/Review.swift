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
      Shows the differences of each pending file, in words and as changed lines. On a terminal, press a to accept, \
      r to reject, s to skip, or q to quit; each decision takes effect at once. Elsewhere, the differences are \
      only printed.

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
    var tally = ReviewTally(count: changes.count)
    try review(changes, options, &tally, &failures)
    if !changes.isEmpty || failures.isEmpty { try StandardOutput.tell(tally.text) }
    try failures.end(orElse: tally.leftCount > 0 ? 1 : 0)
  }

  private func review(
    _ changes: [PendingChange], _ options: Comparison.Options, _ tally: inout ReviewTally,
    _ failures: inout CommandFailures
  ) throws {
    let prompt = StandardOutput.isTerminal ? KeyPrompt() : nil
    for (index, change) in changes.enumerated() {
      do {
        let contents = try change.contents(.midirec, options: options)
        try show(change, contents, number: "\(index + 1) of \(changes.count)")
        guard let prompt else { continue }
        switch prompt.answer("[a]ccept, [r]eject, [s]kip, [q]uit? ", keys: ["a", "r", "s", "q"]) {
        case "a"?:
          try change.file.accept()
          tally.acceptedCount += 1
        case "r"?:
          try change.file.reject()
          tally.rejectedCount += 1
        case "q"?, nil: return
        default: break
        }
      } catch {
        guard let failure = CommandFailure(explaining: error) else { throw error }
        failures.add(failure)
      }
    }
    if !changes.isEmpty, prompt == nil {
      StandardError.say("use midirec accept or midirec reject, or run midirec review on a terminal")
    }
  }

  private func show(_ change: PendingChange, _ contents: PendingChange.Contents, number: String) throws {
    let isColored = StandardOutput.allowsColor
    let title = "\(change.session.name), \(change.file.name) (\(number))".printable
    try StandardOutput.tell(isColored ? "\u{1B}[1m\(title)\u{1B}[m" : title)
    for line in PendingChangeText(change, contents, meter: beats ? change.session.meter : nil).lines(
      isColored: isColored)
    {
      try StandardOutput.tell(line)
    }
    try StandardOutput.tell("")
  }
}

/// The decisions so far.
private struct ReviewTally {
  /// The number of pending files at the start.
  let count: Int
  var acceptedCount = 0
  var rejectedCount = 0

  init(count: Int) { self.count = count }

  /// The number of files that are still pending.
  var leftCount: Int { count - acceptedCount - rejectedCount }

  var text: String {
    if count == 0 { return "no pending results" }
    let parts = [(acceptedCount, "accepted"), (rejectedCount, "rejected"), (leftCount, "left for later")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
