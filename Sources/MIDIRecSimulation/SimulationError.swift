internal import Glibc
internal import SystemPackage

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

  /// Creates the error of a step in a machine's first process.
  ///
  /// - Parameter errno: The error number, by default of the last system call.
  init(step: String, errno: Int32 = Glibc.errno) { self.init("\(step): \(Errno(rawValue: errno))") }
}
