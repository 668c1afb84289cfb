internal import ArgumentParser
internal import Sessions

/// An argument that isn't one of the commands or options allowed in its position.
struct UnknownCommand {
  private let name: String
  /// The commands before the argument, such as `midirec fonts`.
  private let group: String
  private let knownNames: [String]

  /// Returns the first unknown command of a command line, or `nil` if it has none.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - root: The program's command.
  static func first(in arguments: [String], of root: any ParsableCommand.Type) -> UnknownCommand? {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, word.hasPrefix("-") else {
      return first(in: words, of: root.configuration.subcommands, group: root._commandName)
    }
    let options = ["--help", "--version"]
    guard word.hasPrefix("--"), !options.contains(word) else { return nil }
    return UnknownCommand(name: word, group: root._commandName, knownNames: options)
  }

  private static func first(
    in words: ArraySlice<String>, of commands: [any ParsableCommand.Type], group: String
  ) -> UnknownCommand? {
    guard let word = words.first, !word.hasPrefix("-"), !commands.isEmpty else { return nil }
    if let command = commands.first(where: { $0._commandName == word }) {
      return first(in: words.dropFirst(), of: command.configuration.subcommands, group: "\(group) \(word)")
    }
    let names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    return UnknownCommand(name: word, group: group, knownNames: names)
  }

  /// The failure, which suggests a similar name if there is one.
  var failure: CommandFailure {
    let kind = name.hasPrefix("-") ? "option" : "command"
    let advice =
      SpellingSuggestion.of(name, in: knownNames).map { "did you mean \"\($0)\"?" }
      ?? "run \(group) --help to see all \(kind)s"
    return CommandFailure(CommandFailure.usage, "unknown \(kind) \"\(name)\"; \(advice)")
  }
}
