internal import ArgumentParser
internal import EventLanguage
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecWorkbench

/// The options that select messages: `--only` and `--drop`.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep only these messages, such as note,cc:1-31,ch:2",
      discussion: """
        Terms are separated by commas: a kind (\(Self.kinds)), a kind with values (note:C2-C4, cc:74, program:0-7), or \
        channels (ch:2, ch:1-8), which restrict the kinds that have one. Repeat the option to keep more messages.
        """, valueName: "terms"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave out these messages, with the same terms as --only",
      discussion: """
        Timing clock and active sensing are always left out, unless --only names them (clock, sensing, real-time) or \
        --drop none is given.
        """, valueName: "terms"))
  var drop: [String] = []

  private static let kinds = MessagePattern.kindNames.joined(separator: ", ")
  /// The value of `--drop` that isn't a term.
  private static let nothing = "none"

  /// The filter that the options describe.
  ///
  /// - Parameter middleC: The octave of middle C in note names.
  /// - Throws: A `ValidationError` that quotes an invalid term.
  func filter(_ middleC: MiddleC = .octave4) throws -> MessageFilter {
    MessageFilter(
      only: try only.map { try Self.terms("--only", $0, middleC) },
      drop: try drop.filter { $0 != Self.nothing }.map { try Self.terms("--drop", $0, middleC) },
      keepsTiming: drop.contains(Self.nothing))
  }

  private static func terms(_ option: String, _ text: String, _ middleC: MiddleC) throws -> MessagePattern {
    do {
      return try MessagePattern(parsing: text, middleC: middleC)
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }
}

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
