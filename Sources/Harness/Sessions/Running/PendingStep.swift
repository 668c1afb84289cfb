internal import MIDIFiles
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
        // Mostly nothing waits.
        if error.errno != .noSuchFileOrDirectory { throw error }
      }
    }
  }
}
