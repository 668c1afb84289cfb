internal import Simulation

extension CommandFailure {
  /// Explains why a simulated machine can't run.
  init(_ error: SimulationError) {
    self.init(Self.unavailable, "\(error)", details: error.details)
  }
}
