internal import Glibc
internal import Sessions
internal import System
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
    /// The ends of the pipes that stay open if the program is started.
    var ownEnds: [FileDescriptor] = []
    defer { for end in ownEnds { try? end.close() } }
    let (outputEnd, output) = try pipe()
    defer { try? output.close() }
    ownEnds.append(outputEnd)
    let (errorsEnd, errors) = try pipe()
    defer { try? errors.close() }
    ownEnds.append(errorsEnd)
    let input = launch.keepsInputOpen ? try pipe() : nil
    defer { try? input?.readEnd.close() }
    if let input { ownEnds.append(input.writeEnd) }
    let streams = try ProgramOutput(output: outputEnd, errors: errorsEnd, limit: launch.byteLimit)
    ownEnds = input.map { [$0.writeEnd] } ?? []
    do {
      var variables = launch.environment
      variables[ProgramRemains.variable] = marker
      let child = try ChildProcess.start(
        launch.command, environment: ProcessEnvironment.entries(of: variables), folder: folder,
        input: input.map { .descriptor($0.readEnd.rawValue) } ?? .null,
        output: .descriptor(output.rawValue), errors: .descriptor(errors.rawValue))
      ownEnds = []
      return (child, streams, input?.writeEnd)
    } catch {
      streams.finish()
      throw failure(of: error, starting: launch, in: folder)
    }
  }

  private static func pipe() throws(SubjectFailure) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    do {
      return try FileDescriptor.pipe(options: .closeOnExec)
    } catch {
      throw SubjectFailure(
        .unavailable, "can't be started: the system is out of resources", details: ["\(error)"])
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
            : "install it, or give its path from the session's folder"
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
        ("the program \(name.quoted) doesn't exist", "correct command; a path starts at the session's folder")
      }
    return SubjectFailure(
      .unavailable, "can't be started: \(reason)", remedy: remedy, details: ["\(error)"])
  }

  /// Returns whether a path is a folder, or `nil` if it doesn't exist.
  private static func isFolder(_ path: String) -> Bool? {
    (try? Stat(FilePath(path))).map { $0.type == .directory }
  }
}
