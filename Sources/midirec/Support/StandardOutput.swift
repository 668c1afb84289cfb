internal import SystemPackage

/// Standard output for results that come one by one and are wanted at once, also through a pipe.
enum StandardOutput {
  /// Writes a line.
  ///
  /// - Throws: That nobody takes it any more.
  static func write(line: String) throws {
    do {
      try FileDescriptor.standardOutput.writeAll(Array((line + "\n").utf8))
    } catch {
      throw CommandFailure(CommandFailure.inputOutput, "cannot write standard output: \(error)")
    }
  }
}
