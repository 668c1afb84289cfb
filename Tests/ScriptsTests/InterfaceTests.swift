import Foundation
import TestSupport
import Testing

/// The lists of the public interface, which `Scripts/interface` writes, so that a review sees its changes.
@Suite struct InterfaceTests {
  @Test func listsAreCurrent() async throws {
    let folder = URL(filePath: TestEnvironment.midirec).deletingLastPathComponent().path
    let result = try await Program.run(
      "python3", ["-B", "Scripts/interface", folder, "--check"], in: TestEnvironment.projectFolder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}
