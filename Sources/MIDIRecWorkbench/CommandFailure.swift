/// The exit status of a command, from `sysexits.h` if that has one.
package enum ExitStatus: Int32, Sendable {
  /// Results differ, or a program misbehaves.
  case different = 1
  /// Events were lost.
  case eventsLost = 3
  /// The usage is wrong.
  case usage = 64
  /// Input data is invalid.
  case badData = 65
  /// An input file is missing.
  case noInput = 66
  /// A sequencer, an endpoint, or a program is missing.
  case unavailable = 69
  /// An output file can't be created.
  case cannotCreate = 73
  /// The system can't read or write.
  case inputOutput = 74
  /// The user has interrupted the command.
  case interrupted = 130
}

/// An error that a front end reports with advice and an exit status.
///
/// The errors of other modules name data. They conform in the files of this module that are about the same things, and
/// ``CommandFailure`` adds advice.
package protocol ReportableError: Error {
  /// The failure for the user.
  var failure: CommandFailure { get }
}

/// The failure of a command: a message of one line, and an exit status.
package struct CommandFailure: ReportableError {
  /// The exit status.
  package let status: ExitStatus
  /// The message with its advice, on one line. It can quote text that isn't printable.
  package let message: String
  /// Lines that follow the message, such as a program's last lines of output.
  package var details: [String] = []

  /// Creates a failure with a message.
  package init(_ status: ExitStatus, _ message: String, details: [String] = []) {
    self.status = status
    self.message = message
    self.details = details
  }

  /// Explains an error, or returns `nil` for an error of the front end itself.
  package init?(explaining error: any Error) {
    guard let error = error as? any ReportableError else { return nil }
    self = error.failure
  }

  /// The number of the exit status.
  package var code: Int32 { status.rawValue }

  package var failure: CommandFailure { self }
}
