internal import MIDICore
package import MIDIRecSystem
package import SystemPackage
internal import Timelines

/// A new session from a recording, or with a program that needs none.
package struct NewSession: Sendable {
  /// The reason why a session can't be created.
  package enum Failure: Error, Hashable, Sendable {
    /// The name is invalid, for the given reason.
    case badName(String)
    /// A tag or the note is invalid, for the given reason.
    case badText(String)
    /// The recording has no notes and no controllers, and the result of this subject is empty.
    case silent(subject: String)
    /// The recording can't be played, or the new session can't run.
    case unusable(SessionError)
    /// The folder already exists.
    case exists(FilePath)
    /// Writing failed.
    case unwritable(FileError)
  }

  /// The name of the recording in a new folder.
  private static let defaultRecordingName = "take.mid"

  /// The name of the recording in the session's folder, or `nil` if there is none.
  package let recordingName: String?
  /// Whether the folder, and the recording in it if there is one, exist already.
  private let isInPlace: Bool

  /// The session's folder.
  package let folder: FilePath
  /// The names of the subjects that only tests define. Their expectations come from these tests.
  package let testSubjects: [String]
  private let recording: [UInt8]?
  /// The contents of the session's file.
  package let text: String
  private let catalog: SubjectRegistry

  /// Prepares a session.
  ///
  /// - Parameters:
  ///   - name: The path from `root`, such as `pedals/sostenuto`.
  ///   - root: The folder of all sessions.
  ///   - recording: The bytes of the recording, which are copied unchanged, or `nil` for a program that needs none.
  ///   - existingName: The name of the recording if it is in the session's folder already, or `nil` to create the
  ///     folder.
  ///   - subjects: The distinct subjects, at least one. An unknown name is that of a test's subject, unless it is
  ///     similar to a known name and therefore probably misspelled.
  ///   - catalog: The known subjects.
  ///   - tags: The tags for selecting the session.
  ///   - note: A note to the reader, or `nil`.
  /// - Throws: ``Failure`` if the name, a text, or the recording is invalid.
  package init(
    _ name: String, in root: FilePath, recording: [UInt8]?, named existingName: String? = nil,
    subjects: [Session.Subject] = [Session.Subject(name: SubjectDefinition.notes.name)],
    from catalog: SubjectRegistry = .notes, tags: [String] = [], note: String? = nil
  ) throws(Failure) {
    for part in name.split(separator: "/", omittingEmptySubsequences: false) {
      if let reason = Self.fault(ofName: part) { throw .badName(reason) }
    }
    for tag in tags where !Session.isTag(tag) {
      throw .badText(
        "invalid tag \(tag.quoted); expected letters, digits, hyphens, dots, and underscores")
    }
    folder = root.appending(name)
    self.recording = recording
    recordingName = existingName ?? recording.map { _ in Self.defaultRecordingName }
    isInPlace = existingName != nil || recording == nil && FileSystem.exists(folder)
    self.catalog = catalog
    let definitions = catalog.definitions
    testSubjects = subjects.map(\.name).filter { !catalog.contains($0) }
    for name in testSubjects {
      if definitions.map(\.name).nearest(to: name) != nil {
        throw .badText(Session.unknownSubject(name, definitions))
      }
      if !SubjectDefinition.isName(name) { throw .badText(SubjectDefinition.invalidName(name)) }
    }
    text = Self.text(recordingName, subjects: subjects, tags: tags, note: note)
    let written: Session
    do {
      let root = try YAMLValue(parsing: Array(text.utf8))
      written = try Session(root, in: folder, subjects: definitions, allowsOthers: true)
    } catch {
      throw .badText("the subjects, tags, and note can't be stored as YAML: \(error.reason)")
    }
    guard written.note == note.flatMap(Self.trimmed) else {
      throw .badText("the note contains characters that YAML can't store")
    }
    for subject in subjects {
      let options = written.subjects.first { $0.name == subject.name }?.options.map(\.values) ?? []
      for (option, found) in zip(subject.options, options) {
        // Compared as bytes, because Swift treats texts as equal that only look alike.
        guard found.map({ Array($0.utf8) }) == option.values.map({ Array($0.utf8) }) else {
          throw .badText("the \(option.name) contains characters that YAML can't store")
        }
      }
    }
  }

  package static func recordingNames(in folder: FilePath) -> [String] {
    (try? FileSystem.names(in: folder).map(\.string).filter(Session.isRecordingName)) ?? []
  }

  /// Creates the session's files. The results of known subjects are pending.
  ///
  /// A new folder appears at once with all files. In an existing folder, the session's file comes first.
  ///
  /// - Parameter accepting: Whether the results are accepted at once.
  /// - Returns: Remarks on the results, as sentences without a period.
  /// - Throws: ``Failure`` if the folder exists, or if writing or running fails.
  @discardableResult
  package func write(accepting: Bool = false) throws(Failure) -> [String] {
    if isInPlace { return try fillExistingFolder(accepting: accepting) }
    if FileSystem.exists(folder) { throw .exists(folder) }
    // A hidden name prevents other processes from finding an incomplete session.
    let draft = NewFile.hiddenPath(beside: folder)
    let newParents = folder.missingParents
    do {
      try FileSystem.makeFolders(draft)
      let remarks = try fill(draft, accepting: accepting)
      try FileSystem.rename(draft, replacing: folder)
      try FileSystem.syncFolder(of: folder)
      return remarks
    } catch {
      try? FileSystem.removeFolder(draft)
      for parent in newParents { try? FileSystem.removeEmptyFolder(parent) }
      if let failure = error as? Failure { throw failure }
      let errno = Errno(thrown: error)
      if [.directoryNotEmpty, .fileExists].contains(errno) { throw .exists(folder) }
      throw .unwritable(FileError(operation: .create, path: folder, errno: errno))
    }
  }

  private func fillExistingFolder(accepting: Bool) throws(Failure) -> [String] {
    let file = folder.appending(Session.fileName)
    if FileSystem.exists(file) { throw .exists(file) }
    do {
      return try fill(folder, accepting: accepting)
    } catch {
      try? FileSystem.remove(file)
      throw error
    }
  }

  private func fill(_ draft: FilePath, accepting: Bool) throws(Failure) -> [String] {
    do {
      if !isInPlace, let recording, let recordingName {
        try FileSystem.write(recording, to: draft.appending(recordingName), replacing: false)
      }
      try FileSystem.write(Array(text.utf8), to: draft.appending(Session.fileName), replacing: false)
    } catch {
      throw .unwritable(FileError(operation: error.operation, path: folder, errno: error.errno))
    }
    var options = SessionRunner.Options()
    options.catalog = catalog
    // The user has just named the program.
    options.allowsRealClock = true
    options.keepsPending = accepting
    let result: SessionResult?
    var isSilent = false
    do {
      var session = try Session(reading: draft, subjects: catalog.definitions, allowsOthers: true)
      session.subjects.removeAll { testSubjects.contains($0.name) }
      result = SessionRunner(options).run(session, called: "")
      if accepting, session.recordingPath != nil { isSilent = try !session.recording().hasChannelMessages }
    } catch {
      throw unusable(error, in: draft)
    }
    if let error = result?.parts.lazy.compactMap(\.error).first { throw unusable(error, in: draft) }
    if let error = result?.writeErrors.first { throw .unwritable(error) }
    let remarks = result?.parts.compactMap(\.remark) ?? []
    guard accepting else { return remarks }
    // A program can send its own events, which are worth comparing, and one that writes a file has to write some.
    if let part = result?.parts.first(where: { (isSilent || $0.file?.part == .file) && $0.isEmptyTimeline }) {
      throw .silent(subject: part.file?.subject ?? "")
    }
    do {
      for file in try ExpectationFile.pending(in: draft) { try file.accept() }
    } catch {
      throw .unwritable(FileError(operation: error.operation, path: folder, errno: error.errno))
    }
    return remarks
  }

  /// Converts an error of the draft or a file in it, which is deleted, to an error in the session's folder.
  private func unusable(_ error: SessionError, in draft: FilePath) -> Failure {
    var error = error
    error.path =
      error.path == draft ? folder : folder.appending(error.path.lastComponent?.string ?? "")
    return .unusable(error)
  }
}

extension NewSession {
  /// Returns the reason why a name is invalid: the search wouldn't find the folder, or it can't be created.
  private static func fault(ofName part: Substring) -> String? {
    if part.isEmpty { return "a part of it is empty" }
    if part.hasPrefix(".") { return "\(String(part).quoted) would be a hidden folder" }
    if part.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }) {
      return "it contains control characters"
    }
    return nil
  }

  private static func text(
    _ recordingName: String?, subjects: [Session.Subject], tags: [String], note: String?
  ) -> String {
    let isDefault = recordingName == defaultRecordingName
    var lines = [
      "# The take, its subjects, and the tolerances.",
      "take: \(recordingName.map { isDefault ? $0 : $0.inYAML } ?? "none")",
    ]
    if subjects.allSatisfy(\.options.isEmpty) {
      lines.append("subjects: [\(subjects.map(\.name).joined(separator: ", "))]")
    } else {
      lines.append("subjects:")
      for subject in subjects {
        lines.append("  - \(subject.name)\(subject.options.isEmpty ? "" : ":")")
        for option in subject.options {
          let list = option.values.map(\.inYAML).joined(separator: ", ")
          lines.append("      \(option.name): \(option.isList ? "[\(list)]" : list)")
        }
      }
    }
    lines += [
      "",
      "# Tolerances. Without them, the defaults of midirec test apply.",
      "#tolerance:",
      "#  onset: 5ms",
      "#  offset: 5ms",
      "#  velocity: 0",
      "#  value: 0",
      "",
    ]
    lines +=
      tags.isEmpty
      ? ["# Tags for midirec test --tag.", "#tags: [slow]"]
      : ["tags: [\(tags.joined(separator: ", "))]"]
    lines.append("")
    if let note = note.flatMap(trimmed) {
      lines.append("note: |-")
      lines += note.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "" : "  \($0)"
      }
    } else {
      lines += ["# A note for readers.", "#note: |", "#  The middle pedal holds only the sounding notes."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the note without surrounding spaces and empty lines, or `nil` if it is empty.
  private static func trimmed(_ note: String) -> String? {
    let start = note.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...end])
  }
}

extension SessionOutcome {
  /// Whether the part is a timeline to accept that has no events, or that of a file without events of channels.
  fileprivate var isEmptyTimeline: Bool {
    guard let pending, let timeline = try? Timeline(text: pending) else { return false }
    return switch file?.part {
    case .timeline: timeline.entries.isEmpty
    case .file: !timeline.hasChannelMessages
    default: false
    }
  }
}

extension FilePath {
  /// The folders on the way to this path that don't exist, the last one first.
  fileprivate var missingParents: [FilePath] {
    let parent = removingLastComponent()
    guard !parent.isEmpty, !FileSystem.exists(parent) else { return [] }
    return [parent] + parent.missingParents
  }
}

extension String {
  /// The text in double quotes with escapes.
  var inYAML: String {
    let escaped = unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.escapeIfInvisible ?? String(scalar)
    }
    return "\"\(escaped.joined())\""
  }
}
