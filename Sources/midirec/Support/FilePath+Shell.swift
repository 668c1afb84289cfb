internal import SystemPackage

extension FilePath {
  /// The path as a word of a shell's command line: as it is, or in quotes where the shell would change it.
  var shellWord: String {
    let isPlain = string.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:@".contains($0) }
    if isPlain, !string.hasPrefix("-") { return string }
    let parts = string.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
