internal import FileIO
internal import Glibc
internal import Processes
internal import Synchronization
internal import SystemPackage

extension KernelImage {
  private static let builderLock = Mutex(())

  /// Returns the kernel, built if it doesn't exist and this midirec knows how to build it.
  ///
  /// The environment variable `MIDIREC_KERNEL_BUILDER` is a shell command that builds it; `Scripts/midirec`
  /// sets it. Its output goes to standard error.
  ///
  /// - Returns: `nil` if the kernel doesn't exist and there is no such command.
  /// - Throws: An error if the command fails.
  package static func prepared(environment: [String: String]) throws(SimulationError) -> KernelImage? {
    do {
      return try builderLock.withLock { _ in
        if let kernel = find(environment: environment) { return kernel }
        guard let builder = environment["MIDIREC_KERNEL_BUILDER"], !builder.isEmpty else { return nil }
        let end = try ChildProcess.start(
          ["/bin/sh", "-c", builder], environment: ProcessEnvironment.entries(of: environment),
          streams: ChildProcess.Streams(
            output: .descriptor(STDERR_FILENO), errors: .descriptor(STDERR_FILENO))
        ).waitForEnd()
        guard end == .exit(0) else {
          throw SimulationError("the simulated machine's kernel could not be built, see above")
        }
        return find(environment: environment)
      }
    } catch {
      throw error as? SimulationError
        ?? SimulationError("the simulated machine's kernel can't be built: \(error)")
    }
  }
}
