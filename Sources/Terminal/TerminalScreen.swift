internal import Glibc
internal import MIDICore
internal import Synchronization
internal import SystemPackage

/// The terminal as long as a command has it: keys come one by one, the command has a screen of its own, and whatever
/// ends it, the terminal is as it was.
package final class TerminalScreen {
  /// Whether the terminal understands control sequences.
  package static var hasControls: Bool { variable("TERM") != "dumb" }

  /// What happened outside.
  package enum Event {
    /// The process is to end.
    case end
    /// The process is about to be stopped (Ctrl-Z), with the terminal as it was: ``suspend()``.
    case suspend
    /// The screen has another size, or was used by another program.
    case redraw
  }

  /// Readable when ``takeEvents()`` has something.
  package let descriptor: Int32
  /// Readable when keys were pressed; nothing where the terminal has no keys for this process.
  package let inputDescriptor: Int32?

  private let output: Int32
  private let writeDescriptor: Int32
  private let settings: termios?
  private let endingSignals: [Int32]
  private let reportsPointer: Bool
  /// Whether the keyboard was opened here.
  private let ownsInput: Bool
  private var earlierHandlers: [(number: Int32, handler: sighandler_t?)] = []
  private var isOpen = false
  private var lines = ScreenDiff()

  /// Where the handler of signals writes: it is a plain function, to which nothing else can be given.
  private static let handlerDescriptor = Atomic<Int32>(-1)

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - output: The descriptor by which it is drawn on.
  ///   - endingSignals: The signals that are told as ``Event/end``; others are whoever's they were.
  ///   - reportsPointer: Whether presses and drags of the pointer come as keys.
  package init(_ output: Int32, endingSignals: [Int32], reportsPointer: Bool = false) throws {
    self.output = output
    self.endingSignals = endingSignals
    self.reportsPointer = reportsPointer
    // Where something else comes from standard input, the terminal's keys can still be had.
    ownsInput = isatty(STDIN_FILENO) != 1
    let keyboard = unsafe ownsInput ? open("/dev/tty", O_RDWR | O_CLOEXEC) : STDIN_FILENO
    inputDescriptor = keyboard >= 0 ? keyboard : nil
    var settings = termios()
    do {
      guard unsafe keyboard < 0 || tcgetattr(keyboard, &settings) == 0 else { throw Errno(rawValue: errno) }
      let pipe = try FileDescriptor.pipe(options: [.closeOnExec, .nonBlocking])
      (descriptor, writeDescriptor) = (pipe.readEnd.rawValue, pipe.writeEnd.rawValue)
    } catch {
      throw TerminalError("can't use the terminal (\(error))")
    }
    self.settings = keyboard >= 0 ? settings : nil
    Self.handlerDescriptor.store(writeDescriptor, ordering: .sequentiallyConsistent)
    earlierHandlers = (endingSignals + [SIGTSTP, SIGCONT, SIGWINCH]).map { ($0, watch($0)) }
    enter()
  }

  deinit { close() }

  /// Gives the terminal back.
  package func close() {
    guard !earlierHandlers.isEmpty else { return }
    leave()
    for (number, handler) in earlierHandlers { signal(number, handler) }
    earlierHandlers = []
    Self.handlerDescriptor.store(-1, ordering: .sequentiallyConsistent)
    Glibc.close(descriptor)
    Glibc.close(writeDescriptor)
    if ownsInput, let inputDescriptor { Glibc.close(inputDescriptor) }
  }

  /// The size of the terminal in characters.
  var size: (columns: Int, rows: Int) { terminalSize(of: output) }

  /// What has happened since the last call.
  package func takeEvents() -> [Event] {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(descriptor, &numbers, numbers.count)
    return numbers.prefix(max(0, count)).map { number in
      if endingSignals.contains(Int32(number)) { return .end }
      if Int32(number) == SIGTSTP { return .suspend }
      // Who has brought it back to the foreground may have changed the terminal.
      enter()
      return .redraw
    }
  }

  /// Stops the process with the terminal as it was, until somebody lets it go on.
  package func suspend() {
    leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    _ = watch(SIGTSTP)
    enter()
  }

  /// The bytes of the keys that were pressed; none when there are no more to come, ever.
  package func takeInput() -> [UInt8]? {
    guard let inputDescriptor else { return [] }
    var polled = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(inputDescriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Puts lines on the screen, in place of what is there.
  package func draw(_ lines: [String]) {
    let text = self.lines.update(lines)
    if !text.isEmpty { write(text) }
  }

  /// Keys one by one and unseen, signals as ever; another screen, no cursor, no wrapping of long lines.
  private func enter() {
    if var raw = settings, let inputDescriptor {
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
      unsafe tcsetattr(inputDescriptor, TCSADRAIN, &raw)
    }
    // 1002: presses and drags; 1006: with decimal numbers.
    let pointer = reportsPointer ? "\u{1B}[?1002h\u{1B}[?1006h" : ""
    write((isOpen ? "" : "\u{1B}[?1049h") + "\u{1B}[?25l\u{1B}[?7l" + pointer)
    isOpen = true
    lines.forget()
  }

  private func leave() {
    guard isOpen else { return }
    let pointer = reportsPointer ? "\u{1B}[?1006l\u{1B}[?1002l" : ""
    // Terminals that have only one screen are cleared at least.
    write(pointer + "\u{1B}[H\u{1B}[J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    if var settings, let inputDescriptor { unsafe tcsetattr(inputDescriptor, TCSADRAIN, &settings) }
    isOpen = false
  }

  /// Writes to the terminal; when it has gone, nowhere.
  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(output, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        // Somebody else who has the same terminal open made it so.
        var polled = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&polled, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }

  private func watch(_ number: Int32) -> sighandler_t? {
    signal(number) { number in
      let earlier = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe Glibc.write(
        TerminalScreen.handlerDescriptor.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = earlier
    }
  }
}

/// When a picture that changes is drawn: at once where the last one is old enough, else as soon as it is; and not at all
/// while nothing changes.
struct FrameLimiter {
  /// The shortest time between two pictures: 60 a second at most.
  static let interval = Nanoseconds(rawValue: 16_666_667)

  /// When the next picture may be drawn.
  private var earliest = Nanoseconds(rawValue: .min)
  /// Whether something has changed since the last picture. There was none yet at first.
  private(set) var isStale = true

  /// Something is to be shown otherwise.
  mutating func change() { isStale = true }

  /// When the next picture is due; nothing while nothing changes.
  var deadline: Nanoseconds? { isStale ? max(earliest, .zero) : nil }

  /// Takes note of a picture, where one is due.
  ///
  /// - Parameter now: The time, on any clock that only goes forward from 0.
  /// - Returns: Whether it is to be drawn now.
  mutating func takeFrame(at now: Nanoseconds) -> Bool {
    guard isStale, now >= earliest else { return false }
    isStale = false
    earliest = now + Self.interval
    return true
  }
}

/// The lines that are on a screen, so that only those are written that have changed.
struct ScreenDiff {
  /// Nothing where it isn't known what is on the screen.
  private var shown: [String]?

  /// Nothing is known of the screen any more: it was resized, or another program used it.
  mutating func forget() { shown = nil }

  /// What has to be written to a terminal that has control sequences (ECMA-48), so that these lines are on its screen.
  ///
  /// - Parameter lines: As many as there is room for, none wider than the screen. They may have colors, which end with
  ///   the line.
  mutating func update(_ lines: [String]) -> String {
    var text = shown == nil ? "\u{1B}[H\u{1B}[J" : ""
    let earlier = shown ?? []
    for (index, line) in lines.enumerated() where index >= earlier.count || earlier[index] != line {
      // Erased before and not after it: with a full line the cursor stands on its last character.
      text += "\u{1B}[\(index + 1);1H\u{1B}[K\(line)"
    }
    if lines.count < earlier.count { text += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
    shown = lines
    return text
  }
}
