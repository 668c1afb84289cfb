internal import ArgumentParser

/// The options for a note-by-note alignment.
struct FollowOptions: ParsableArguments {
  @Flag(help: "Match the notes through any tempo, and list the mistakes")
  var follow = false

  @Option(
    help: ArgumentHelp("Match file (1.0.0) to write, with --follow", valueName: "file"))
  var match: String?

  @Option(
    help: ArgumentHelp(
      "MIDI file to write, with --follow: the second take on the beats of the first", valueName: "file"))
  var warp: String?

  func validate() throws {
    for (option, file) in outputs {
      if !follow { throw ValidationError("\(option) requires --follow.") }
      if file.isEmpty || file == "-" { throw ValidationError("\(option) needs the name of a file.") }
    }
  }

  /// The given files, with their options.
  var outputs: [(option: String, file: String)] {
    [("--match", match), ("--warp", warp)].compactMap { option, file in file.map { (option, $0) } }
  }

  /// Writes the given files.
  ///
  /// - Parameter replacing: Whether existing files may be replaced.
  func write(_ diff: FollowDiff, replacing: Bool) throws {
    for (option, file) in outputs {
      let bytes = try option == "--match" ? diff.matchFile() : diff.warpedFile()
      try OutputFile(file).write(bytes, replacing: replacing, option: option)
    }
  }
}
