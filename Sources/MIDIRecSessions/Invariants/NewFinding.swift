internal import MIDICore
internal import MIDIFiles
package import MIDIRecSystem
package import SystemPackage

/// A session with a recording that violates an invariant. It passes once the subject no longer violates it.
package struct NewFinding: Sendable {
  /// The name of the folder of findings in a session's folder.
  package static let folderName = "soak.findings"

  /// The violated invariant.
  private let invariant: Invariant
  private let file: [UInt8]
  private let steps: [SessionStep]
  private let text: String
  private let subjects: [Session.Subject]

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - trial: The recording and the steps.
  ///   - invariant: The violated invariant.
  ///   - session: The session whose subjects violate it.
  ///   - command: The words of the program if the session has no file, or an empty list. They name files as from the
  ///     finding's folder.
  ///   - note: What was found and how, by line.
  /// - Throws: `ContentError` if the recording can't be a file.
  package init(
    _ trial: Trial, of invariant: Invariant, in session: Session, command: [String] = [],
    note: [String]
  ) throws {
    self.invariant = invariant
    file = try MIDIFile(trial.recording).encoded()
    steps = trial.steps
    subjects = session.subjects
    let words = command.map(\.inYAML).joined(separator: ", ")
    let ownSubjects =
      command.isEmpty
      ? ["subjects-of: ../.."] : ["subjects:", "  - program:", "      command: [\(words)]"]
    text =
      ([
        "# A take that midirec soak has found. midirec test fails until the subject is mended.",
        "take: take.mid",
      ] + ownSubjects
      + Self.soakLines(invariant, steps)
      + ["tags: [finding]", "note: |-"]
      + note.map { "  \($0.printable)" })
      .map { $0 + "\n" }.joined()
  }

  private static func soakLines(_ invariant: Invariant, _ steps: [SessionStep]) -> [String] {
    guard !steps.isEmpty else { return ["soak: {only: [\(invariant.rawValue)]}"] }
    return ["soak:", "  only: [\(invariant.rawValue)]", "  steps:"] + steps.map { "    \($0.entry)" }
  }

  /// The name of the finding's folder, which depends on the invariant, the recording, and the steps: `released-1f03a9`.
  package var name: String {
    Self.name(of: invariant, file + steps.flatMap { Array($0.entry.utf8) })
  }

  /// Returns the name of a finding with the file of its recording.
  package static func name(of invariant: Invariant, _ file: [UInt8]) -> String {
    let digits = String(file.fnvHash >> 40, radix: 16)
    return "\(invariant.rawValue)-\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }

  /// Writes the finding into a folder of its name, unless that exists.
  ///
  /// - Parameter root: The folder of findings, which is created if it doesn't exist.
  /// - Returns: The finding's folder.
  package func write(in root: FilePath) throws(FileError) -> FilePath {
    let folder = root.appending(name)
    guard !FileSystem.exists(folder) else { return folder }
    let draft = NewFile.hiddenPath(beside: folder)
    do {
      try FileSystem.makeFolders(draft)
      try FileSystem.write(file, to: draft.appending("take.mid"), replacing: false)
      try FileSystem.write(Array(text.utf8), to: draft.appending(Session.fileName), replacing: false)
      for subject in subjects {
        guard let expected = ExpectationFile(subject: subject.name, part: .findings, in: draft) else {
          continue
        }
        let line = "\(invariant.rawValue): \(Session.holds)\n"
        try FileSystem.write(Array(line.utf8), to: expected.acceptedPath, replacing: false)
      }
      try FileSystem.rename(draft, replacing: folder)
      try FileSystem.syncFolder(of: folder)
    } catch {
      try? FileSystem.removeFolder(draft)
      throw FileError(operation: .create, path: folder, errno: Errno(thrown: error))
    }
    return folder
  }
}
