/// An invalid word of a script.
package struct SendSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of a word.
  package enum Place: Hashable, Sendable, CustomStringConvertible {
    /// The number of a word among arguments, from 1.
    case word(Int)
    /// The line and column in a text, from 1.
    case position(line: Int, column: Int)

    /// `word 3`, or `line 2, column 7`.
    package var description: String {
      switch self {
      case .word(let number): "word \(number)"
      case .position(let line, let column): "line \(line), column \(column)"
      }
    }
  }

  /// The place.
  package let place: Place
  /// The expectation, and the command.
  package let expected: String
  /// The word, or `nil` at the end of the script.
  package let found: String?

  /// The error in one line: `word 3: expected a velocity from 0 to 127 for on, found "200"`.
  package var description: String {
    // By scalars, because a character can have any number of them.
    let word = found.map { found in
      let beginning = String(String.UnicodeScalarView(found.unicodeScalars.prefix(40)))
      return beginning == found ? "\"\(found)\"" : "\"\(beginning)\"…"
    }
    return "\(place): expected \(expected), found \(word ?? "the end")"
  }
}
