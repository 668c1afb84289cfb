internal import CLinux
internal import Glibc
internal import SystemPackage

/// A program that this process has started.
///
/// The system doesn't reuse its ID until ``waitForEnd()``, which the owner must call once.
package final class ChildProcess: Sendable {
  /// The process ID.
  package let id: Int32
  /// A descriptor that is readable once the program has ended.
  package let endDescriptor: Int32

  /// Creates an object for a program that was just started.
  ///
  /// - Throws: The system's error if no descriptor is available. The program is killed in that case.
  init(id: Int32) throws(Errno) {
    self.id = id
    endDescriptor = linux_pidfd_open(id)
    guard endDescriptor < 0 else { return }
    let error = Errno(rawValue: errno)
    kill(id, SIGKILL)
    _ = waitForEnd()
    throw error
  }

  /// Closes the memory and the descriptors of the calling process to the user's other processes.
  package static func denyInspectionOfCaller() { _ = linux_deny_inspection() }

  deinit { if endDescriptor >= 0 { close(endDescriptor) } }

  /// Whether the program has ended.
  package var hasEnded: Bool { hasEnded(within: 0) }

  /// Returns whether the program ends within a time in milliseconds.
  package func hasEnded(within time: Int32) -> Bool {
    var polled = pollfd(fd: endDescriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, time) > 0
  }

  /// Waits until the program has ended.
  ///
  /// - Returns: The way the program ended, or SIGKILL if the system doesn't report it.
  package func waitForEnd() -> ProgramEnd {
    var status = SIGKILL
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    return ProgramEnd(waitStatus: status)
  }
}

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
