internal import FileIO
internal import Glibc
internal import Processes
internal import Sessions
internal import SystemPackage

/// The start of a program under test.
struct ProgramStart {
  /// What a program is that has started.
  struct Started {
    let child: ChildProcess
    let streams: ProgramOutput
    let input: FileDescriptor?
  }

  /// Where it works.
  let folder: FilePath
  /// What its processes are found by.
  let marker = RunMarker()
  private let launch: ProgramProcess.Launch

  init(_ launch: ProgramProcess.Launch, folder: FilePath) {
    self.launch = launch
    self.folder = folder
  }

  /// Starts it.
  func started() throws -> Started {
    guard launch.command.first?.isEmpty == false else {
      throw SubjectFailure(.unavailable, "can't be started: its command is empty")
    }
    let (outputEnd, output) = try Self.pipe()
    defer { try? output.close() }
    let (errorsEnd, errors) = try Self.pipe()
    defer { try? errors.close() }
    let input = launch.keepsInputOpen ? try Self.pipe() : nil
    defer { try? input?.readEnd.close() }
    let streams = try ProgramOutput(output: outputEnd, errors: errorsEnd, limit: launch.byteLimit)
    do {
      var variables = launch.environment
      variables[RunMarker.name] = marker.value
      let child = try ChildProcess.start(
        launch.command, environment: ProcessEnvironment.entries(of: variables), folder: folder,
        streams: ChildProcess.Streams(
          input: input.map { .descriptor($0.readEnd.rawValue) } ?? .null,
          output: .descriptor(output.rawValue),
          errors: .descriptor(errors.rawValue)))
      return Started(child: child, streams: streams, input: input?.writeEnd)
    } catch {
      streams.finish()
      try? input?.writeEnd.close()
      throw failure(of: error)
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

  /// Why it can't be started, in words.
  private func failure(of error: Errno) -> SubjectFailure {
    let name = launch.command.first ?? ""
    let reason =
      if isFolder(folder.string) == nil {
        "the working folder \(folder.string.quoted) doesn't exist"
      } else if !name.contains("/") {
        "no program \(name.quoted) in the search path"
      } else if let isFolder = isFolder(name) {
        isFolder
          ? "\(name.quoted) is a folder"
          : unsafe access(name, X_OK) == 0
            ? "\(name.quoted) isn't a program that this machine can run" : "\(name.quoted) isn't executable"
      } else {
        "the program \(name.quoted) doesn't exist"
      }
    return SubjectFailure(.unavailable, "can't be started: \(reason)", details: ["\(error)"])
  }

  /// Nothing where nothing is there.
  private func isFolder(_ path: String) -> Bool? {
    (try? Stat(FilePath(path))).map { $0.type == .directory }
  }
}
