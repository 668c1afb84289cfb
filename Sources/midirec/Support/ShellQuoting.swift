extension String {
  /// The argument as a shell takes it, in single quotes if necessary.
  var shellQuoted: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "/._-+=:@%".contains($0) }
    return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
