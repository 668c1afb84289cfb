import Foundation
import TestSupport
import Testing

/// Every command that the README shows is run, as it stands there.
@Suite(
  .enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized,
  .enabled(if: VirtualLinnStrument.isAvailable, "virtual USB instruments are made in the test kernel only"))
struct ReadmeOnSequencerTests {
  /// The lines of the README's blocks that are marked as shell commands.
  private static func commands() throws -> [String] {
    let text = try String(contentsOfFile: TestEnvironment.projectFolder + "/README.md", encoding: .utf8)
    return text.components(separatedBy: "```sh\n").dropFirst().flatMap { block in
      block.components(separatedBy: "```")[0].split(separator: "\n").map(String.init)
    }
  }

  @Test func theCommandsDoWhatTheReadmeShows() async throws {
    // The tests themselves run `Scripts/test`, and the demo has a test of its own.
    let commands = try Self.commands().filter { $0 != "Scripts/test" && $0 != "Scripts/demo" }
    #expect(commands.count == 19)
    let folder = try TemporaryFolder()
    for name in ["Scripts", "Recordings"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: "\(TestEnvironment.projectFolder)/\(name)")
    }
    // Nobody plays while the take is recorded, and that is what is expected.
    try folder.write(Samples.file([]), to: "expected.mid")
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    for command in commands {
      // Aliases and the catalogue of fonts go into files of the user's, which are not the tests' to write.
      let result = try await Program.run(
        "env", ["XDG_CONFIG_HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)", "bash", "-c", command],
        in: folder.path)
      #expect(result.status == 0, "\(command): \(result.errors)")
      let isSilent = command.contains("midirec send") || command.contains("midirec monitor")
      #expect(result.output.isEmpty == isSilent, "\(command)")
    }
    try await instrument.unplug()
  }

  @Test func theDemoRecordsReplaysAndFindsNoDifference() async throws {
    let demo = TestEnvironment.projectFolder + "/Scripts/demo"
    var result = try await Program.run(demo, [])
    for _ in 0..<2 where differsInTimesAlone(result) { result = try await Program.run(demo, []) }
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(result.output.contains("Verdict: the take and its replay are what was played."))
    #expect(result.output.split(separator: "\n").filter { $0.hasPrefix("same: ") }.count == 3)
  }

  /// Whether a demo has played and recorded everything, but not in time: the emulated machine has stood still. That gets
  /// another try, and nothing else does.
  private func differsInTimesAlone(_ result: Program.Result) -> Bool {
    let kinds = result.output.split(separator: "\n").filter { $0.hasPrefix("different: ") }
      .flatMap { $0.dropFirst("different: ".count).split(separator: ", ") }
    return result.status == 1 && !kinds.isEmpty
      && kinds.allSatisfy { $0.wholeMatch(of: /\d+ (late|early|too long|too short|values? off)/) != nil }
  }
}
