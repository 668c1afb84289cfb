internal import Glibc
internal import Sessions
internal import Subprocess
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
    var options = PlatformOptions()
    options.createSession = true
    let configuration = Configuration(
      executable: try executable(),
      arguments: Arguments(
        executablePathOverride: launch.command.first, remainingValues: Array(launch.command.dropFirst())),
      environment: environment, workingDirectory: folder, platformOptions: options)
    do {
      return try start(configuration)
    } catch let error as SubjectFailure {
      throw error
    } catch {
      throw failure(of: error)
    }
  }

  private func start(_ configuration: Configuration) throws -> Started {
    // The child's ends belong to swift-subprocess from the start on.
    let (outputEnd, output) = try FileDescriptor.pipe(options: .closeOnExec)
    let (errorsEnd, errors) = try FileDescriptor.pipe(options: .closeOnExec)
    let (input, inputEnd): (FileDescriptor, FileDescriptor?) =
      launch.keepsInputOpen
      ? try FileDescriptor.pipe(options: .closeOnExec)
      : (try FileDescriptor.open(FilePath("/dev/null"), .readOnly, options: .closeOnExec), nil)
    let streams = try ProgramOutput(output: outputEnd, errors: errorsEnd, limit: launch.byteLimit)
    do {
      let child = try ChildProcess.start(
        configuration, ChildProcess.Streams(input: input, output: output, errors: errors))
      return Started(child: child, streams: streams, input: inputEnd)
    } catch {
      streams.finish()
      try? inputEnd?.close()
      throw error
    }
  }

  private func executable() throws(SubjectFailure) -> Executable {
    guard let name = launch.command.first, !name.isEmpty else {
      throw SubjectFailure(.unavailable, "can't be started: its command is empty")
    }
    return name.contains("/") ? .path(FilePath(name)) : .name(name)
  }

  /// In the order of their names, so that a program that lists them does so in the same order each time. A name that
  /// begins with a digit, which swift-subprocess refuses, is left out: no shell can use it.
  private var environment: Environment {
    var variables = launch.environment
    variables[RunMarker.name] = marker.value
    let names = variables.keys.filter { name in !(name.utf8.first.map { (48...57).contains($0) } ?? true) }
    // swift-subprocess takes them as C strings, with the zero at the end.
    return .custom(names.sorted().map { Array("\($0)=\(variables[$0] ?? "")\0".utf8) })
  }

  /// Why it can't be started, in words.
  private func failure(of error: any Error) -> SubjectFailure {
    let name = launch.command.first ?? ""
    let reason =
      if isFolder(folder.string) == nil {
        "there is no folder \(folder.string.quoted) to work in"
      } else if !name.contains("/") {
        "there is no program \(name.quoted) in the search path"
      } else if let isFolder = isFolder(name) {
        isFolder
          ? "\(name.quoted) is a folder"
          : unsafe access(name, X_OK) == 0
            ? "\(name.quoted) is no program that this machine can run" : "\(name.quoted) may not be executed"
      } else {
        "there is no program \(name.quoted)"
      }
    return SubjectFailure(.unavailable, "can't be started: \(reason)", details: ["\(error)"])
  }

  /// Nothing where nothing is there.
  private func isFolder(_ path: String) -> Bool? {
    (try? Stat(FilePath(path))).map { $0.type == .directory }
  }
}
