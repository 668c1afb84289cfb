internal import CLinux
internal import Glibc

/// The management console of a machine's kernel (`mconsole`), which answers also while a program computes without end.
///
/// Requests and replies are datagrams of a Unix socket: three 32-bit numbers, then up to 512 bytes of text.
struct KernelConsole {
  /// The path of the kernel's socket.
  let path: String

  private static let magic: UInt32 = 0xcafe_babe
  private static let version: UInt32 = 2
  private static let textSize = 512
  /// The longest wait for the reply, in milliseconds.
  private static let timeout: Int32 = 2_000

  /// Requests that the kernel send SIGINT to the machine's first process, as Ctrl-Alt-Del does.
  ///
  /// The signal comes at once, also while a program computes. A message through the console's terminal would wait for a
  /// thread of the kernel, which doesn't run before that program pauses.
  ///
  /// - Returns: `true` if the kernel answered.
  func signalFirstProcess() -> Bool {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    guard bind(socket), unsafe withSocketAddress(of: path, { unsafe connect(socket, $0, $1) }) == 0 else {
      return false
    }
    let text = Array("cad".utf8)
    let request =
      [Self.magic, Self.version, UInt32(text.count)].flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      } + text
      + [UInt8](repeating: 0, count: Self.textSize - text.count)
    return unsafe send(socket, request, request.count, 0) == request.count && isAnswered(socket)
  }

  private func isAnswered(_ socket: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 12 + Self.textSize)
    while true {
      var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&polled, 1, Self.timeout) > 0 else { return false }
      guard unsafe recv(socket, &buffer, buffer.count, 0) > 12 else { return false }
      // The second number announces more replies.
      if buffer[4..<8].allSatisfy({ $0 == 0 }) { return true }
    }
  }

  /// Binds a socket to a name that the system chooses, to which the kernel replies.
  private func bind(_ socket: Int32) -> Bool {
    var family = sa_family_t(AF_UNIX)
    return unsafe withUnsafePointer(to: &family) { family in
      unsafe Glibc.bind(
        socket, UnsafeRawPointer(family).assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sa_family_t>.size)) == 0
    }
  }
}
