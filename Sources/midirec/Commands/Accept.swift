internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import Sessions
internal import Terminal

/// `midirec accept`: what waits is what is expected from now on.
struct Accept: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Make what sessions do now what is expected of them.",
    discussion: """
      Takes over the pending files that midirec test has written, all that are meant: of Recordings or below the \
      current folder without a path. What passed within its tolerance stands in them as it was expected, so that it \
      stays as it is.

        midirec review                        look first, and decide one by one
        midirec accept Recordings/scales      take over one session's

      A pending file that is broken, or for a subject that its session doesn't have, is not taken over but an error. \
      Exit code 0 also where nothing waits.
      """)

  @OptionGroup var choice: SessionChoice

  func run() throws {
    var failures = CommandFailures()
    var acceptedCount = 0
    let places = try choice.places(&failures, includesPending: true)
    let (changes, errors) = PendingChange.all(in: places)
    for error in errors { failures.add(CommandFailure(error)) }
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
      try StandardOutput.tell("nothing waits in \(pluralized(places.count, "session"))")
    }
    try failures.end()
  }
}
