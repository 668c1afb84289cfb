internal import ArgumentParser
internal import MIDIRecSessions
internal import MIDIRecWorkbench

/// An argument that isn't one of the commands or options allowed in its position.
struct UnknownCommand {
  /// The commands by their synonyms.
  private static let synonyms = [
    "approve": "accept", "check": "verify", "compare": "diff", "create": "new", "devices": "ports",
    "dump": "show", "info": "show", "init": "new", "list": "ports", "listen": "monitor",
    "merge": "convert --merge", "rec": "capture", "record": "capture", "replay": "play", "run": "test",
    "split": "convert --split", "view": "show",
  ]

  /// The options by their synonyms, for the commands that have them.
  private static let optionSynonyms = [
    "--channels": "--only", "--from": "--take", "--loops": "--repeat", "--mute-channels": "--drop",
    "--mute-tracks": "--drop-tracks", "--no-pending": "--read-only", "--times": "--repeat",
    "--without-tag": "--drop-tag",
  ]

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
    let (command, group, words) = innermost(
      arguments.first == "help" ? arguments.dropFirst() : arguments[...], of: root)
    guard let word = words.first else { return nil }
    if word.hasPrefix("-") {
      let options = ["--help", "--version"]
      guard command == root, word.hasPrefix("--"), !options.contains(word) else { return nil }
      return UnknownCommand(name: word, group: group, knownNames: options)
    }
    let commands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    guard !commands.isEmpty else { return nil }
    return UnknownCommand(name: word, group: group, knownNames: commands.map { $0._commandName })
  }

  /// Returns the first unknown option of a command, or `nil` if it has none.
  ///
  /// ArgumentParser reports a missing argument first, and never reports an unknown option of a command that takes any
  /// words, such as `simulate`. The options are read from the command's help, which takes time, so only errors need this.
  static func firstOption(in arguments: [String], of root: any ParsableCommand.Type) -> UnknownCommand? {
    let (command, group, words) = innermost(arguments[...], of: root)
    let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    guard !options.isEmpty else { return nil }
    let help = command.helpMessage(includeHidden: true, columns: 10_000)
    let known = help.matches(of: /(?:^|[^\w-])(--[a-z][\w-]*)/).map { String($0.output.1) }
    guard let unknown = options.map(String.init).first(where: { !known.contains($0) }) else { return nil }
    // It can be an option of the simulated command.
    if command == Simulate.self, known.nearest(to: unknown) == nil { return nil }
    return UnknownCommand(name: unknown, group: group, knownNames: known)
  }

  /// Returns the command that words name, its path such as `midirec fonts`, and the words after it.
  private static func innermost(
    _ words: ArraySlice<String>, of root: any ParsableCommand.Type
  ) -> (command: any ParsableCommand.Type, group: String, words: ArraySlice<String>) {
    var (command, group, words) = (root, root._commandName, words)
    while let next = command.configuration.subcommands.first(where: { $0._commandName == words.first }) {
      (command, group) = (next, "\(group) \(next._commandName)")
      words.removeFirst()
    }
    return (command, group, words)
  }

  /// The setting that an unknown option names, for `--set`, or `nil`.
  private var setting: String? {
    let word = String(name.dropFirst(2))
    let definition = [GridSubject.definition, PianoSubject.definition].first {
      group.hasSuffix(" \($0.name)")
    }
    return definition?.optionNames.contains(word) == true ? "--set \(word)=…" : nil
  }

  /// The failure, which suggests a similar name if there is one.
  var failure: CommandFailure {
    let kind = name.hasPrefix("-") ? "option" : "command"
    let synonym =
      name.hasPrefix("-")
      ? Self.optionSynonyms[name].flatMap { knownNames.contains($0) ? $0 : nil } ?? setting
      : group.contains(" ") ? nil : Self.synonyms[name.lowercased()]
    let advice =
      (synonym ?? knownNames.nearest(to: name)).map { "did you mean \"\($0)\"?" }
      ?? "run \(group) --help to see all \(kind)s"
    return CommandFailure(.usage, "unknown \(kind) \"\(name)\"; \(advice)")
  }
}
