/// The reason why a simulated machine can't run.
package struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, with what to do about it; lowercase, without a period.
  package let description: String
  /// Further lines, such as the last messages of the kernel.
  package let details: [String]

  init(_ description: String, details: [String] = []) {
    self.description = description
    self.details = details
  }
}
