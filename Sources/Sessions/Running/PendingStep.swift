internal import FileIO
internal import SystemPackage

/// What has to be done to a pending file when a subject was run.
enum PendingStep {
  /// Something else came than is expected.
  case write([UInt8], to: ExpectationFile)
  /// All is as expected, so that nothing is left to accept or reject.
  case remove(ExpectationFile)

  func take() throws(FileError) {
    switch self {
    case .write(let text, let file): try file.writePending(text)
    case .remove(let file):
      do {
        try file.reject()
      } catch {
        // Mostly nothing waits, which some file systems say only after they have said that they can't be written.
        let state = try file.state()
        if state == .new || state == .changed { throw error }
      }
    }
  }
}
