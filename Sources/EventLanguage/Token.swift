/// A word of a script and its place, or the place after the last word.
struct Token {
  /// The word, or an empty text for the place after the last word.
  let text: String
  /// The line in a text, from 1, or `nil` for a word among arguments.
  let line: Int?
  /// The column in the line, or the number of the word among arguments, from 1.
  let position: Int

  /// The place, such as `word 3` or `line 2, column 7`.
  var place: String { line.map { "line \($0), column \(position)" } ?? "word \(position)" }

  /// Splits the arguments of a command line, each of which may have several words.
  ///
  /// - Returns: The words, and the place after the last one.
  static func words(ofArguments arguments: [String]) -> (words: [Token], end: Token) {
    let texts = arguments.flatMap { $0.split(whereSeparator: \.isWhitespace) }
    let words = texts.enumerated().map { Token(text: String($1), line: nil, position: $0 + 1) }
    return (words, Token(text: "", line: nil, position: words.count + 1))
  }

  /// Splits a text of lines. A `#` at the start of a word starts a comment; inside a word it is a sharp.
  ///
  /// - Parameter firstLine: The number of the first line.
  /// - Returns: The words, and the place after the last one.
  static func words(ofText text: some StringProtocol, firstLine: Int = 1) -> (words: [Token], end: Token) {
    var words: [Token] = []
    var end = Token(text: "", line: firstLine, position: 1)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      var column = 1
      for piece in line.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
        if piece.first == "#" { break }
        if !piece.isEmpty {
          words.append(Token(text: String(piece), line: firstLine + index, position: column))
          end = Token(text: "", line: firstLine + index, position: column + piece.count)
        }
        column += piece.count + 1
      }
    }
    return (words, end)
  }
}

/// An invalid word of a script.
package struct SendSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of the word, such as `word 3` or `line 2, column 7`.
  package let place: String
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
