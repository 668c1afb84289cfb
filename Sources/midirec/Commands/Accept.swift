internal import ArgumentParser
internal import MIDIRecSessions
internal import MIDIRecWorkbench

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
    try choice.decide { change in
      try change.file.accept(ifStill: try change.contents(.midirec).bytes)
      return "accepted \(change.file.acceptedPath)"
    }
  }
}

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
    try choice.decide { change in
      try change.file.reject()
      return "rejected \(change.file.pendingPath)"
    }
  }
}
