internal import Glibc

/// The way a program ended.
package enum ProgramEnd: Codable, Hashable, Sendable, CustomStringConvertible {
  /// It exited with a status.
  case exit(Int32)
  /// A signal ended it.
  case signal(Int32)

  /// Creates an end from a wait status, as the macros of wait(2) decode it.
  package init(waitStatus: Int32) {
    let number = waitStatus & 0x7f
    self = number == 0 ? .exit(waitStatus >> 8 & 0xff) : .signal(number)
  }

  /// The exit status that a shell reports: 128 plus the number of a signal.
  package var status: Int32 {
    switch self {
    case .exit(let status): status
    case .signal(let number): 128 + number
    }
  }

  /// The rest of a sentence after "ended", such as `by signal 6 (Aborted)`.
  package var description: String {
    switch self {
    case .exit(let status): "with status \(status)"
    case .signal(let number): unsafe "by signal \(number) (\(String(cString: strsignal(number))))"
    }
  }
}
