internal import CLinux
internal import Glibc
internal import SystemPackage

/// A program that is started from a thread which isn't a task's.
struct ChildProgram {
  /// The standard streams of a program.
  struct Streams {
    /// A source or destination of a standard stream.
    enum Stream {
      case descriptor(Int32)
      case file(String)
    }

    var input: Stream
    var output: Stream
    var errors: Stream
  }

  /// The process number.
  let id: Int32

  /// Starts a program in a new session, with no signal blocked or ignored and no other open files.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments. A name without a slash is searched for in the caller's
  ///     `PATH`.
  ///   - environment: The variables of the environment.
  ///   - environmentEntries: Further entries, each `NAME=VALUE`.
  ///   - folder: The folder in which it starts, or `nil` for the caller's.
  ///   - usesRealUser: Whether it runs as the caller's real user and group instead of the effective ones.
  /// - Throws: The system's error.
  static func start(
    _ command: [String], environment: [String: String], environmentEntries: [[UInt8]] = [],
    folder: FilePath? = nil, streams: Streams, usesRealUser: Bool = false
  ) throws(Errno) -> ChildProgram {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let folder {
      _ = unsafe folder.withPlatformString { unsafe posix_spawn_file_actions_addchdir_np(&actions, $0) }
    }
    for (target, stream) in [
      (STDIN_FILENO, streams.input), (STDOUT_FILENO, streams.output), (STDERR_FILENO, streams.errors),
    ] {
      switch stream {
      case .descriptor(let descriptor): unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      // A session's leader gets the first terminal that it opens.
      case .file(let path): unsafe posix_spawn_file_actions_addopen(&actions, target, path, O_RDWR, 0)
      }
    }
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags =
      LINUX_POSIX_SPAWN_SETSID | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
      | (usesRealUser ? Int16(POSIX_SPAWN_RESETIDS) : 0)
    unsafe posix_spawnattr_setflags(&attributes, flags)

    var id: pid_t = 0
    let variables = environment.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) }
    let arguments = unsafe cStrings(command.map { Array($0.utf8) })
    let variableStrings = unsafe cStrings(variables + environmentEntries)
    defer { unsafe (arguments + variableStrings).forEach { unsafe free($0) } }
    let errno = unsafe posix_spawnp(&id, command[0], &actions, &attributes, arguments, variableStrings)
    guard errno == 0 else { throw Errno(rawValue: errno) }
    return ChildProgram(id: id)
  }

  /// Copies of texts as C strings, with `nil` behind the last. The caller frees them.
  @unsafe
  private static func cStrings(_ texts: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { unsafe strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
  }

  /// Waits until the program has ended.
  func waitForEnd() -> ProgramEnd {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    return ProgramEnd(waitStatus: status)
  }
}

/// The way a program ended.
package enum ProgramEnd: Codable, Hashable, Sendable {
  /// It exited with a status.
  case exit(Int32)
  /// A signal ended it.
  case signal(Int32)

  init(waitStatus: Int32) {
    let number = waitStatus & 0x7f
    self = number == 0 ? .exit(waitStatus >> 8 & 0xff) : .signal(number)
  }

  /// The exit status that a shell reports: 128 plus the number of a signal.
  package var status: Int32 {
    switch self {
    case .exit(let status): status
    case .signal(let number): 128 + number
    }
  }
}
