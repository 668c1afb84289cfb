internal import Dispatch
internal import Glibc
package import MIDIRecSystem

/// The space bar of a terminal, which pauses and resumes a replay.
///
/// While this object exists, the terminal delivers keys at once and doesn't echo them. Ctrl-C still interrupts.
package final class PauseKey {
  /// The switch that the key toggles.
  package let pause: PauseSwitch

  private let settings: termios
  private let source: any DispatchSourceRead

  /// Starts to watch the key.
  ///
  /// - Returns: `nil` if standard input isn't a terminal, or the terminal's keys belong to a different program.
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
      // A closed terminal stays readable forever.
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
