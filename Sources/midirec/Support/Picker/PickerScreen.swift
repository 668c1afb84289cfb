internal import Glibc
internal import Synchronization
internal import SystemPackage

/// The terminal as long as a list is on it: keys come one by one, the list has a screen of its own, and whatever ends
/// it, the terminal is as it was.
final class PickerScreen {
  /// Whether there is a terminal for it: for the keys on standard input, for the list on standard error.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && StandardError.isTerminal && variable("TERM") != "dumb"
  }

  /// What happened outside.
  enum Event {
    /// The process is to end.
    case end
    /// The screen has another size, or was used by another program.
    case redraw
  }

  /// Readable when ``takeEvents()`` has something.
  let descriptor: Int32

  private let writeDescriptor: Int32
  private let settings: termios
  private let isPlain = variable("NO_COLOR") != nil
  private var earlierHandlers: [(number: Int32, handler: sighandler_t?)] = []
  private var isOpen = false

  /// Signals that end the process.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// Where the handler of signals writes: it is a plain function, to which nothing else can be given.
  private static let handlerDescriptor = Atomic<Int32>(-1)

  /// Takes the terminal over.
  init() throws {
    var settings = termios()
    var descriptors: [Int32] = [-1, -1]
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0, unsafe pipe(&descriptors) == 0 else {
      throw CommandFailure(
        CommandFailure.inputOutput, "cannot use the terminal (\(Errno(rawValue: errno)))")
    }
    self.settings = settings
    (descriptor, writeDescriptor) = (descriptors[0], descriptors[1])
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    Self.handlerDescriptor.store(writeDescriptor, ordering: .sequentiallyConsistent)
    earlierHandlers = (Self.ending + [SIGTSTP, SIGCONT, SIGWINCH]).map { ($0, watch($0)) }
    open()
  }

  deinit { close() }

  /// Gives the terminal back.
  func close() {
    guard !earlierHandlers.isEmpty else { return }
    leave()
    for (number, handler) in earlierHandlers { signal(number, handler) }
    earlierHandlers = []
    Self.handlerDescriptor.store(-1, ordering: .sequentiallyConsistent)
    Glibc.close(descriptor)
    Glibc.close(writeDescriptor)
  }

  /// What has happened since the last call. A process that is to be stopped (Ctrl-Z) is stopped in here, with the
  /// terminal as it was.
  func takeEvents() -> [Event] {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(descriptor, &numbers, numbers.count)
    return numbers.prefix(max(0, count)).map { number in
      if Self.ending.contains(Int32(number)) { return .end }
      if Int32(number) == SIGTSTP { suspend() }
      // Who has brought it back to the foreground may have changed the terminal.
      open()
      return .redraw
    }
  }

  /// The bytes of the keys that were pressed; none when there are no more to come, ever.
  func takeInput() -> [UInt8]? {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Puts lines on the screen, in place of what is there.
  func draw(_ lines: [PickerModel.Line]) {
    let texts = lines.map { line in
      line.isSelected && !isPlain ? "\u{1B}[7m\(line.text)\u{1B}[m" : line.text
    }
    StandardError.write("\u{1B}[H" + texts.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
  }

  /// Keys one by one and unseen, signals as ever; another screen, no cursor, no wrapping of long lines.
  private func open() {
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    if !isOpen { StandardError.write("\u{1B}[?1049h") }
    StandardError.write("\u{1B}[?25l\u{1B}[?7l")
    isOpen = true
  }

  private func leave() {
    guard isOpen else { return }
    // Terminals that have only one screen are cleared at least.
    StandardError.write("\u{1B}[H\u{1B}[J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    var settings = settings
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    isOpen = false
  }

  private func suspend() {
    leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    _ = watch(SIGTSTP)
  }

  private func watch(_ number: Int32) -> sighandler_t? {
    signal(number) { number in
      let earlier = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe write(PickerScreen.handlerDescriptor.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = earlier
    }
  }
}

/// A variable of the environment, unless it is empty.
private func variable(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: value)
  return text.isEmpty ? nil : text
}
