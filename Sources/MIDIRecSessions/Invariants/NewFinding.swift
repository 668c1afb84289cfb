internal import MIDICore
internal import MIDIFiles
package import MIDIRecSystem
package import SystemPackage

/// A session with a recording that violates an invariant. It passes once the subject no longer violates it.
package struct NewFinding: Sendable {
  /// The name of the folder of findings in a session's folder.
  package static let folderName = "soak.findings"

  /// What a user can do about a finding.
  package static let advice =
    "findings can't be accepted: mend the program, and they pass and stay as tests; "
    + "if it may do that, delete the finding's folder, and switch the check off as its session.yaml says"

  /// Returns whether a session is in a folder of findings.
  package static func isFinding(_ place: SessionSearch.Place) -> Bool {
    place.folder.removingLastComponent().lastComponent?.string == folderName
  }

  /// The violated invariant.
  private let invariant: Invariant
  private let file: [UInt8]
  private let steps: [SessionStep]
  private let text: String
  /// The tag of a finding whose reduction was interrupted, and goes on in the next soak.
  package static let unfinishedTag = "unfinished"

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - trial: The recording and the steps.
  ///   - invariant: The violated invariant.
  ///   - session: The session whose subjects violate it.
  ///   - command: The words of the program if the session has no file, or an empty list. They name files as from the
  ///     finding's folder.
  ///   - note: What was found and how, by line.
  ///   - isFinished: Whether the recording can't be reduced further.
  /// - Throws: `ContentError` if the recording can't be a file.
  package init(
    _ trial: Trial, of invariant: Invariant, in session: Session, command: [String] = [],
    note: [String], isFinished: Bool = true
  ) throws {
    self.invariant = invariant
    file = try MIDIFile(trial.recording).encoded()
    steps = trial.steps
    let words = command.map(\.inYAML).joined(separator: ", ")
    let ownSubjects =
      command.isEmpty
      ? ["subjects-of: ../.."] : ["subjects:", "  - program:", "      command: [\(words)]"]
    let place = command.isEmpty ? "the session of the program" : "a session of the program"
    text =
      ([
        "# A take that midirec has found. midirec test fails until the program is mended, and then it stays as a test.",
        "# If the program may do this, delete this folder, and switch the check off in \(place):",
        "# soak: {\(invariant.rawValue): \(Self.exclusion(of: invariant, trial, session))}",
        "take: take.mid",
      ] + ownSubjects
      + Self.soakLines(invariant, steps)
      + ["tags: [finding\(isFinished ? "" : ", \(Self.unfinishedTag)")]", "note: |-"]
      + note.map { "  \($0.printable)" })
      .map { $0 + "\n" }.joined()
  }

  /// Returns the value of an invariant's key that excludes a finding: for panics, the list of the other
  /// panics.
  private static func exclusion(of invariant: Invariant, _ trial: Trial, _ session: Session) -> String {
    guard invariant == .silenced else { return "false" }
    let ignored = Set(trial.recording.messagesInOrder.compactMap { Panic($0.message) })
    let others = Panic.allCases.filter { session.invariants.panics.contains($0) && !ignored.contains($0) }
    return others.isEmpty ? "false" : "[\(others.map(\.rawValue).joined(separator: ", "))]"
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
  /// - Parameters:
  ///   - root: The folder of findings, which is created if it doesn't exist.
  ///   - old: The folder of a finding that this one replaces, or `nil`.
  /// - Returns: The finding's folder.
  package func write(in root: FilePath, replacing old: FilePath? = nil) throws(FileError) -> FilePath {
    let folder = root.appending(name)
    do {
      if let old, old.lastComponent == folder.lastComponent {
        try FileSystem.write(Array(text.utf8), to: old.appending(Session.fileName), replacing: true)
      } else {
        if !FileSystem.exists(folder) { try writeNew(folder) }
        if let old { try FileSystem.removeFolder(old) }
      }
    } catch {
      throw FileError(operation: .create, path: folder, errno: Errno(thrown: error))
    }
    return folder
  }

  private func writeNew(_ folder: FilePath) throws {
    let draft = NewFile.hiddenPath(beside: folder)
    do {
      try FileSystem.makeFolders(draft)
      try FileSystem.write(file, to: draft.appending("take.mid"), replacing: false)
      try FileSystem.write(Array(text.utf8), to: draft.appending(Session.fileName), replacing: false)
      try FileSystem.rename(draft, replacing: folder)
      try FileSystem.syncFolder(of: folder)
    } catch {
      try? FileSystem.removeFolder(draft)
      throw error
    }
  }
}
