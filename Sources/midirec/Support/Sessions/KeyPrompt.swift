internal import Dispatch
internal import Glibc

/// Asks the person at the terminal, who answers with one key. Whatever ends it, the terminal is as it was.
final class KeyPrompt {
  /// Ctrl-D.
  private static let endOfTransmission: UInt8 = 4

  private let settings: termios
  private let signals: [any DispatchSourceSignal]

  /// Takes the terminal over.
  ///
  /// - Returns: Nothing where nobody could see the question and answer it.
  init?() {
    var settings = termios()
    guard isatty(STDIN_FILENO) == 1, StandardError.isTerminal, unsafe tcgetattr(STDIN_FILENO, &settings) == 0
    else { return nil }
    self.settings = settings
    signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      // The default would leave the terminal without echo.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        var settings = settings
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        StandardError.write("\n")
        _exit(CommandFailure.interrupted)
      }
      source.activate()
      return source
    }
  }

  deinit {
    for source in signals {
      source.cancel()
      signal(Int32(source.handle), SIG_DFL)
    }
  }

  /// Asks, and waits for one of the keys; others do nothing.
  ///
  /// - Returns: Nothing after Ctrl-D, and where no more keys can come.
  func answer(_ question: String, keys: [Character]) -> Character? {
    StandardError.write(question)
    var (raw, settings) = (settings, settings)
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    defer {
      unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
      StandardError.write("\n")
    }
    while true {
      var byte: UInt8 = 0
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count == 0 || count < 0 && errno != EINTR { return nil }
      if count == 1, byte == Self.endOfTransmission { return nil }
      let key = Character(UnicodeScalar(byte))
      if count == 1, keys.contains(key) {
        StandardError.write(String(key))
        return key
      }
    }
  }
}
