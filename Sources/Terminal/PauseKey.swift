internal import Dispatch
internal import Glibc
package import Waiting

/// The space bar of a terminal, which halts a replay and lets it go on.
///
/// As long as it exists the terminal gives keys at once and doesn't show them; Ctrl-C still interrupts.
package final class PauseKey {
  /// What the key moves.
  package let pause: PauseSwitch

  private let settings: termios
  private let source: any DispatchSourceRead

  /// Begins to watch.
  ///
  /// - Returns: Nothing where standard input is no terminal, or one whose keys go to another program now.
  package init?() {
    var settings = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
      unsafe tcgetattr(STDIN_FILENO, &settings) == 0, let pause = PauseSwitch()
    else { return nil }
    self.pause = pause
    self.settings = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
    source.setEventHandler { [source] in
      var keys = [UInt8](repeating: 0, count: 64)
      let count = unsafe read(STDIN_FILENO, &keys, keys.count)
      // A terminal that was closed can be read for ever.
      guard count > 0 else { return source.cancel() }
      for key in keys[..<count] where key == UInt8(ascii: " ") { pause.toggle() }
    }
    source.activate()
  }

  deinit {
    source.cancel()
    var settings = settings
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
