internal import MIDICore
internal import MIDIFiles
internal import MIDIRecPrograms
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage

/// A session that a user describes by a take, subjects, and a command.
package struct SessionDraft {
  private let name: String
  private let root: FilePath
  private let folder: FilePath
  private let take: FilePath?
  private let input: InputFile?
  private let subjects: [String]
  private let command: [String]
  private let tags: [String]
  private let note: String?
  private let say: (String) -> Void

  /// The recording to play, with its file and how it was read.
  private typealias Take = (input: InputFile, bytes: [UInt8], decoded: MIDIFile.Decoded, recording: Recording)

  /// Creates a draft.
  ///
  /// - Parameters:
  ///   - name: The session's path in the folder of sessions, or also with it.
  ///   - root: The folder of sessions.
  ///   - take: The take, `-` for standard input, or `nil` for the only take in the session's folder.
  ///   - subjects: The names of subjects. If there are none and no command, it is `notes`.
  ///   - command: The program under test and its arguments, or an empty list.
  ///   - tags: The tags of the session.
  ///   - note: A note for readers, or `nil`.
  ///   - say: Receives messages for the user.
  package init(
    _ name: String, in root: String, take: String?, subjects: [String], command: [String], tags: [String],
    note: String?, say: @escaping (String) -> Void
  ) {
    self.root = FilePath(argument: root)
    self.name = ChosenSessions.name(name, in: self.root)
    folder = self.root.pushing(FilePath(self.name))
    self.take = take.map { FilePath(argument: $0) }
    input = take.map { InputFile($0, say: say) }
    (self.subjects, self.command, self.tags) = (subjects, command, tags)
    (self.note, self.say) = (note, say)
  }

  /// Returns the session to create.
  ///
  /// - Parameter file: The file that the program writes, or `nil` if it has ports.
  private func session(
    of take: Take?, _ command: SessionCommand, writing file: String? = nil
  ) throws -> NewSession {
    let names = subjects.isEmpty && command.words.isEmpty ? [SubjectDefinition.notes.name] : subjects
    var subjects = names.map { Session.Subject(name: $0) }
    if !command.words.isEmpty {
      var options = [Session.Option(name: "command", values: command.words, isList: true)]
      if let file { options.append(.init(name: "file", values: [file])) }
      // The default if there is no recording, or if the program reads it.
      if file != nil, take != nil, !command.namesTake {
        options += [("input", "none"), ("output", "none"), ("ending", "by-itself")].map {
          Session.Option(name: $0, values: [$1])
        }
      }
      subjects.append(.init(name: ProgramSubject.definition.name, options: options))
    }
    return try NewSession(
      name, in: root, recording: take?.bytes, named: recordingName, subjects: subjects, from: .midirec,
      tags: tags, note: note)
  }

  /// Creates the session, with the current results.
  ///
  /// - Parameter isAccepting: Whether the results are accepted, not pending.
  /// - Returns: The created files and the next step, by line.
  /// - Throws: A `CommandFailure`, a `NewSession.Failure`, or an error of a file.
  package func create(accepting isAccepting: Bool) throws -> [String] {
    let take = try readTake()
    if let take { take.input.warnAboutSilence(hasChannelMessages: take.recording.hasChannelMessages) }
    var command = SessionCommand(command, in: folder)
    var session = try session(of: take, command)
    var file: String?
    let remarks: [String]
    do {
      remarks = try session.write(accepting: isAccepting)
    } catch {
      guard case .unusable(let error) = error else { throw error }
      guard let files = try filesInstead(of: error, take, &command) else {
        throw Self.failure(of: error, for: session)
      }
      file = files[0]
      session = try self.session(of: take, command, writing: files[0])
      guard files.count == 1 else { throw Self.failure(choosing: files, for: session) }
      remarks = try session.write(accepting: isAccepting)
    }
    for remark in remarks { say(remark.printable) }
    if let take, !take.decoded.diagnostics.isEmpty {
      let count = pluralized(take.decoded.diagnostics.count, "violation")
      say("\(take.input.name): \(count) repaired while reading; the copy is unchanged")
    }
    var lines: [String] = []
    if let take, let name = session.recordingName {
      lines.append(TakeReport(take.recording, path: session.folder.appending(name)).line.printable)
    }
    let settings = session.folder.appending(Session.fileName).string.printable
    lines.append("\(settings): settings of the session; edit them as needed")
    lines += command.replaced.map { "\($0.word): \($0.path) in the session's file".printable }
    if let file { lines.append("\(file): written by the program, and compared".printable) }
    lines += session.testSubjects.map { "\($0): run the test that defines it to get its result" }
    return lines + ["Next: \(nextSteps(after: session, isAccepted: isAccepting).printable)"]
  }

  private func readTake() throws -> Take? {
    guard let input = try input ?? recording() else { return nil }
    let bytes = try input.bytes()
    let decoded = try input.decoded(from: bytes)
    return (input, bytes, decoded, try input.recording(of: decoded.file))
  }

  /// Returns the names of the files that a program without ports has written, or `nil` if it has written none.
  ///
  /// - Parameters:
  ///   - error: The failure of the program as one with ports.
  ///   - command: The command, whose words change so that it writes into its working folder.
  /// - Throws: The failure if there is neither a take nor a file.
  private func filesInstead(
    of error: SessionError, _ take: Take?, _ command: inout SessionCommand
  ) throws -> [String]? {
    if take == nil, error.kind == .noInput {
      let advice =
        "name one with --take, or let the program write a MIDI file into its working folder and end"
      throw CommandFailure(
        .noInput, "\(folder) has no take; \(advice)".printable, details: error.details)
    }
    guard !error.strayTakes.isEmpty else { return nil }
    let replaced = command.change(replacing: error.strayTakes.words, recording: self.take)
    let files = error.strayTakes.files + replaced
    return files.isEmpty ? nil : files
  }

  /// Returns the failure for a program that writes several files.
  private static func failure(choosing files: [String], for session: NewSession) -> CommandFailure {
    let list = files.map { "\"\($0)\"" }.joined(separator: ", ")
    let path = session.folder.appending(Session.fileName)
    return CommandFailure(
      .unavailable,
      "the program wrote \(files.count) MIDI files: \(list); create \(path) with the file to compare:"
        .printable,
      details: settings(of: session))
  }

  /// Returns the failure of a session, with the file in which the user can set an option that the advice names.
  private static func failure(of error: SessionError, for session: NewSession) -> CommandFailure {
    var failure = error.failure
    failure.details = error.details
    guard error.remedyNamesOption else { return failure }
    let path = session.folder.appending(Session.fileName)
    failure.details.append("no session was created; to set an option of the program, create \(path):")
    failure.details += settings(of: session)
    return failure
  }

  /// Returns the lines of a session's file without comments.
  private static func settings(of session: NewSession) -> [String] {
    session.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  /// Returns the only recording in the folder, or `nil` if there is none and a program is the only subject.
  private func recording() throws -> InputFile? {
    let names = NewSession.recordingNames(in: folder)
    if names.count == 1 { return InputFile(folder.appending(names[0]), say: say) }
    if names.isEmpty, !command.isEmpty, subjects.isEmpty { return nil }
    throw CommandFailure(.noInput, "\(folder) has no take or several; name one with --take".printable)
  }

  /// The name of the take if it is in the session's folder, or of the folder's only recording without a take.
  private var recordingName: String? {
    guard let take else {
      let names = NewSession.recordingNames(in: folder)
      return names.count == 1 ? names[0] : nil
    }
    guard let path = FileSystem.realPath(take), let folder = FileSystem.realPath(folder) else { return nil }
    return path.removingLastComponent() == folder ? path.lastComponent?.string : nil
  }

  private func nextSteps(after session: NewSession, isAccepted: Bool) -> String {
    let folder = session.folder.string.shellWord
    let review = "midirec review \(folder)"
    // `midirec test` can't run a test's subject.
    guard session.testSubjects.isEmpty else { return "run the test, then \(review)" }
    return isAccepted ? "midirec test \(folder)" : "\(review), then midirec test \(folder)"
  }
}

/// A command that the user typed in the current folder, for a session's program, which runs in a new folder.
struct SessionCommand {
  /// The words for the session's file. Names of files in the current folder are paths from the session's folder.
  private(set) var words: [String] = []
  /// The words that have changed, with their replacements.
  private(set) var replaced: [(word: String, path: String)] = []

  /// Converts the words of a command.
  ///
  /// - Parameter folder: The session's folder, which needn't exist.
  init(_ command: [String], in folder: FilePath) {
    for (index, word) in command.enumerated() {
      // A program's name without a slash is searched for in PATH.
      let isPath = index > 0 || word.contains("/")
      guard isPath, let path = Self.path(of: word, from: folder) else {
        words.append(word)
        continue
      }
      let text = index == 0 ? path.string : "${MIDIREC_SESSION}/\(path)"
      words.append(text)
      replaced.append((word, text))
    }
  }

  /// Writes the files that the program replaced into its working folder, and names the recording by its variable.
  ///
  /// - Parameters:
  ///   - words: The words that name replaced files.
  ///   - recording: The file of the recording, or `nil` if the session has none.
  /// - Returns: The names of the replaced files.
  mutating func change(replacing words: [String], recording: FilePath?) -> [String] {
    var names: [String] = []
    for (word, path) in replaced {
      var new: String?
      if words.contains(path), let name = FilePath(word).lastComponent?.string {
        names.append(name)
        new = name
      } else if let recording, FileSystem.realPath(FilePath(word)) == FileSystem.realPath(recording) {
        new = Self.take
      }
      guard let new else { continue }
      self.words = self.words.map { $0 == path ? new : $0 }
      replaced.removeAll { $0.path == path }
      if new == Self.take { replaced.append((word, new)) }
    }
    return names
  }

  /// The word for the path of the session's recording.
  private static let take = "${MIDIREC_TAKE}"

  /// Whether a word names the session's recording.
  var namesTake: Bool { words.contains { $0.contains(Self.take) } }

  /// Returns the path from a folder to a file that is named from the current folder, or `nil` if there is none.
  private static func path(of word: String, from folder: FilePath) -> FilePath? {
    let file = FilePath(word)
    guard !word.isEmpty, !file.isAbsolute, (try? Stat(file).type) == .regular,
      let target = try? FileSystem.absolutePath(file), let name = target.lastComponent,
      let start = try? FileSystem.absolutePath(folder)
    else { return nil }
    // The kernel follows links before it goes up. The file itself can be a link that is more than its target, such as the
    // Python of a virtual environment.
    var up = realFolder(start).components[...]
    var down = realFolder(target.removingLastComponent()).appending(name).components[...]
    while let first = up.first, first == down.first {
      up = up.dropFirst()
      down = down.dropFirst()
    }
    var path = FilePath()
    for _ in up { path.append("..") }
    for component in down { path.append(component) }
    // A name without a slash would be searched for in PATH.
    return up.isEmpty && down.count == 1 ? FilePath("./\(path)") : path
  }

  /// Returns an absolute path with the links resolved in its existing part.
  private static func realFolder(_ folder: FilePath) -> FilePath {
    var existing = folder
    while !existing.components.isEmpty {
      if let real = FileSystem.realPath(existing) {
        return real.appending(folder.components.dropFirst(existing.components.count))
      }
      existing.removeLastComponent()
    }
    return folder
  }
}
