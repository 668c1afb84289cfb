internal import Glibc
package import MIDICore
internal import Synchronization
internal import SystemPackage

/// The terminal under a command's control: unbuffered keys and a separate screen with a changing display. However the
/// command ends, the terminal is restored.
///
/// The command waits for the ``descriptors`` until the ``deadline``, takes the input, and draws the display when it is due.
package final class TerminalScreen {
  /// An input from the user or the system.
  package enum Input {
    /// A key or pointer action.
    case key(TerminalKey)
    /// A signal that should end the process.
    case signal
    /// The terminal was closed, so no more keys can arrive.
    case closed
    /// The process is about to be suspended (Ctrl-Z); call ``suspend()``.
    case suspend
  }

  /// Whether the terminal supports control sequences.
  package static var hasControls: Bool { variable("TERM") != "dumb" }

  /// Whether standard output is a terminal that can show a changing display.
  package static var isPossible: Bool { StandardOutput.isTerminal && hasControls }

  /// Whether standard input is also a terminal, for the user's answers.
  package static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && hasControls }

  /// The time at which an incomplete key counts as Escape, or `nil` if no key is incomplete.
  package private(set) var escapeDeadline: Nanoseconds?

  private let output: Int32
  /// A descriptor that is readable when ``takeInput(at:)`` has signals.
  private let signalDescriptor: Int32
  private let writeDescriptor: Int32
  /// A descriptor that is readable when keys were pressed, or `nil` if this process gets no keys.
  private let inputDescriptor: Int32?
  private let settings: termios?
  private let endingSignals: [Int32]
  private let reportsPointer: Bool
  /// Whether this object opened the keyboard.
  private let ownsInput: Bool
  private var earlierHandlers: [(number: Int32, handler: sighandler_t?)] = []
  private var isOpen = false
  private var keys = TerminalKeyReader()
  private var frames = ScreenFrames()

  /// The descriptor that the signal handler writes to. The handler is a plain function without context.
  private static let handlerDescriptor = Atomic<Int32>(-1)

  /// The signals that end a command without a handler of its own.
  package static let usualSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Takes control of the terminal.
  ///
  /// - Parameters:
  ///   - output: The descriptor for drawing.
  ///   - endingSignals: The signals to report as ``Input/signal``. The handling of other signals is unchanged, such as
  ///     by ``StopSignals``.
  ///   - reportsPointer: Whether the pointer's presses and drags are reported as keys.
  package init(
    _ output: Int32 = STDOUT_FILENO, endingSignals: [Int32] = [SIGQUIT], reportsPointer: Bool = false
  ) throws {
    self.output = output
    self.endingSignals = endingSignals
    self.reportsPointer = reportsPointer
    // If standard input is redirected, the terminal's keys are still available.
    ownsInput = isatty(STDIN_FILENO) != 1
    let keyboard = unsafe ownsInput ? open("/dev/tty", O_RDWR | O_CLOEXEC) : STDIN_FILENO
    inputDescriptor = keyboard >= 0 ? keyboard : nil
    var settings = termios()
    do {
      guard unsafe keyboard < 0 || tcgetattr(keyboard, &settings) == 0 else { throw Errno(rawValue: errno) }
      let pipe = try FileDescriptor.pipe(options: [.closeOnExec, .nonBlocking])
      (signalDescriptor, writeDescriptor) = (pipe.readEnd.rawValue, pipe.writeEnd.rawValue)
    } catch {
      throw TerminalError("can't use the terminal (\(error))")
    }
    self.settings = keyboard >= 0 ? settings : nil
    Self.handlerDescriptor.store(writeDescriptor, ordering: .sequentiallyConsistent)
    earlierHandlers = (endingSignals + [SIGTSTP, SIGCONT, SIGWINCH]).map { ($0, watch($0)) }
    enter()
  }

  deinit { close() }

  /// Restores the terminal.
  package func close() {
    guard !earlierHandlers.isEmpty else { return }
    leave()
    for (number, handler) in earlierHandlers { signal(number, handler) }
    earlierHandlers = []
    Self.handlerDescriptor.store(-1, ordering: .sequentiallyConsistent)
    Glibc.close(signalDescriptor)
    Glibc.close(writeDescriptor)
    if ownsInput, let inputDescriptor { Glibc.close(inputDescriptor) }
  }

  /// The descriptors that become readable when there is input.
  package var descriptors: (Int32?, Int32) { (inputDescriptor, signalDescriptor) }

  /// The time of the next check even without input, on a clock that starts at 0.
  package var deadline: Nanoseconds? { [frames.deadline, escapeDeadline].compactMap { $0 }.min() }

  /// Returns the input since the last call.
  package func takeInput(at now: Nanoseconds) -> [Input] {
    let inputs = takeSignals()
    guard let bytes = readKeys() else { return inputs + [.closed] }
    var pressed = keys.read(bytes)
    if bytes.isEmpty, let escapeDeadline, now >= escapeDeadline { pressed += keys.readEnd() }
    if !keys.isInTheMiddle {
      escapeDeadline = nil
    } else if escapeDeadline == nil || !bytes.isEmpty {
      escapeDeadline = now + TerminalKeyReader.escapeTime
    }
    return inputs + pressed.map(Input.key)
  }

  private func takeSignals() -> [Input] {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(signalDescriptor, &numbers, numbers.count)
    return numbers.prefix(max(0, count)).compactMap { number in
      if endingSignals.contains(Int32(number)) { return .signal }
      if Int32(number) == SIGTSTP { return .suspend }
      // The screen was resized, or the program in the foreground may have changed the terminal.
      enter()
      return nil
    }
  }

  /// Suspends the process with the terminal restored, until it is resumed.
  package func suspend() {
    leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    _ = watch(SIGTSTP)
    enter()
  }

  /// Returns the bytes of pressed keys, or `nil` if no more keys can arrive.
  private func readKeys() -> [UInt8]? {
    guard let inputDescriptor else { return [] }
    var polled = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(inputDescriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Marks the display as changed.
  package func change() { frames.change() }

  /// Draws the display if it is due.
  package func draw(
    at now: Nanoseconds, _ lines: (_ columns: Int, _ rows: Int, _ isColored: Bool) -> [String]
  ) {
    guard frames.takeFrame(at: now) else { return }
    let size = StandardOutput.size(of: output)
    draw(lines(size.columns, size.rows, StandardOutput.allowsColor))
  }

  /// Draws lines in place of the previous ones.
  package func draw(_ lines: [String]) {
    let text = frames.update(lines)
    if !text.isEmpty { write(text) }
  }

  /// Enters the mode: unbuffered keys without echo, normal signals, a separate screen, no cursor, and no wrapping.
  private func enter() {
    if var raw = settings, let inputDescriptor {
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
      unsafe tcsetattr(inputDescriptor, TCSADRAIN, &raw)
    }
    // 1002: presses and drags. 1006: decimal numbers.
    let pointer = reportsPointer ? "\u{1B}[?1002h\u{1B}[?1006h" : ""
    write((isOpen ? "" : "\u{1B}[?1049h") + "\u{1B}[?25l\u{1B}[?7l" + pointer)
    isOpen = true
    frames.forget()
  }

  private func leave() {
    guard isOpen else { return }
    let pointer = reportsPointer ? "\u{1B}[?1006l\u{1B}[?1002l" : ""
    // A terminal without a second screen is at least cleared.
    write(pointer + "\u{1B}[H\u{1B}[J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    if var settings, let inputDescriptor { unsafe tcsetattr(inputDescriptor, TCSADRAIN, &settings) }
    isOpen = false
  }

  /// Writes to the terminal, and ignores a closed one.
  private func write(_ text: String) {
    _ = StandardOutput.write(Array(text.utf8), to: output)
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

/// The frames of a changing display.
///
/// A change is drawn at once if the last frame is old enough, and otherwise as soon as it is. Only changed lines are
/// written.
struct ScreenFrames {
  /// The minimum time between frames: at most 60 per second.
  static let interval = Nanoseconds(rawValue: 16_666_667)

  /// The earliest time of the next frame.
  private var earliest = Nanoseconds(rawValue: .min)
  /// Whether the display has changed since the last frame. Initially, it is true.
  private var isStale = true
  /// The lines on the screen, or `nil` if they are unknown.
  private var shown: [String]?

  /// Marks the display as changed.
  mutating func change() { isStale = true }

  /// Forgets the lines on the screen, because it was resized or used by a different program.
  mutating func forget() { (shown, isStale) = (nil, true) }

  /// The time of the next frame, or `nil` while the display is unchanged.
  var deadline: Nanoseconds? { isStale ? max(earliest, .zero) : nil }

  /// Starts a frame if one is due.
  ///
  /// - Parameter now: The time on a monotonic clock that starts at 0.
  /// - Returns: `true` if the caller should draw now.
  mutating func takeFrame(at now: Nanoseconds) -> Bool {
    guard isStale, now >= earliest else { return false }
    isStale = false
    earliest = now + Self.interval
    return true
  }

  /// Returns the text that changes the screen to show these lines, with control sequences of ECMA-48.
  ///
  /// - Parameter lines: The lines, as many as fit and at most as wide as the screen. Colors must end with their line.
  mutating func update(_ lines: [String]) -> String {
    var text = shown == nil ? "\u{1B}[H\u{1B}[J" : ""
    let earlier = shown ?? []
    for (index, line) in lines.enumerated() where index >= earlier.count || earlier[index] != line {
      // Erase before the text: after a full line, the cursor is on its last character.
      text += "\u{1B}[\(index + 1);1H\u{1B}[K\(line)"
    }
    if lines.count < earlier.count { text += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
    shown = lines
    return text
  }
}
