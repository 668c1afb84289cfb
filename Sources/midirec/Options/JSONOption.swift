internal import ArgumentParser
internal import Reports
internal import Terminal

/// The option for a result as JSON.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print the result as JSON")
  var json = false

  /// Prints a result as JSON if the option is given, or else as text.
  func print(_ document: some Encodable, orElse text: @autoclosure () throws -> String) throws {
    try StandardOutput.tell(json ? JSONText.of(document) : text())
  }

  /// Prints results as JSON if the option is given, or else as lines.
  func print(_ documents: some Encodable, lines: [String]) throws {
    if json { return try StandardOutput.tell(JSONText.of(documents)) }
    for line in lines { try StandardOutput.tell(line) }
  }
}
