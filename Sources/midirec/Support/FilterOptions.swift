internal import ArgumentParser
internal import EventLanguage
internal import MIDICore

/// The options that say which messages are wanted: `--only` and `--drop`.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Leave out all but these, such as note,cc:1-31,ch:2.",
      discussion: """
        Terms with commas between them: a kind (\(Self.kinds)); one with values (note:C2-C4, cc:74, program:0-7); or \
        channels (ch:2, ch:1-8), which narrow the kinds that have one. Given again, more is let through.
        """, valueName: "terms"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave these out; the same terms.",
      discussion: """
        Timing clock and active sensing are left out anyway, unless --only names them (clock, sensing, real-time) or \
        --drop none is given.
        """, valueName: "terms"))
  var drop: [String] = []

  private static let kinds = MessagePattern.kindNames.joined(separator: ", ")
  /// The word of `--drop` that isn't a term.
  private static let nothing = "none"

  /// The filter that the options describe.
  ///
  /// - Parameter middleC: In which octave note names count it.
  /// - Throws: Which term can't be read, and what was expected.
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
