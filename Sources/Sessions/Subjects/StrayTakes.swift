/// The Standard MIDI Files that a program wrote although its session names none of them.
package struct StrayTakes: Codable, Hashable, Sendable {
  /// The files in its working folder, as paths from there.
  package var files: [String] = []
  /// The words of its command that name files elsewhere, which it replaced.
  package var words: [String] = []
  /// The last lines of the program's output.
  package var lastLines: [String] = []

  /// Whether there are no files.
  package var isEmpty: Bool { files.isEmpty && words.isEmpty }

  /// Creates an empty list.
  package init() {}
}
