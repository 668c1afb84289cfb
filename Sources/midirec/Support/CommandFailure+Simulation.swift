internal import Reports
internal import Simulation

extension CommandFailure {
  /// Explains why a simulated machine can't run.
  init(_ error: SimulationError) {
    let details = error.details.map { "\n    \($0.printable)" }.joined()
    self.init(Self.unavailable, "\(error)".printable + details)
  }
}
