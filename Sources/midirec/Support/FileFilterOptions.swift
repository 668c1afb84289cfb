internal import ArgumentParser
internal import EventLanguage
internal import MIDICore
internal import MIDIFiles
internal import Terminal

/// The options that select messages of a file: `--only` and `--drop`, with the terms of ``FilterOptions``.
struct FileFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep only these messages, such as note,cc:1-31,ch:2, with the terms of midirec capture",
      valueName: "terms"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave out these messages, such as transport,song, with the same terms", valueName: "terms"))
  var drop: [String] = []

  func validate() throws { _ = try filter() }

  /// Whether an option is given.
  var isGiven: Bool { !only.isEmpty || !drop.isEmpty }

  /// Returns a file with the messages that the options select.
  func applied(to file: MIDIFile) throws -> MIDIFile {
    !isGiven ? file : file.keepingMessages(where: try filter().keeps)
  }

  private func filter() throws -> MessageFilter {
    var options = FilterOptions()
    (options.only, options.drop) = (only, drop)
    var filter = try options.filter()
    // A take has only the timing clock that its capture was told to keep.
    filter.keepsTiming = true
    return filter
  }
}

extension MIDIFile {
  /// Prints the messages that many programs can't read, and the option that leaves them out.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - advice: Returns what to do with the option.
  func reportMessagesInPackets(called name: String, advice: (_ option: String) -> String) {
    let kinds = kindsInPackets
    guard !kinds.isEmpty else { return }
    let words = Message.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ",")
    StandardError.say(
      "\(name) has messages in F7 packets (\(words)), which mido, pretty_midi, and libsmf can't open; "
        + advice("--drop \(words)"))
  }
}
