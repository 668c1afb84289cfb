internal import Glibc

extension StandardOutput {
  /// Writes a line; whether anybody still reads it, as `head` doesn't, makes no difference to what is being done.
  static func tell(_ line: String) throws {
    // Without that, a pipe that was closed would end the process in the middle.
    signal(SIGPIPE, SIG_IGN)
    do {
      try write(line: line)
    } catch is Closed {
      // Whoever read it has seen enough.
    }
  }
}
