internal import Glibc
internal import SystemPackage

/// A program that runs beside this one, with one socket for its standard input and output. Its errors go nowhere.
///
/// It is ended with the value: what it does can't outlive the question that it was asked.
struct ChildProcess: ~Copyable {
  /// How a program ended.
  enum Termination: Hashable, CustomStringConvertible {
    case exit(code: Int32)
    case signal(Int32)

    /// A part of a sentence: `was ended by signal 6 (Aborted)`.
    var description: String {
      switch self {
      case .exit(let code): "ended with exit code \(code)"
      case .signal(let number):
        unsafe "was ended by signal \(number) (\(String(cString: strsignal(number))))"
      }
    }
  }

  private let processID: pid_t
  private let socket: FileDescriptor
  /// When it is to have answered, in milliseconds of ``now``.
  private let deadline: Int64

  private init(processID: pid_t, socket: FileDescriptor, deadline: Int64) {
    self.processID = processID
    self.socket = socket
    self.deadline = deadline
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path; it is not searched for.
  ///   - timeLimit: After which time an answer is no longer waited for.
  static func start(
    _ program: FilePath, _ arguments: [String], timeLimit: Duration
  ) throws(Errno) -> ChildProcess {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else { throw Errno(rawValue: errno) }
    defer { Glibc.close(pair[1]) }
    let (processID, failure) = spawn(program, arguments, socket: pair[1])
    guard failure == 0 else {
      Glibc.close(pair[0])
      throw Errno(rawValue: failure)
    }
    return ChildProcess(
      processID: processID, socket: FileDescriptor(rawValue: pair[0]),
      deadline: now + timeLimit.milliseconds)
  }

  private static func spawn(
    _ program: FilePath, _ arguments: [String], socket: Int32
  ) -> (processID: pid_t, failure: Int32) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

    // Neither this process's blocked and ignored signals nor a Ctrl-C that is meant for it are the child's.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var processID: pid_t = 0
    // Of the environment only what the program may need to start: G_DEBUG, for one, would change what GLib does.
    var variables: [String] = []
    if let libraries = unsafe getenv("LD_LIBRARY_PATH") {
      variables.append(unsafe "LD_LIBRARY_PATH=" + String(cString: libraries))
    }
    let failure = unsafe withCStrings([program.string] + arguments) { words in
      unsafe withCStrings(variables) { environment in
        unsafe program.withPlatformString {
          unsafe posix_spawn(&processID, $0, &actions, &attributes, words, environment)
        }
      }
    }
    return (processID, failure)
  }

  /// Gives it its standard input, whole. One that stops reading is not an error: its answer tells.
  ///
  /// - Returns: Whether that was done before the deadline.
  func send(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      guard waitUntilReady(Int16(POLLOUT)) else { return false }
      let count = unsafe bytes.withUnsafeBytes {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[offset...])
        return unsafe Glibc.send(
          socket.rawValue, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno != EAGAIN, errno != EINTR { break }
      offset += max(0, count)
    }
    Glibc.shutdown(socket.rawValue, Int32(SHUT_WR))
    return true
  }

  /// Takes what it wrote, at most as much as fits.
  ///
  /// - Returns: How many bytes; 0 at the end of its output; nothing when the deadline has passed.
  func receive(into buffer: inout [UInt8]) -> Int? {
    guard waitUntilReady(Int16(POLLIN)) else { return nil }
    let count = try? unsafe buffer.withUnsafeMutableBytes { try unsafe socket.read(into: $0) }
    // A program that ends with input unread resets the socket, which is an end as well.
    return count ?? 0
  }

  private func waitUntilReady(_ events: Int16) -> Bool {
    while true {
      let left = deadline - Self.now
      if left <= 0 { return false }
      var entry = pollfd(fd: socket.rawValue, events: events, revents: 0)
      let count = unsafe poll(&entry, 1, Int32(clamping: left))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }

  /// Milliseconds of a clock that nobody sets.
  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Ends it, where it hasn't ended by itself, and says how it ended.
  ///
  /// One whose output has ended is ending already, and this doesn't change how.
  consuming func end() -> Termination {
    let termination = terminate()
    discard self
    return termination
  }

  deinit { _ = terminate() }

  private func terminate() -> Termination {
    kill(processID, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
    try? socket.close()
    // The encoding of WIFSIGNALED, WTERMSIG and WEXITSTATUS, which are macros.
    let signal = status & 0x7F
    return signal == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(signal)
  }
}

extension Duration {
  /// The number of milliseconds, rounded up.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}

/// Lends strings as C has them: an array of pointers that ends with none.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure("an array with an element has a start") }
    return unsafe body(UnsafePointer(start))
  }
}
