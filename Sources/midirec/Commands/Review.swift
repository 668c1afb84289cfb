internal import ArgumentParser
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSessions
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import Timelines

struct Review: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Review pending results one by one",
    discussion: """
      Shows the differences of each pending file, in words and as changed lines. On a terminal, press a key:
        a    accept
        A    accept this and all others that differ in the same way
        r    reject
        s    skip, also with the right arrow; the left arrow goes back
        u    undo the last decision, which restores its files
        g    go to a result by its number
        p    open the page of the differences in a browser
        e    hear the expected version; n hears the new one
        q    quit

      The up and down arrows, Space, and b scroll. Each decision takes effect at once. Elsewhere, the differences \
      are only printed.

      midirec hears notes with its synthesizer and the first audio player of pw-play, paplay, aplay, ffplay, and \
      play, or the command in the variable MIDIREC_PLAYER. The variable BROWSER names the browser.

      Exit codes:
        0    nothing is pending
        1    pending results are left
        130  interrupted
      """)

  @OptionGroup var choice: SessionChoice

  @Flag(help: "Give positions as BAR:BEAT, by the tempo and meter of each session's take")
  var beats = false

  @OptionGroup(title: "Comparison of sessions that set no tolerances (5 ms, equal values)")
  var comparison: ComparisonOptions

  func run() throws {
    let queue = try Self.review(choice, comparison, givesBeats: beats)
    if queue.leftCount > 0 { throw ExitCode(1) }
  }

  /// Shows the pending results, and decides about them on a terminal.
  ///
  /// - Returns: The decisions.
  /// - Throws: An `ExitCode` after a failure.
  static func review(
    _ choice: SessionChoice, _ comparison: ComparisonOptions, givesBeats beats: Bool
  ) throws -> ReviewQueue {
    var failures = CommandFailures()
    var options = Comparison.Options()
    comparison.apply(to: &options)
    let (places, changes) = try choice.pendingChanges(&failures)
    var queue = ReviewQueue(changes)
    if ReviewScreen.isPossible, !changes.isEmpty {
      var screen = ReviewScreen(queue, options, givesBeats: beats)
      let isOver = try screen.run()
      queue = screen.queue
      for failure in screen.failures { failures.add(failure) }
      guard isOver else { throw ExitCode(ExitStatus.interrupted.rawValue) }
    } else {
      try show(changes, options, givesBeats: beats, &failures)
    }
    for line in queue.decisionLines { try StandardOutput.tell(line.printable) }
    if !changes.isEmpty || failures.isEmpty { try StandardOutput.tell(queue.summary) }
    if changes.isEmpty { try SessionChoice.tellAboutFindings(places) }
    try failures.end()
    return queue
  }

  /// Prints each change.
  private static func show(
    _ changes: [PendingChange], _ options: Comparison.Options, givesBeats beats: Bool,
    _ failures: inout CommandFailures
  ) throws {
    for (index, change) in changes.enumerated() {
      _ = try failures.result {
        let contents = try change.contents(.midirec, options: options)
        let meter = beats ? change.session.meter : nil
        try StandardOutput.tell(
          "\(change.session.name), \(change.file.name) (\(index + 1) of \(changes.count))".printable)
        let style = PartStyle(view: contents.view, meter: meter, givesBeats: beats)
        for line in contents.lines(of: change, style) {
          try StandardOutput.tell(StandardOutput.allowsColor ? line.colored(line.text) : line.text)
        }
        try StandardOutput.tell("")
      }
    }
    if !changes.isEmpty {
      StandardError.say("use midirec accept or midirec reject, or run midirec review on a terminal")
    }
  }
}
