extension ProgramProcess {
  /// How many lines are enough for a person.
  private static let lineCount = 10
  /// How many characters of a line are.
  private static let lineLength = 200

  /// Its last lines of both, for a person: ten at most, first those of standard output, then those of standard error, which
  /// mostly say more about what is wrong.
  func lastLines() -> [String] {
    let output = Self.lines(streams.lastBytes(.output))
    let errors = Self.lines(streams.lastBytes(.errors))
    let errorCount = min(errors.count, max(Self.lineCount / 2, Self.lineCount - output.count))
    return output.suffix(Self.lineCount - errorCount) + errors.suffix(errorCount)
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.suffix(lineCount).map { line in
      let text = String(decoding: line, as: UTF8.self)
      return text.count > lineLength ? text.prefix(lineLength) + "…" : text
    }
  }
}
