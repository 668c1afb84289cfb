import Foundation
import TestSupport

/// Sessions with ProgramUnderTest as their subject, and a look at what is left of them.
struct ProgramSessions {
  let tree: SessionTree
  /// The folder in which midirec keeps the files of its machines, so that those of other tests don't count.
  private let machines: TemporaryFolder

  init() throws {
    tree = try SessionTree()
    machines = try TemporaryFolder()
  }

  /// The variables with which midirec runs in the folder.
  var variables: [String] { ["TMPDIR=\(machines.path)"] }

  /// Runs midirec in the folder.
  func midirec(_ arguments: String...) async throws -> Program.Result {
    try await tree.midirec(arguments, variables: variables)
  }

  /// Makes a session of notes, by default ten, so many milliseconds apart: two messages each, at times of their own.
  func make(
    _ name: String, noteCount: Int64 = 10, every interval: Int64 = 100, command: String, _ more: String = ""
  ) throws {
    try tree.makeSession(
      name, notesAt: (0..<noteCount).map { $0 * interval },
      """
      subjects:
        - program:
            command: \(command)
      \(more.split(separator: "\n").map { "      " + $0 + "\n" }.joined())
      """)
  }

  /// ProgramUnderTest in one of its modes, as a list in YAML.
  static func mode(_ words: String...) -> String { "[\"\(path)\", \(words.joined(separator: ", "))]" }

  /// A shell's script in which `$0` is ProgramUnderTest, as a list in YAML.
  static func shell(_ script: String) -> String { "[sh, -c, \"\(script)\", \"\(path)\"]" }

  private static var path: String { TestEnvironment.builtBesideTests("ProgramUnderTest") }

  /// Everything that runs of programs can leave behind on this machine, one line each.
  func remains() -> [String] {
    let processes = Self.names(in: "/proc").filter { name in
      guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).contains(machines.path)
    }
    return processes.map { "process \($0)" } + machineFolders
  }

  /// The number of simulated machines that run.
  var machineCount: Int { machineFolders.count }

  private var machineFolders: [String] { Self.names(in: machines.path) }

  /// Waits until nothing is left; for a minute at most.
  func remainsInTheEnd() async throws -> [String] {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while clock.now < deadline, !remains().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    return remains()
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
