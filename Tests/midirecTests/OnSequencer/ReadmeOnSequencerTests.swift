import Foundation
import TestSupport
import Testing

/// The commands that the README shows.
@Suite(.onSimulatedMachine)
struct ReadmeOnSequencerTests {
  /// The lines of the README's blocks that are marked as shell commands.
  private static func commands() throws -> [String] {
    let text = try String(contentsOfFile: TestEnvironment.projectFolder + "/README.md", encoding: .utf8)
    return text.components(separatedBy: "```sh\n").dropFirst().flatMap { block in
      block.components(separatedBy: "```")[0].split(separator: "\n").map(String.init)
    }
  }

  @Test func commandsOfReadmeSucceed() async throws {
    // The scripts have tests of their own. A machine can't start another one.
    let commands = try Self.commands().filter {
      $0.hasPrefix("Scripts/midirec") && !$0.hasPrefix("Scripts/midirec simulate")
    }
    #expect(commands.count == 18)
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("Scripts"), withIntermediateDirectories: false)
    for (link, target) in [
      ("Scripts/midirec", TestEnvironment.midirec),
      ("Recordings", "\(TestEnvironment.projectFolder)/Recordings"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
    }
    // The instrument plays nothing while the take is recorded.
    try folder.write(Samples.file([]), to: "expected.mid")
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    for command in commands {
      // Aliases and the font catalog belong to the user.
      let result = try await Program.run(
        "env", ["XDG_CONFIG_HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)", "bash", "-c", command],
        in: folder.path)
      #expect(result.status == 0, "\(command): \(result.errors)")
      let isSilent = command.contains("midirec send") || command.contains("midirec monitor")
      #expect(result.output.isEmpty == isSilent, "\(command)")
    }
    try await instrument.unplug()
  }
}
