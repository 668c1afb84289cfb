import Foundation
import TestSupport

/// Sessions with ProgramUnderTest as their subject, and the processes and files that they leave behind.
struct ProgramSessions {
  let tree: SessionTree
  /// The folder for the files of midirec's machines, so that machines of other tests don't count.
  private let machines: TemporaryFolder

  init() throws {
    tree = try SessionTree()
    machines = try TemporaryFolder()
  }

  /// The environment variables of midirec.
  var variables: [String] { ["TMPDIR=\(machines.path)"] }

  /// Runs midirec in the folder.
  func midirec(_ arguments: String...) async throws -> Program.Result {
    try await tree.midirec(arguments, variables: variables)
  }

  /// Creates a session of notes at the given interval in milliseconds, with two messages per note at different times.
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

  /// Returns ProgramUnderTest in one of its modes, as a list in YAML.
  static func mode(_ words: String...) -> String { "[\"\(path)\", \(words.joined(separator: ", "))]" }

  /// Returns a shell script in which `$0` is ProgramUnderTest, as a list in YAML.
  static func shell(_ script: String) -> String { "[sh, -c, \"\(script)\", \"\(path)\"]" }

  private static var path: String { TestEnvironment.builtBesideTests("ProgramUnderTest") }

  /// Returns the processes and files that programs have left behind on this machine, one per line.
  func remains() -> [String] {
    let processes = Self.names(in: "/proc").filter { name in
      guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).contains(machines.path)
    }
    return processes.map { "process \($0)" } + machineFolders
  }

  /// The number of running simulated machines.
  var machineCount: Int { machineFolders.count }

  private var machineFolders: [String] { Self.names(in: machines.path) }

  /// Waits for at most a minute until no process or file remains, and returns the remaining ones.
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
