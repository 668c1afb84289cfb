internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Sessions
internal import Terminal

/// `midirec reject`: what waits is thrown away.
struct Reject: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract: "Throw away what sessions do now; what is expected stays.",
    discussion: """
      Deletes the pending files that midirec test has written, all that are meant: of Recordings or below the current \
      folder without a path. Broken ones go, too. The next midirec test writes them again where something differs.

      Exit code 0 also where nothing waits.
      """)

  @OptionGroup var choice: SessionChoice

  func run() throws {
    var failures = CommandFailures()
    let places = try choice.places(&failures, includesPending: true)
    let (changes, errors) = PendingChange.all(in: places)
    for error in errors { failures.add(CommandFailure(error)) }
    for change in changes {
      do {
        try change.file.reject()
      } catch {
        failures.add(CommandFailure(error))
        continue
      }
      try StandardOutput.tell("rejected \(change.file.pendingPath)".printable)
    }
    if changes.isEmpty, failures.isEmpty {
      try StandardOutput.tell("nothing waits in \(pluralized(places.count, "session"))")
    }
    try failures.end()
  }
}
