internal import CLinux
internal import Glibc
internal import MIDICore
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import SystemPackage

/// A running program under test with all processes that it has started. Steps of a session can kill it, start it again, and
/// stop it for a time.
///
/// When ``run(_:body:)`` returns, no process of the run and no scratch folder is left, even if midirec is killed. The
/// object belongs to the thread that runs it.
final class ProgramProcess {
  /// A launch: the command and its environment.
  struct Launch: Sendable {
    /// The program and its arguments, at least one word. A name with a slash is a path. Other names are searched for as
    /// in a shell.
    var command: [String]
    /// The whole environment, to which the run's marker is added.
    var environment: [String: String]
    /// The working folder, or `nil` for a temporary folder.
    var folder: FilePath?
    /// Whether the folder is removed at the end. A temporary folder always is.
    var removesFolder = false
    /// Whether standard input stays open until the end is requested.
    var keepsInputOpen = false
    /// The number of bytes to keep of standard output and standard error, each.
    var byteLimit = 16 << 20
  }

  /// The end of a program and its processes.
  struct End: Hashable {
    /// The program's own end.
    var termination: ProgramEnd
    /// The processes that had to be killed, by ID and name, possibly including the program.
    var killed: [String]
    /// Whether the program ended before the request.
    var isEarly: Bool
  }

  /// Starts a program, passes it to `body`, and then ends it if it is still running.
  ///
  /// The calling thread blocks until then.
  ///
  /// - Throws: A ``SubjectFailure`` if the program can't be started, or the error of `body`.
  static func run<Result>(
    _ launch: Launch, body: (ProgramProcess) throws -> Result
  ) throws -> Result {
    try ProgramRemains.startReaper()
    let folder = try launch.folder ?? ProgramRemains.makeFolder()
    defer { if launch.folder == nil || launch.removesFolder { ProgramRemains.removeFolder(folder) } }
    let process = try ProgramProcess(launch, in: folder)
    // If `body` throws, the program has no time left to end.
    defer { _ = process.end(.itself, within: .zero) }
    return try body(process)
  }

  /// The working folder.
  let folder: FilePath
  /// A descriptor that is readable when the program has ended or exceeded its output limit.
  let endDescriptor: Int32

  /// The marker of the run's processes.
  let marker: String
  private(set) var child: ChildProcess
  private(set) var streams: ProgramOutput
  /// The writing end of the standard input, or `nil` if it is closed.
  var input: FileDescriptor?
  var table: ProcessTable
  /// The end, or `nil` while it is unknown.
  var known: End?
  /// Whether a step has killed the program, and no later one has started it again.
  private(set) var isKilled = false
  /// The standard output and standard error of the program before it was started again.
  private var earlierOutput: (output: [UInt8], errors: [UInt8]) = ([], [])
  private let launch: Launch

  private init(_ launch: Launch, in folder: FilePath) throws {
    let events = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard events >= 0 else {
      throw SubjectFailure(
        .unavailable, "can't be started: the system is out of resources",
        details: ["\(Errno(rawValue: errno))"])
    }
    self.folder = folder
    self.launch = launch
    marker = ProgramRemains.nextMarker()
    do {
      (child, streams, input) = try Self.start(launch, in: folder, marker)
    } catch {
      close(events)
      throw error
    }
    table = ProcessTable(root: child.id, marker: "\(ProgramRemains.variable)=\(marker)")
    endDescriptor = events
    watch()
  }

  /// Makes ``endDescriptor`` readable when the program ends or exceeds its output limit.
  private func watch() {
    for descriptor in [child.endDescriptor, streams.limitEvent.rawValue] {
      var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: epoll_data(fd: descriptor))
      _ = unsafe epoll_ctl(endDescriptor, EPOLL_CTL_ADD, descriptor, &event)
    }
  }

  deinit {
    close(endDescriptor)
    try? input?.close()
  }

  /// Returns the IDs of all processes of the run: the program, its children, and all their descendants.
  ///
  /// Complexity: O(*n*), where *n* is the number of processes on the machine.
  func processes() -> Set<Int32> {
    table.refresh()
    return table.members
  }
}

/// The steps of a session.
extension ProgramProcess {
  /// Kills the program with all its processes.
  func killByStep() {
    guard !isKilled else { return }
    for descriptor in [child.endDescriptor, streams.limitEvent.rawValue] {
      epoll_ctl(endDescriptor, EPOLL_CTL_DEL, descriptor, nil)
    }
    _ = end(.itself, within: .zero)
    isKilled = true
  }

  /// Kills the program if it still runs, and starts it again in the same folder.
  ///
  /// - Throws: A ``SubjectFailure`` if the program can't be started.
  func restart() throws {
    killByStep()
    earlierOutput = (output, errors)
    (child, streams, input) = try Self.start(launch, in: folder, marker)
    table = ProcessTable(root: child.id, marker: "\(ProgramRemains.variable)=\(marker)")
    (known, isKilled) = (nil, false)
    watch()
  }

  /// Stops all processes, or lets them go on.
  func setStopped(_ isStopped: Bool) {
    guard !isKilled else { return }
    for process in processes() { kill(process, isStopped ? SIGSTOP : SIGCONT) }
  }

  /// The standard output of all starts of the program.
  var output: [UInt8] { earlierOutput.output + streams.output.bytes }
  /// The standard error of all starts of the program.
  var errors: [UInt8] { earlierOutput.errors + streams.errors.bytes }
}

extension ProgramProcess {
  /// The memory that the processes of the run have for themselves, in KiB.
  var memory: Int { processes().reduce(0) { $0 + (ProcessEntry.anonymousMemory(of: $1) ?? 0) } }

  /// The maximum number of lines for a message.
  private static let lineCount = 10
  /// The maximum length of a line.
  private static let lineLength = 200

  /// Returns a failure of the program with the last lines of its output.
  func failure(
    _ reason: String, _ kind: SubjectFailure.Kind = .misbehaved, remedy: String? = nil
  ) -> SubjectFailure {
    SubjectFailure(kind, reason, remedy: remedy, details: lastLines())
  }

  /// Returns the last lines of output for a message: at most ten, standard output first, then standard error.
  func lastLines() -> [String] {
    let output = Self.lines(streams.output.lastBytes)
    let errors = Self.lines(streams.errors.lastBytes)
    let errorCount = min(errors.count, max(Self.lineCount / 2, Self.lineCount - output.count))
    return output.suffix(Self.lineCount - errorCount) + errors.suffix(errorCount)
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.suffix(lineCount).map { line in
      let text = String(decoding: line, as: UTF8.self)
      return text.count > lineLength ? text.prefix(lineLength) + "…" : text
    }
  }
}
