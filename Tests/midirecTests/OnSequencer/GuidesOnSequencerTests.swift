import Foundation
import TestSupport
import Testing

/// The commands of a guide, one per line of its shell blocks.
///
/// `FirstTestGuideTests` runs two guides as wholes, and `ReadmeOnSequencerTests` the README.
private struct Guide: CustomTestStringConvertible, Sendable {
  static let all: [Guide] = {
    let paths = TestEnvironment.files(below: "Sources/midirec/midirec.docc", endingIn: ".md")
    return paths.map { Guide(name: ($0 as NSString).lastPathComponent) }
      .filter { !["FirstTest.md", "ProgramsThatWriteFiles.md"].contains($0.name) && !$0.commands.isEmpty }
  }()

  let name: String
  /// The commands without those whose quotes end on another line.
  let commands: [String]

  private init(name: String) {
    self.name = name
    let blocks = (try? Article("Sources/midirec/midirec.docc/\(name)").blocks("sh")) ?? []
    commands = blocks.flatMap { $0.split(separator: "\n") }.map(String.init).filter { line in
      line.hasPrefix("midirec ") && line.count { $0 == "'" }.isMultiple(of: 2)
    }
  }

  var testDescription: String { name }

  /// A folder with the files and sessions that guides name, in a Git repository.
  struct Project {
    let tree: SessionTree

    init() async throws {
      tree = try SessionTree()
      for name in ["take", "expected", "score", "performance"] {
        try tree.folder.write(Samples.file(notesAt: [0, 500, 1000]), to: "\(name).mid")
      }
      for name in ["scale", "pedals/sostenuto"] {
        try tree.makeSession("Recordings/\(name)", expectedAt: [0, 500])
      }
      try tree.folder.write(Array("#!/bin/sh\n".utf8), to: "render-all.sh")
      try tree.folder.write(Array("mapper:\n".utf8), to: "Makefile")
      let result = try await run(
        """
        mkdir bin takes && ln -s '\(TestEnvironment.midirec)' bin/midirec && chmod +x render-all.sh &&
        cp performance.mid takes/monday.mid && cp performance.mid takes/tuesday.mid &&
        git init --quiet --initial-branch=main && git config user.name A && git config user.email a@example.com &&
        git add Recordings Makefile && git commit --quiet --message first && git tag v1.2
        """)
      try #require(result.status == 0, "\(result.errors)")
    }

    /// Runs a command as a user of the folder would, who presses Ctrl-C after a minute.
    func run(_ command: String) async throws -> Program.Result {
      try await Program.run(
        "env",
        [
          "-u", "CI", "-u", "XDG_CONFIG_HOME", "-u", "XDG_DATA_HOME", "-u", "XDG_STATE_HOME",
          "XDG_CACHE_HOME=\(TestEnvironment.cacheFolder)", "HOME=\(tree.folder.path)", "timeout",
          "--signal=INT",
          "--preserve-status", "60", "bash",
          "-c",
          "PATH=~/bin:$PATH; \(command)",
        ], in: tree.folder.path)
    }
  }
}

@Suite(.onSimulatedMachine)
struct GuidesOnSequencerTests {
  @Test(arguments: Guide.all)
  private func commandsSucceed(guide: Guide) async throws {
    let commands = guide.commands.filter { !$0.hasPrefix("midirec simulate ") }
    guard !commands.isEmpty else { return }
    let project = try await Guide.Project()
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    for command in commands {
      if let output = command.firstMatch(of: /-o (\S+)/)?.output.1 {
        try? project.tree.folder.remove("\(output)")
      }
      if command.contains(".wav") {
        #expect(
          try await project.run("midirec render take.mid -o take.wav && cp take.wav expected.wav").status == 0
        )
      }
      let result = try await project.run(command)
      // A machine has no sound card.
      let expected = command.hasPrefix("midirec synth ") ? 69 : 0
      #expect(result.status == expected, "\(command): \(result.output)\(result.errors)")
      if command.hasPrefix("midirec new ") { #expect(try await project.run("midirec accept").status == 0) }
    }
    try await instrument.unplug()
  }
}

@Suite struct SimulatedMachinesGuideTests {
  @Test func commandsSucceed() async throws {
    let commands = Guide.all.flatMap(\.commands).filter { $0.hasPrefix("midirec simulate ") }
    #expect(commands.count >= 4)
    let project = try await Guide.Project()
    for command in commands {
      let result = try await onMachineSlot { try await project.run(command) }
      #expect(result.status == 0, "\(command): \(result.output)\(result.errors)")
    }
  }
}
