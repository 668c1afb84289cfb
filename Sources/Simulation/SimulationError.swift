/// The reason why a simulated machine can't run.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, with what to do about it; lowercase, without a period.
  public let description: String
  /// Further lines, such as the last messages of the kernel.
  public let details: [String]

  init(_ description: String, details: [String] = []) {
    self.description = description
    self.details = details
  }
}
