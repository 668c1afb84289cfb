internal import ArgumentParser
internal import MIDICore
internal import Sessions
internal import Terminal
internal import Workbench

struct Reject: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract: "Discard pending results",
    discussion: """
      Deletes the pending files that midirec test wrote, including damaged ones. Without a path, all of them in \
      Recordings or, if that doesn't exist, below the current folder. The next midirec test writes them again if \
      results still differ.

      The exit code is 0 if no result is pending.
      """)

  @OptionGroup var choice: SessionChoice

  func run() throws {
    var failures = CommandFailures()
    let places = try choice.placesWithPending(&failures)
    let (changes, errors) = PendingChange.all(in: places)
    for error in errors { failures.add(error.failure) }
    for change in changes {
      do {
        try change.file.reject()
      } catch {
        failures.add(error.failure)
        continue
      }
      try StandardOutput.tell("rejected \(change.file.pendingPath)".printable)
    }
    if changes.isEmpty, failures.isEmpty {
      try StandardOutput.tell("no pending results in \(pluralized(places.count, "session"))")
    }
    try failures.end()
  }
}
