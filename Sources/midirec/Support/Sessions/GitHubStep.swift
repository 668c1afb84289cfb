internal import MIDICore
internal import Reports
internal import System
internal import SystemPackage
internal import Terminal

/// The step of a GitHub Actions workflow that runs sessions.
struct GitHubStep {
  private let outcomes: [SessionOutcome]

  init(_ outcomes: [SessionOutcome]) { self.outcomes = outcomes }

  /// Annotates the files of outcomes that didn't pass, and appends a summary to the file that the variable
  /// `GITHUB_STEP_SUMMARY` names, if it is set.
  ///
  /// - Parameter isOutput: Whether the annotations go to standard output. GitHub reads both streams.
  func report(onStandardOutput isOutput: Bool) throws {
    for line in GitHubReport.annotations(of: outcomes) {
      let bytes = Array((line.printable + "\n").utf8)
      if isOutput { try StandardOutput.tell(bytes: bytes) } else { StandardError.write(bytes: bytes) }
    }
    guard let path = ProcessEnvironment.variables["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.append, .create],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter { _ = try file.writeAll(Array((GitHubReport.summary(of: outcomes) + "\n").utf8)) }
    } catch {
      throw CommandFailure(
        CommandFailure.cannotCreate, "can't write the summary to \(path): \(error)".printable)
    }
  }
}
