internal import Glibc
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage

extension ProgramProcess {
  /// Starts a program.
  ///
  /// - Returns: The process, its output, and the writing end of its standard input, or `nil` if it has none.
  static func start(
    _ launch: Launch, in folder: FilePath, _ marker: String
  ) throws -> (child: ChildProcess, streams: ProgramOutput, input: FileDescriptor?) {
    guard launch.command.first?.isEmpty == false else {
      throw SubjectFailure(.unavailable, "can't be started: its command is empty")
    }
    /// The ends of the pipes to close at the end.
    var ends: [FileDescriptor] = []
    defer { for end in ends { try? end.close() } }
    func pipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
      do {
        let pipe = try FileDescriptor.pipe(options: .closeOnExec)
        ends += [pipe.readEnd, pipe.writeEnd]
        return pipe
      } catch {
        throw SubjectFailure(
          .unavailable, "can't be started: the system is out of resources", details: ["\(error)"])
      }
    }
    let (output, errors) = (try pipe(), try pipe())
    let input = launch.keepsInputOpen ? try pipe() : nil
    let streams = try ProgramOutput(
      output: output.readEnd, errors: errors.readEnd, limit: launch.byteLimit)
    // They close with `streams`.
    ends.removeAll { $0 == output.readEnd || $0 == errors.readEnd }
    do {
      var variables = launch.environment
      variables[ProgramRemains.variable] = marker
      let child = try ChildProcess.start(
        launch.command, environment: ProcessEnvironment.entries(of: variables), folder: folder,
        input: input.map { .descriptor($0.readEnd.rawValue) } ?? .null,
        output: .descriptor(output.writeEnd.rawValue), errors: .descriptor(errors.writeEnd.rawValue))
      ends.removeAll { $0 == input?.writeEnd }
      return (child, streams, input?.writeEnd)
    } catch {
      streams.finish()
      throw failure(of: error, starting: launch, in: folder)
    }
  }

  /// Returns the failure for an error of the system.
  private static func failure(
    of error: Errno, starting launch: Launch, in folder: FilePath
  ) -> SubjectFailure {
    var name = launch.command.first ?? ""
    if name.contains("/") { name = FilePath(name).lexicallyNormalized().string }
    let (reason, remedy): (String, String) =
      if isFolder(folder.string) == nil {
        (
          "the working folder \(folder.string.quoted) doesn't exist",
          "correct folder, a path from the session's folder"
        )
      } else if !name.contains("/") {
        (
          "no program \(name.quoted) in the search path",
          name.contains(" ")
            ? "write the command as a list, such as [python3, x.py]"
            : "install it, or give its path"
        )
      } else if let isFolder = isFolder(name) {
        if isFolder {
          ("\(name.quoted) is a folder", "name a program in it")
        } else if unsafe access(name, X_OK) == 0 {
          (
            "\(name.quoted) isn't a program that this machine can run",
            "name the interpreter first, such as [python3, x.py]"
          )
        } else {
          (
            "\(name.quoted) isn't executable",
            "run chmod +x, or name its interpreter first, such as [python3, x.py]"
          )
        }
      } else {
        ("the program \(name.quoted) doesn't exist", "correct its path")
      }
    var failure = SubjectFailure(
      .unavailable, "can't be started: \(reason)", remedy: remedy, details: ["\(error)"])
    failure.isAboutCommand = true
    return failure
  }

  /// Returns whether a path is a folder, or `nil` if it doesn't exist.
  private static func isFolder(_ path: String) -> Bool? {
    (try? Stat(FilePath(path))).map { $0.type == .directory }
  }
}
