extension String {
  /// The text as a word of a shell's command line: as it is, or in quotes where the shell would change it.
  package var shellWord: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:@".contains($0) }
    if isPlain, !isEmpty, !hasPrefix("-") { return self }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
