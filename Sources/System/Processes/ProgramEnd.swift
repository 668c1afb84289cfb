internal import Glibc

/// The way a program ended.
package enum ProgramEnd: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The program exited with a status.
  case exit(Int32)
  /// A signal ended the program.
  case signal(Int32)

  /// Creates an end from a wait status, like the macros of wait(2).
  package init(waitStatus: Int32) {
    let number = waitStatus & 0x7f
    self = number == 0 ? .exit(waitStatus >> 8 & 0xff) : .signal(number)
  }

  /// The exit status that a shell reports; 128 plus the number for a signal.
  package var status: Int32 {
    switch self {
    case .exit(let status): status
    case .signal(let number): 128 + number
    }
  }

  /// The end of a sentence after "ended", such as `by signal 6 (Aborted)`.
  package var description: String {
    switch self {
    case .exit(let status): "with status \(status)"
    case .signal(let number): unsafe "by signal \(number) (\(String(cString: strsignal(number))))"
    }
  }
}
