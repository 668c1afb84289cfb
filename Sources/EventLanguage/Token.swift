/// A word of a script, and its place.
struct Token {
  let text: String
  let place: SendSyntaxError.Place
}

/// The words of a script, and the place after the last word, for errors at the end.
struct TokenList {
  private(set) var words: [Token] = []
  private(set) var end: SendSyntaxError.Place

  /// Splits the arguments of a command line, each of which may have several words.
  init(arguments: [String]) {
    for argument in arguments {
      for text in argument.split(whereSeparator: \.isWhitespace) {
        words.append(Token(text: String(text), place: .word(words.count + 1)))
      }
    }
    end = .word(words.count + 1)
  }

  /// Splits a text of lines. A `#` at the start of a word starts a comment; inside a word it is a sharp.
  ///
  /// - Parameter firstLine: The number of the first line.
  init(text: some StringProtocol, firstLine: Int = 1) {
    end = .position(line: firstLine, column: 1)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      var column = 1
      for piece in line.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
        if piece.first == "#" { break }
        if !piece.isEmpty {
          let place = SendSyntaxError.Place.position(line: firstLine + index, column: column)
          words.append(Token(text: String(piece), place: place))
          end = .position(line: firstLine + index, column: column + piece.count)
        }
        column += piece.count + 1
      }
    }
  }
}

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
