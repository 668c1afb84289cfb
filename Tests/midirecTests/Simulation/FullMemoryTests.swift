import Foundation
import TestSupport
import Testing

/// Simulated machines on a computer without room for their files and memory.
@Suite(.enabled(if: getuid() == 0, "only root can mount a small disk"))
struct FullMemoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs midirec with small disks in place of `/dev/shm` and the folder for temporary files.
  private func simulate(
    temporarySize: String, memorySize: String = "1m", filling: Bool = false
  ) async throws -> Program.Result {
    let script = """
      mkdir small && mount -t tmpfs -o size=\(temporarySize) tmpfs small && export TMPDIR=$PWD/small &&
      mount -t tmpfs -o size=\(memorySize) tmpfs /dev/shm && { \(filling) && cat /dev/zero >small/full; }
      simulate -- true
      """
    return try await onMachineSlot {
      try await Program.run(
        "env",
        [
          "midirec=\(TestEnvironment.midirec)", "unshare", "--mount", "timeout", "120", "bash", "-c",
          "simulate() { \"$midirec\" simulate \"$@\"; }\n" + script,
        ], in: folder.path)
    }
  }

  @Test func fullTemporaryFolderIsReportedInPlainWords() async throws {
    let result = try await simulate(temporarySize: "64k", filling: true)
    #expect(result.status == 69)
    let line =
      /midirec: can't start a simulated machine in \S+: No space left on device; set TMPDIR to a folder with room\n/
    #expect(result.errors.hasSuffix("set TMPDIR to a folder with room\n"), "\(result.errors)")
    #expect(result.errors.contains(line), "\(result.errors)")
  }

  @Test func temporaryFolderThatFillsUpIsReported() async throws {
    let result = try await simulate(temporarySize: "8k", memorySize: "50%")
    #expect(result.status == 69)
    #expect(
      result.errors == "midirec: the simulated machine can't be set up: \(folder.path("small")) is full; "
        + "set TMPDIR to a folder with room\n")
  }

  @Test func smallTemporaryFolderIsReportedWithItsSize() async throws {
    let result = try await simulate(temporarySize: "4m")
    #expect(result.status == 69)
    let reason =
      "its memory takes up to 1024 MiB, and /dev/shm and \(folder.path("small")) have room for 3 MiB; "
    #expect(result.errors.contains(reason + "set TMPDIR to a folder with room\n"), "\(result.errors)")
  }
}
