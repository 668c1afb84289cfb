package import MIDIRecSessions
package import MIDIRecSimulation

extension SessionError: ReportableError {
  /// The failure without the error's details.
  package var failure: CommandFailure {
    let status: ExitStatus =
      switch kind {
      case .badData: .badData
      case .noInput: .noInput
      case .inputOutput: .inputOutput
      case .unavailable: .unavailable
      case .misbehaved: .different
      case .lost: .eventsLost
      }
    return CommandFailure(status, "\(self)")
  }
}

extension NewSession.Failure: ReportableError {
  package var failure: CommandFailure {
    switch self {
    case .badName(let reason): return CommandFailure(.usage, "invalid session name: \(reason)")
    case .badText(let reason): return CommandFailure(.usage, reason)
    case .silent(let subject):
      let result = "the result of \(subject) has no notes and no controllers"
      return CommandFailure(.badData, "can't accept: \(result); omit --accept to look at it first")
    case .unusable(let error):
      var failure = error.failure
      failure.details = error.details
      return failure
    case .exists(let folder):
      return CommandFailure(.cannotCreate, "\(folder) already exists; choose another name")
    case .unwritable(let error): return error.failure
    }
  }
}

extension SimulationError: ReportableError {
  /// The failure of a simulated machine that can't run.
  package var failure: CommandFailure { CommandFailure(.unavailable, "\(self)", details: details) }
}
