/// A word of a program and where it stands.
struct Token {
  let text: String
  let place: SendSyntaxError.Place
}

/// The words of a program, with the place after the last one, which an error at the end names.
struct TokenList {
  private(set) var words: [Token] = []
  private(set) var end: SendSyntaxError.Place

  /// Takes a command line's arguments; one argument may have several words.
  init(arguments: [String]) {
    for argument in arguments {
      for text in argument.split(whereSeparator: \.isWhitespace) {
        words.append(Token(text: String(text), place: .word(words.count + 1)))
      }
    }
    end = .word(words.count + 1)
  }

  /// Takes a text of lines, in which `#` at the beginning of a word starts a comment: inside a word it is a sharp.
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
