internal import ArgumentParser
internal import Sessions

/// The settings of the subject that a command shows, in the words of a session's file: `--set octave=1`.
struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Setting as in session.yaml, such as octave=1; repeatable", valueName: "setting=value"))
  var settings: [SettingArgument] = []

  /// Creates the subject with the settings, which override the session's.
  ///
  /// - Parameter options: The valid options of the session.
  /// - Throws: A `ValidationError` for the first unknown setting or invalid value.
  func subject<Kind: Subject>(_: Kind.Type, overriding options: [Session.Option] = []) throws -> Kind {
    for setting in settings where !Kind.definition.optionNames.contains(setting.name) {
      let advice = SpellingSuggestion.advice(for: setting.name, in: Kind.definition.optionNames)
      throw ValidationError("--set: unknown setting \"\(setting.name)\"\(advice)")
    }
    // The first option of a name counts, and the last setting.
    let given = settings.reversed().map { Session.Option(name: $0.name, values: [$0.value], line: 0) }
    do {
      return try Kind(SubjectOptions(given + options))
    } catch {
      throw ValidationError("--set \(error.option): \(error.reason).")
    }
  }
}

/// A setting and its value: `octave=1`.
struct SettingArgument: ExpressibleByArgument {
  let name: String
  let value: String

  init?(argument: String) {
    guard let end = argument.firstIndex(of: "=") else { return nil }
    name = String(argument[..<end])
    value = String(argument[argument.index(after: end)...])
  }
}
