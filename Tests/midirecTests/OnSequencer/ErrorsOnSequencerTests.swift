import Foundation
import TestSupport
import Testing

/// Errors that only root can cause on purpose.
@Suite(
  .onSimulatedMachine(options: "--allow-mounts"),
  .enabled(if: getuid() == 0, "only root can hide files"))
struct ErrorsOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func missingSequencerIsReportedWithRemedy() async throws {
    let hidden = "mount -t tmpfs none /dev/snd && exec \"$0\" ports"
    let result = try await Program.run("unshare", ["--mount", "sh", "-c", hidden, TestEnvironment.midirec])
    #expect(result.status == 69)
    #expect(
      result.errors == """
        midirec: can't open this machine's ALSA sequencer (No such file or directory); \
        load it with: sudo modprobe snd-seq, or run the command with: midirec simulate -- midirec …

        """)
  }

  @Test func missingPermissionIsReportedWithRemedy() async throws {
    let result = try await Program.run(
      "sh",
      [
        "-c", "chmod 600 /dev/snd/seq; setpriv --reuid=65534 --clear-groups \"$0\" ports",
        TestEnvironment.midirec,
      ])
    #expect(result.status == 69)
    #expect(result.errors.contains("(Permission denied); join the group audio"), "\(result.errors)")
  }

  @Test func unreadableFileIsNamed() async throws {
    try folder.write([1], to: "secret.mid")
    chmod(folder.path("secret.mid"), 0o600)
    chmod(folder.path, 0o755)
    let result = try await Program.run(
      "setpriv",
      ["--reuid=65534", "--clear-groups", TestEnvironment.midirec, "play", "secret.mid", "--as", "x"],
      in: folder.path)
    #expect(result.status == 66)
    #expect(result.errors == "midirec: can't read secret.mid: Permission denied\n")
  }
}
