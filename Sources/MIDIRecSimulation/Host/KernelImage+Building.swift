internal import Glibc
internal import MIDIRecSystem
internal import Synchronization
internal import SystemPackage

extension KernelImage {
  private static let builderLock = Mutex(())

  /// The shell command that builds the kernel, or `nil` without one.
  package static func builder(in environment: [String: String]) -> String? {
    environment["MIDIREC_KERNEL_BUILDER"].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func missing(_ environment: [String: String]) -> SimulationError {
    let (state, remedy) = absence(environment: environment)
    return SimulationError("the simulated machine's kernel \(state); \(remedy)")
  }

  /// Returns the kernel, built if it doesn't exist and this midirec knows how to build it.
  ///
  /// The environment variable `MIDIREC_KERNEL_BUILDER` is a shell command that builds it; `Scripts/midirec`
  /// sets it. Its output goes to standard error.
  ///
  /// - Throws: An error if the command fails, or if the kernel doesn't exist and there is no such command.
  package static func prepared(environment: [String: String]) throws(SimulationError) -> KernelImage {
    do {
      return try builderLock.withLock { _ in
        if let kernel = find(environment: environment) { return kernel }
        guard let builder = builder(in: environment) else { throw missing(environment) }
        let end = try ChildProcess.start(
          ["/bin/sh", "-c", builder], environment: ProcessEnvironment.entries(of: environment),
          output: .descriptor(STDERR_FILENO), errors: .descriptor(STDERR_FILENO)
        ).waitForEnd()
        guard end == .exit(0) else {
          throw SimulationError("the simulated machine's kernel could not be built, see above")
        }
        guard let kernel = find(environment: environment) else { throw missing(environment) }
        return kernel
      }
    } catch {
      throw error as? SimulationError
        ?? SimulationError("the simulated machine's kernel can't be built: \(error)")
    }
  }
}
