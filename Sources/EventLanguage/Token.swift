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
