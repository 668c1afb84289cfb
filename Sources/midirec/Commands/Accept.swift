internal import ArgumentParser
internal import MIDICore
internal import Sessions
internal import Terminal
internal import Workbench

struct Accept: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept pending results as the new expected results",
    discussion: """
      Accepts the pending files that midirec test wrote. Without a path, all of them in Recordings or, if that \
      doesn't exist, below the current folder. Notes within the tolerance keep their expected values.

        midirec review                      look first, and decide one by one
        midirec accept Recordings/scales    accept the results of one session
        git restore Recordings/scales       undo it, if Git has the earlier results

      The key u of midirec review undoes a decision in the same review. A pending file that is damaged, or whose \
      subject the session lacks, is an error and isn't accepted. The exit code is 0 if no result is pending.
      """)

  @OptionGroup var choice: SessionChoice

  func run() throws {
    var failures = CommandFailures()
    var acceptedCount = 0
    let places = try choice.placesWithPending(&failures)
    let (changes, errors) = PendingChange.all(in: places)
    for error in errors { failures.add(error.failure) }
    for change in changes {
      do {
        _ = try change.contents(.midirec)
        try change.file.accept()
      } catch {
        guard let failure = CommandFailure(explaining: error) else { throw error }
        failures.add(failure)
        continue
      }
      acceptedCount += 1
      try StandardOutput.tell("accepted \(change.file.acceptedPath)".printable)
    }
    if changes.isEmpty, failures.isEmpty {
      try StandardOutput.tell("no pending results in \(pluralized(places.count, "session"))")
    }
    try failures.end()
  }
}
