internal import ALSASequencer
internal import Glibc
internal import Takes
internal import Terminal

/// A list of endpoints for the user to choose from, which is kept up to date.
struct Picker {
  private var model: PickerModel
  private var keys = TerminalKeyReader()
  private let isPlain = !variable("NO_COLOR").isEmpty

  /// Whether standard input and standard error are a terminal, for the keys and the list.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && StandardError.isTerminal && TerminalScreen.hasControls
  }

  init(_ direction: Endpoint.Directions, lastChoice: EndpointPreferences.Choice?) {
    model = PickerModel(direction, lastChoice: lastChoice)
  }

  /// Shows the list until the user decides.
  ///
  /// - Returns: The choice, or `nil` if the user cancels or a signal arrives.
  consuming func run() throws -> PickerModel.Entry? {
    var monitor = try EndpointMonitor.start()
    model.show(monitor.endpoints)
    let screen = try TerminalScreen(STDERR_FILENO, endingSignals: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    defer { screen.close() }
    while true {
      let size = StandardError.size
      screen.draw(
        model.lines(columns: size.columns, rows: size.rows).map {
          $0.isSelected && !isPlain ? "\u{1B}[7m\($0.text)\u{1B}[m" : $0.text
        })
      switch monitor.wait(
        orInputFrom: screen.inputDescriptor, or: screen.descriptor,
        for: keys.isInTheMiddle ? TerminalKeyReader.escapeTime : EndpointMonitor.rereadingInterval)
      {
      case .announced:
        try update(&monitor)
      case .inputCame:
        for event in screen.takeEvents() {
          switch event {
          case .end: return nil
          case .suspend: screen.suspend()
          case .redraw: break
          }
        }
        guard let bytes = screen.takeInput() else { return nil }
        if let outcome = press(keys.read(bytes), rows: size.rows) { return outcome.entry }
      case .timePassed where !keys.isInTheMiddle:
        try update(&monitor, rereading: true)
      case .timePassed:
        if let outcome = press(keys.readEnd(), rows: size.rows) { return outcome.entry }
      case .stopRequested:
        return nil
      }
    }
  }

  private mutating func update(_ monitor: inout EndpointMonitor, rereading: Bool = false) throws {
    let changes = try monitor.update(rereading: rereading)
    model.show(monitor.endpoints, after: changes)
  }

  private mutating func press(_ keys: [TerminalKey], rows: Int) -> PickerModel.Outcome? {
    for key in keys {
      if let outcome = model.press(key, pageSize: max(1, rows - 2)) { return outcome }
    }
    return nil
  }
}

extension PickerModel.Outcome {
  fileprivate var entry: PickerModel.Entry? {
    guard case .chosen(let entry) = self else { return nil }
    return entry
  }
}
