internal import CLinux
internal import Glibc
internal import MIDICore
internal import Processes
internal import SystemPackage

/// A program under test that runs, with all processes that it has started.
///
/// Nothing of it is left when ``run(_:body:)`` returns: no process of its, wherever it has gone, and not its scratch
/// folder; also where midirec itself is killed. It belongs to the thread that runs it.
final class ProgramProcess {
  /// What is started, and how.
  struct Launch: Sendable {
    /// The program and its arguments: a path, where the program has a slash, or a name that is searched for as a shell
    /// does; at least one word.
    var command: [String]
    /// Its whole environment, to which the marker of the run is added.
    var environment: [String: String]
    /// Where it works; nothing for a folder of its own.
    var folder: FilePath?
    /// Whether the folder is removed in the end; one of its own always is.
    var removesFolder = false
    /// Whether its standard input stays open until it is asked to end.
    var keepsInputOpen = false
    /// How many bytes of its output are kept of standard output and error each.
    var byteLimit = 16 << 20
  }

  /// How it is asked to end.
  enum Request: Hashable {
    case signal(Int32)
    case endOfInput
    case none
  }

  /// What was left of it when it was to end.
  struct End: Hashable {
    /// How the program itself ended.
    var termination: ProgramEnd
    /// The processes that had to be killed, by number and name; the program itself may be among them.
    var killed: [String]
    /// Whether the program ended before it was asked to.
    var isEarly: Bool
  }

  /// Starts a program, hands it to `body`, and ends it then, if it hasn't ended yet.
  ///
  /// It blocks the calling thread until all that is over.
  ///
  /// - Throws: A ``SubjectFailure`` where it can't be started; what `body` throws.
  static func run<Result>(
    _ launch: Launch, body: (ProgramProcess) throws -> Result
  ) throws -> Result {
    if !SimulatedProgramRun.isInside { try OrphanReaper.start() }
    let folder = try launch.folder ?? ScratchFolder.make()
    defer { if launch.folder == nil || launch.removesFolder { ScratchFolder.remove(folder) } }
    let process = try ProgramProcess(ProgramStart(launch, folder: folder))
    // Whatever `body` throws; it has no time left then.
    defer { _ = process.end(.none, within: .zero) }
    return try body(process)
  }

  /// Its number in the system.
  var processID: Int32 { child.id }
  /// Where it works.
  let folder: FilePath
  /// Readable once it has ended, or once it has written more than it may.
  let endDescriptor: Int32

  /// What its processes are found by.
  let marker: RunMarker
  let child: ChildProcess
  let streams: ProgramOutput
  /// The writing end of its standard input, if it is open.
  var input: FileDescriptor?
  var table: ProcessTable
  /// How it ended, once that is known.
  var known: End?

  private init(_ start: ProgramStart) throws {
    let started = try start.started()
    child = started.child
    streams = started.streams
    input = started.input
    folder = start.folder
    marker = start.marker
    table = ProcessTable(root: child.id, marker: marker)
    endDescriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    for descriptor in [child.endDescriptor, streams.limitDescriptor] {
      var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: epoll_data(fd: descriptor))
      _ = unsafe epoll_ctl(endDescriptor, EPOLL_CTL_ADD, descriptor, &event)
    }
  }

  deinit {
    close(endDescriptor)
    try? input?.close()
  }

  /// Whether it has ended by itself.
  var hasEnded: Bool { child.hasEnded }
  /// Whether it has written more than it may.
  var hasWrittenTooMuch: Bool { streams.isOver }

  /// The numbers of all its processes now: itself, what it started, and what those started.
  ///
  /// Complexity: O(*n*) for *n* processes on the machine.
  func processes() -> Set<Int32> {
    table.refresh()
    return table.members
  }

  /// What it has written so far, as far as it is kept.
  var output: [UInt8] { streams.bytes(.output) }
  var errors: [UInt8] { streams.bytes(.errors) }
}

extension ProgramProcess {
  /// How many lines are enough for a person.
  private static let lineCount = 10
  /// How many characters of a line are.
  private static let lineLength = 200

  /// Its last lines of both, for a person: ten at most, first those of standard output, then those of standard error, which
  /// mostly say more about what is wrong.
  func lastLines() -> [String] {
    let output = Self.lines(streams.lastBytes(.output))
    let errors = Self.lines(streams.lastBytes(.errors))
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
