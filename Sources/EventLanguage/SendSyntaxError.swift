/// A word that can't stand where it does: where, what was expected, and what was found.
package struct SendSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where a word stands.
  package enum Place: Hashable, Sendable, CustomStringConvertible {
    /// Among arguments: its number, from 1.
    case word(Int)
    /// In a text: line and column, from 1.
    case position(line: Int, column: Int)

    /// `word 3`, or `line 2, column 7`.
    package var description: String {
      switch self {
      case .word(let number): "word \(number)"
      case .position(let line, let column): "line \(line), column \(column)"
      }
    }
  }

  /// Where it stands.
  package let place: Place
  /// What was expected there, and for which command.
  package let expected: String
  /// The word; nothing at the end of the program.
  package let found: String?

  /// One line: `word 3: expected a velocity from 0 to 127 for on, found "200"`.
  package var description: String {
    let word = found.map { $0.count > 40 ? "\"\($0.prefix(40))\"…" : "\"\($0)\"" }
    return "\(place): expected \(expected), found \(word ?? "the end")"
  }
}
