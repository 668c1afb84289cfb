internal import Glibc
internal import MIDICore
internal import Terminal
internal import Waiting

/// A question on the terminal that the user answers with one key. The terminal is always restored.
struct KeyPrompt {
  /// Ctrl-D.
  private static let endOfTransmission: UInt8 = 4
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let settings: termios

  /// Creates a prompt, or returns `nil` if standard input or standard error isn't a terminal.
  init?() {
    var settings = termios()
    guard isatty(STDIN_FILENO) == 1, StandardError.isTerminal, unsafe tcgetattr(STDIN_FILENO, &settings) == 0
    else { return nil }
    self.settings = settings
  }

  /// Asks the question, and waits for one of the keys. Other keys do nothing, and signals end the process.
  ///
  /// - Returns: The key, or `nil` after Ctrl-D and if no more keys can come.
  func answer(_ question: String, keys: [Character]) -> Character? {
    // A signal's default action would leave the terminal without echo.
    guard let stop = StopToken() else { return nil }
    stop.requestStop(onSignals: Self.signals)
    StandardError.write(question.printableLines)
    setTerminal(raw: true)
    let key = key(from: keys, stop: stop)
    setTerminal(raw: false)
    for number in Self.signals { signal(number, SIG_DFL) }
    StandardError.write(key.map { "\($0)\n" } ?? "\n")
    if stop.isStopRequested { _exit(CommandFailure.interrupted) }
    return key
  }

  private func setTerminal(raw: Bool) {
    var settings = settings
    if raw { settings.c_lflag &= ~tcflag_t(ICANON | ECHO) }
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  private func key(from keys: [Character], stop: StopToken) -> Character? {
    while stop.wait(orInputFrom: STDIN_FILENO, until: nil) == .inputCame {
      var byte: UInt8 = 0
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count == 0 || count < 0 && errno != EINTR { return nil }
      if count == 1, byte == Self.endOfTransmission { return nil }
      let key = Character(UnicodeScalar(byte))
      if count == 1, keys.contains(key) { return key }
    }
    return nil
  }
}
