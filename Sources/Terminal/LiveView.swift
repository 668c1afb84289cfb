internal import Glibc
package import MIDICore

/// The terminal on which a picture is shown that changes, with its keys.
package final class LiveView {
  /// What a person does, or the system.
  package enum Input {
    /// A key or the pointer that means something to what is shown.
    case key(TerminalKey)
    /// The person has seen enough: q, Escape, a key for the end of input.
    case leave
    /// The process is to be stopped: ``suspend()``.
    case suspend
  }

  private let screen: TerminalScreen
  private var keys = TerminalKeyReader()
  private var pace = FrameLimiter()
  /// When a begun key counts as Escape.
  private var escapeDeadline: Nanoseconds?
  private let isColored = StandardOutput.allowsColor

  /// Whether standard output is a terminal on which something can be shown that changes.
  package static var isPossible: Bool { StandardOutput.isTerminal && TerminalScreen.hasControls }

  /// Takes the terminal over.
  ///
  /// - Parameter reportsPointer: Whether presses and drags of the pointer are keys.
  package init(reportsPointer: Bool) throws {
    // Ctrl-C and its like are ``StopSignals``' business.
    screen = try TerminalScreen(STDOUT_FILENO, endingSignals: [SIGQUIT], reportsPointer: reportsPointer)
  }

  /// What becomes readable when there is input.
  package var descriptors: (Int32?, Int32) { (screen.inputDescriptor, screen.descriptor) }

  /// When to look again though nothing comes; all times are on one clock that begins at 0.
  package var deadline: Nanoseconds? { [pace.deadline, escapeDeadline].compactMap { $0 }.min() }

  /// Something is to be shown otherwise.
  package func change() { pace.change() }

  /// Draws, if a picture is due.
  package func draw(
    at now: Nanoseconds, _ lines: (_ columns: Int, _ rows: Int, _ isColored: Bool) -> [String]
  ) {
    guard pace.takeFrame(at: now) else { return }
    let size = screen.size
    screen.draw(lines(size.columns, size.rows, isColored))
  }

  /// What has come from the person and the system.
  package func takeInput(at now: Nanoseconds) -> [Input] {
    var inputs: [Input] = []
    for event in screen.takeEvents() {
      switch event {
      case .end: inputs.append(.leave)
      case .suspend: inputs.append(.suspend)
      case .redraw: pace.change()
      }
    }
    guard let bytes = screen.takeInput() else { return inputs + [.leave] }
    var pressed = keys.read(bytes)
    if bytes.isEmpty, let escapeDeadline, now >= escapeDeadline { pressed += keys.readEnd() }
    if !keys.isInTheMiddle {
      escapeDeadline = nil
    } else if escapeDeadline == nil || !bytes.isEmpty {
      escapeDeadline = now + TerminalKeyReader.escapeTime
    }
    return inputs
      + pressed.map { key in
        switch key {
        case .escape, .interrupt, .character("q"): .leave
        default: .key(key)
        }
      }
  }

  /// Stops the process, with the terminal as it was, until somebody lets it go on.
  package func suspend() {
    screen.suspend()
    pace.change()
  }

  /// Gives the terminal back.
  package func close() { screen.close() }
}
