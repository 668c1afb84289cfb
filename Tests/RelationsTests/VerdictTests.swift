import Foundation
import MIDIFiles
import TestSupport
import Testing

/// Each exit with 0 has a verdict, in folders and with arguments as strangers have them.
@Suite struct VerdictTests {
  /// What a folder contains besides sessions.
  private enum Content: CaseIterable {
    case nothing, linkToFolder, linkToItself, linkToSession, brokenLink, hiddenSession, takeWithoutSession
    case emptyFolder, damagedTake
  }

  /// A folder with sessions that passed before, and other contents.
  private struct Folder {
    let folder: TemporaryFolder
    let sessionCount: Int
    let contents: [Content]

    init(_ seed: UInt64, _ random: inout SeededGenerator) throws {
      folder = try TemporaryFolder()
      sessionCount = [0, 0, 1, 2].randomElement(using: &random) ?? 0
      contents = Content.allCases.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      for index in 0..<sessionCount { try writeSession("tests/session \(index)", seed + UInt64(index)) }
      let files = FileManager.default
      try files.createDirectory(atPath: folder.path("tests/plain/lib"), withIntermediateDirectories: true)
      func link(_ name: String, to target: String) throws {
        try files.createSymbolicLink(atPath: folder.path("tests/\(name)"), withDestinationPath: target)
      }
      for content in contents {
        switch content {
        case .nothing: break
        case .linkToFolder: try link("plain/lib64", to: "lib")
        case .linkToItself: try link("plain/self", to: ".")
        case .linkToSession: if sessionCount > 0 { try link("linked", to: "session 0") }
        case .brokenLink: try link("broken", to: "missing")
        case .hiddenSession: try writeSession("tests/.hidden/session", seed)
        case .takeWithoutSession: try folder.write(WildTake(seed: seed).bytes, to: "tests/plain/take.mid")
        case .emptyFolder:
          try files.createDirectory(atPath: folder.path("tests/empty"), withIntermediateDirectories: true)
        case .damagedTake:
          let bytes = Array(WildTake(seed: seed).damagedBytes.prefix(20))
          try folder.write(bytes, to: "tests/plain/damaged.mid")
        }
      }
    }

    private func writeSession(_ path: String, _ seed: UInt64) throws {
      try FileManager.default.createDirectory(
        atPath: folder.path(path), withIntermediateDirectories: true)
      try folder.write(Array("subjects: [notes]\n".utf8), to: "\(path)/session.yaml")
      // Sessions need one piece.
      let take = (0...).lazy.map { WildTake(seed: seed + $0) }.first { $0.format == 1 }
      try folder.write(take?.bytes ?? [], to: "\(path)/take.mid")
    }
  }

  /// A command line, and a pattern of its output if it exits with 0.
  private struct Command {
    var arguments: [String]
    var verdict: String

    init(_ arguments: [String], verdict: String) { (self.arguments, self.verdict) = (arguments, verdict) }

    /// The command lines for a folder with sessions that pass.
    static let all: [Command] =
      [
        [], ["--json"], ["--filter", "session"], ["--filter", "other"], ["--last-failed"],
        ["--shard", "1/3"],
        ["--report", "junit=report.xml"], ["--filter", "other", "--json"],
      ].map {
        // Only one of several parts may be empty.
        Command(["test", "tests"] + $0, verdict: #"[1-9]\d* passed|"passed" : [1-9]|contains none of [1-9]"#)
      } + [
        Command(["review", "tests"], verdict: "no pending results"),
        Command(["accept", "tests"], verdict: "accepted|no pending"),
        Command(["reject", "tests"], verdict: "rejected|no pending"),
        Command(["diff", "1.mid", "2.mid"], verdict: "(?m)^same: "),
        Command(["diff", "1.mid", "1.mid", "--json"], verdict: #""isSame" : true"#),
        Command(["diff", "1.mid", "2.mid", "--metrics"], verdict: "(?m)^same: "),
        Command(["verify", "1.mid", "2.mid"], verdict: "(?m)verified"),
        Command(["verify", "tests"], verdict: "(?m)verified"),
        Command(["report", "merge", "report.json"], verdict: "[1-9] passed"), Command([], verdict: "never"),
      ]
  }

  @Test func exitWithZeroHasAVerdict() async throws {
    var zeroCount = 0
    for seed in WildTake.seeds.prefix(TestEnvironment.isFull ? 1000 : 12) {
      var random = SeededGenerator(seed: seed)
      let folder = try Folder(seed, &random)
      for number in [seed, seed + 1] {
        try folder.folder.write(WildTake(seed: number).bytes, to: "\(number - seed + 1).mid")
      }
      if folder.sessionCount > 0, Bool.random(using: &random) {
        // The first run makes pending results.
        _ = try await Program.midirec("test", "tests", in: folder.folder.path)
        _ = try await Program.midirec("accept", "tests", in: folder.folder.path)
      }
      for command in Command.all.shuffled(using: &random).prefix(4) {
        let result = try await Program.run(TestEnvironment.midirec, command.arguments, in: folder.folder.path)
        guard result.status == 0 else { continue }
        zeroCount += 1
        let text = result.output + result.errors
        let hasVerdict = try text.contains(Regex(command.verdict))
        let hasSessions =
          folder.sessionCount > 0 || folder.contents.contains(.hiddenSession)
          || !["test", "review", "accept", "reject"].contains(command.arguments.first)
        let folderText = "\(folder.contents), \(folder.sessionCount) sessions"
        #expect(
          hasVerdict && hasSessions,
          "MIDIREC_SEED=\(seed): \(command.arguments), \(folderText): \(text.prefix(300))")
      }
    }
    // Otherwise, the relation would say nothing.
    #expect(zeroCount > 0 || WildTake.seeds.count == 1)
  }
}
