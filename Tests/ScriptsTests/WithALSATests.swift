import Foundation
import TestSupport
import Testing

/// `Scripts/with-alsa` as its own users meet it. Each test starts a kernel, which takes about ten seconds.
@Suite(
  .serialized,
  .enabled(if: TestEnvironment.testsScripts, "starts the test kernel several times: see Scripts/test"))
struct WithALSATests {
  let folder: TemporaryFolder
  let script = TestEnvironment.projectFolder + "/Scripts/with-alsa"

  init() throws { folder = try TemporaryFolder() }

  @Test func streamsArgumentsFilesAndExitStatusPassThrough() async throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    try folder.write(bytes, to: "input")
    let inside =
      #"cat; echo "$FLAVOUR" >&2; printf "%s|" "$@" >&2; ls /dev/snd/seq >list; id -u >>list; exit 7"#
    let command = "\"$0\" sh -c '\(inside)' sh 'a  b' '' 'c\nd' <input >output"
    let result = try await Program.run(
      "env", ["FLAVOUR=sour & sweet", "bash", "-c", command, script], in: folder.path)
    #expect(result.status == 7)
    #expect(result.errors == "sour & sweet\na  b||c\nd|")
    #expect(try folder.bytes("output") == bytes)
    #expect(String(decoding: try folder.bytes("list"), as: UTF8.self) == "/dev/snd/seq\n0\n")
  }

  @Test(arguments: [(SIGINT, "INT", 5), (SIGTERM, "TERM", 6)])
  func signalsReachTheCommand(signal: Int32, name: String, status: Int32) async throws {
    let inside = "trap 'echo caught; exit \(status)' \(name); echo ready; while :; do sleep 0.1; done"
    let program = try Program.start(script, ["sh", "-c", inside], in: folder.path)
    try await program.line(containing: "ready", on: .output)
    program.signal(signal)
    let result = await program.result()
    #expect(result.status == status)
    #expect(result.output == "ready\ncaught\n")
  }

  @Test func aCommandThatIsNotThereIsStatus127() async throws {
    #expect(try await Program.run(script, ["no-such-command"], in: folder.path).status == 127)
  }

  @Test func wrongUsageIsExplainedWithoutStartingAnything() async throws {
    let noCommand = try await Program.run(script, [], in: folder.path)
    #expect(noCommand.status == 64)
    #expect(noCommand.errors == "with-alsa: name a command (try --help)\n")
    let noDisk = try await Program.run(script, ["--disk", "missing", "true"], in: folder.path)
    #expect(noDisk.status == 64)
    #expect(noDisk.errors == "with-alsa: no such file, or it cannot be written: missing\n")
    let fromRoot = try await Program.run(script, ["true"], in: "/")
    #expect(fromRoot.status == 64)
  }

  @Test func theVirtualLinnStrumentIsForTheTestKernelOnly() async throws {
    let result = try await Program.run(
      TestEnvironment.projectFolder + "/Scripts/virtual-linnstrument", ["plug"])
    #expect(result.status == 69)
    #expect(result.errors == "virtual-linnstrument: run it under Scripts/with-alsa\n")
  }
}
