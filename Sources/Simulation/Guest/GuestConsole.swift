internal import CLinux
internal import Glibc

/// The machine's console, through which messages of midirec come.
struct GuestConsole {
  let descriptor: Int32
  /// Whether midirec has closed its end.
  private(set) var isClosed = false
  private var received: ArraySlice<UInt8> = []

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Opens it, so that bytes pass unchanged.
  static func open() throws(GuestError) -> GuestConsole {
    let descriptor = unsafe Glibc.open("/dev/tty0", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw GuestError("can't open the console") }
    var attributes = termios()
    unsafe tcgetattr(descriptor, &attributes)
    unsafe cfmakeraw(&attributes)
    unsafe tcsetattr(descriptor, TCSANOW, &attributes)
    return GuestConsole(descriptor: descriptor)
  }

  /// The messages that have come.
  mutating func receive() -> [ControlMessage] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count > 0 {
        received += buffer[..<count]
      } else {
        if count == 0 || errno != EAGAIN && errno != EINTR { isClosed = true }
        break
      }
    }
    var messages: [ControlMessage] = []
    while let message = ControlMessage.next(in: &received) { messages.append(message) }
    return messages
  }
}
