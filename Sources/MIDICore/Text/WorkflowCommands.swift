extension String {
  /// The text without the workflow commands that CI systems obey in logs, each broken by a replaced character.
  ///
  /// A log contains names and texts of strangers. GitHub Actions obeys `::error::` at the start of a line, after any
  /// spaces, and `##[error]` anywhere. Azure Pipelines obeys `##vso[task.complete]` anywhere.
  ///
  /// - Parameters:
  ///   - colon: The replacement for the first colon of a command.
  ///   - sign: The replacement for the second number sign of a command.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package func withoutWorkflowCommands(colon: String = "\\:", sign: String = "\\#") -> String {
    // Every command has one of these pairs.
    let hasPair = !hasOnly { previous, byte in
      previous != byte || byte != UInt8(ascii: ":") && byte != UInt8(ascii: "#")
    }
    guard hasPair else { return self }
    var result: [UInt8] = []
    let bytes = Array(utf8)
    var copiedCount = 0
    // Spaces beyond ASCII count as well, so any other character beyond ASCII is treated like them.
    var isAtStart = true
    for (index, byte) in bytes.enumerated() {
      var replacement: String?
      switch byte {
      case UInt8(ascii: ":"):
        if isAtStart, bytes[index...].starts(with: "::".utf8) { replacement = colon }
        isAtStart = false
      case UInt8(ascii: "#"):
        let rest = bytes[index...]
        if index > 0, bytes[index - 1] == byte,
          rest.starts(with: "#[".utf8) || rest.starts(with: "#vso[".utf8)
        {
          replacement = sign
        }
        isAtStart = false
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isAtStart = true
      default: isAtStart = isAtStart && (byte <= 0x20 || byte >= 0x80)
      }
      guard let replacement else { continue }
      result += bytes[copiedCount..<index] + Array(replacement.utf8)
      copiedCount = index + 1
    }
    return copiedCount == 0 ? self : String(decoding: result + bytes[copiedCount...], as: UTF8.self)
  }
}
