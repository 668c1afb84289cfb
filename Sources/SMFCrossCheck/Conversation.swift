internal import Glibc
internal import MIDICore
internal import MIDIRecSystem
internal import SystemPackage

/// An exchange with a program over a socket for its standard input and output, with a deadline.
struct Conversation {
  private let socket: FileDescriptor
  /// The monotonic time by which the program must have answered.
  private let deadline: Nanoseconds

  /// Starts a program, runs `body`, and kills the program unless it has ended.
  ///
  /// - Parameters:
  ///   - program: The program's file.
  ///   - arguments: The program's arguments.
  ///   - timeLimit: The maximum time until the end of its output.
  ///   - body: The function that uses the socket.
  /// - Returns: The result of `body`, and the way the program ended.
  static func hold<Result>(
    with program: FilePath, _ arguments: [String], timeLimit: Nanoseconds, _ body: (Conversation) -> Result
  ) throws(Errno) -> (Result, ProgramEnd) {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else { throw Errno(rawValue: errno) }
    defer { Glibc.close(pair[0]) }
    let child: ChildProcess
    do {
      defer { Glibc.close(pair[1]) }
      child = try ChildProcess.start(
        [program.string] + arguments, program: program, environment: environment,
        input: .descriptor(pair[1]), output: .descriptor(pair[1]))
    }
    let deadline = monotonicTime() + timeLimit
    let result = body(Conversation(socket: FileDescriptor(rawValue: pair[0]), deadline: deadline))
    // A program whose output has ended is already exiting, so this doesn't change its exit status.
    kill(child.id, SIGKILL)
    return (result, child.waitForEnd())
  }

  /// The variables that the program may need to start.
  ///
  /// Other variables, such as G_DEBUG, would change the behavior of GLib.
  private static var environment: [[UInt8]] {
    guard let libraries = unsafe getenv("LD_LIBRARY_PATH") else { return [] }
    return unsafe [Array("LD_LIBRARY_PATH=\(String(cString: libraries))".utf8)]
  }

  /// Sends all of the program's standard input.
  ///
  /// A program that stops reading isn't an error; its output shows the reason.
  ///
  /// - Throws: `ETIMEDOUT` if the deadline passes.
  func send(_ bytes: [UInt8]) throws(Errno) {
    var offset = 0
    while offset < bytes.count {
      try waitUntilReady(Int16(POLLOUT))
      let count = unsafe bytes.withUnsafeBytes {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[offset...])
        return unsafe Glibc.send(
          socket.rawValue, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno != EAGAIN, errno != EINTR { break }
      offset += max(0, count)
    }
    Glibc.shutdown(socket.rawValue, Int32(SHUT_WR))
  }

  /// Receives output of the program, up to the size of the buffer.
  ///
  /// - Returns: The number of bytes, or 0 at the end of the output.
  /// - Throws: `ETIMEDOUT` if the deadline passes.
  func receive(into buffer: inout [UInt8]) throws(Errno) -> Int {
    try waitUntilReady(Int16(POLLIN))
    let count = try? unsafe buffer.withUnsafeMutableBytes { try unsafe socket.read(into: $0) }
    // A program that ends with unread input resets the socket, which also means the end.
    return count ?? 0
  }

  private func waitUntilReady(_ events: Int16) throws(Errno) {
    while true {
      let left = deadline - monotonicTime()
      if left <= .zero { throw .timedOut }
      var entry = pollfd(fd: socket.rawValue, events: events, revents: 0)
      let count = unsafe poll(&entry, 1, Int32(clamping: left.rawValue / 1_000_000 + 1))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .timedOut }
    }
  }
}
