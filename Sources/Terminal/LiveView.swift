internal import Glibc
package import MIDICore

/// A terminal view with a changing display and its keys.
package final class LiveView {
  /// An input from the user or the system.
  package enum Input {
    /// A key or pointer action for the display.
    case key(TerminalKey)
    /// The user quits: q, Escape, or an interrupting key.
    case leave
    /// The process is about to be suspended; call ``suspend()``.
    case suspend
  }

  private let screen: TerminalScreen
  private var keys = TerminalKeyReader()
  private var pace = FrameLimiter()
  /// The time at which an incomplete key counts as Escape.
  private var escapeDeadline: Nanoseconds?
  private let isColored = StandardOutput.allowsColor

  /// Whether standard output is a terminal that can show a changing display.
  package static var isPossible: Bool { StandardOutput.isTerminal && TerminalScreen.hasControls }

  /// Takes control of the terminal.
  ///
  /// - Parameter reportsPointer: Whether the pointer's presses and drags are reported as keys.
  package init(reportsPointer: Bool) throws {
    // ``StopSignals`` handles Ctrl-C and similar signals.
    screen = try TerminalScreen(STDOUT_FILENO, endingSignals: [SIGQUIT], reportsPointer: reportsPointer)
  }

  /// The descriptors that become readable when there is input.
  package var descriptors: (Int32?, Int32) { (screen.inputDescriptor, screen.descriptor) }

  /// The time of the next check even without input, on a clock that starts at 0.
  package var deadline: Nanoseconds? { [pace.deadline, escapeDeadline].compactMap { $0 }.min() }

  /// Marks the display as changed.
  package func change() { pace.change() }

  /// Draws the display if it is due.
  package func draw(
    at now: Nanoseconds, _ lines: (_ columns: Int, _ rows: Int, _ isColored: Bool) -> [String]
  ) {
    guard pace.takeFrame(at: now) else { return }
    let size = screen.size
    screen.draw(lines(size.columns, size.rows, isColored))
  }

  /// Returns the input since the last call.
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

  /// Suspends the process with the terminal restored, until it is resumed.
  package func suspend() {
    screen.suspend()
    pace.change()
  }

  /// Restores the terminal.
  package func close() { screen.close() }
}
