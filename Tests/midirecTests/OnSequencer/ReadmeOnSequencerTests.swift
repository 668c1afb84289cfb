import Foundation
import TestSupport
import Testing

/// The commands of the README, except its quick start, which `FirstTestGuideTests` runs.
@Suite(.onSimulatedMachine)
struct ReadmeOnSequencerTests {
  /// Returns the lines of the README's shell blocks.
  private static func commands() throws -> [String] {
    let blocks = try Article("README.md").blocks("sh").filter { !$0.contains("quick-start") }
    return blocks.flatMap { $0.split(separator: "\n").map(String.init) }
  }

  /// Creates a folder like a clone of the project, and returns its path.
  private static func clone(in home: TemporaryFolder) throws -> String {
    let project = home.path("project")
    try FileManager.default.createDirectory(atPath: project + "/Scripts", withIntermediateDirectories: true)
    for (link, target) in [
      ("Scripts/midirec", TestEnvironment.midirec),
      ("Recordings", "\(TestEnvironment.projectFolder)/Recordings"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: "\(project)/\(link)", withDestinationPath: target)
    }
    return project
  }

  @Test func commandsOfReadmeSucceed() async throws {
    let commands = try Self.commands()
    #expect(commands.count == 10)
    let home = try TemporaryFolder()
    let project = try Self.clone(in: home)
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let notes = try home.write(Samples.file(notesAt: [0, 100]), to: "notes.mid")
    for command in commands {
      // New sessions go to a folder outside the project.
      let folder = command.contains("Scripts") || command.contains("Recordings") ? project : home.path
      let program = try Program.start(
        "env",
        [
          "-u", "XDG_CONFIG_HOME", "-u", "XDG_DATA_HOME", "HOME=\(home.path)", "bash", "-c",
          "PATH=~/.local/bin:$PATH; \(command)",
        ], in: folder)
      let isCapture = command.contains("midirec capture")
      if isCapture {
        try await program.line(containing: "press Ctrl-C to stop")
        try await Program.aplaymidi(instrument.playerPort, notes)
      }
      if command.contains("midirec studio") {
        try await program.line(containing: "press Ctrl-C to end it")
        program.signal(SIGINT)
      }
      let result = await program.result()
      #expect(result.status == 0, "\(command): \(result.errors)")
      #expect(!isCapture || result.output.contains(": 2 notes, 4 messages, "), "\(command): \(result.output)")
    }
    try await instrument.unplug()
  }
}
