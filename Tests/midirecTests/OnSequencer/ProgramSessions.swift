import Foundation
import TestSupport

/// Sessions with ProgramUnderTest as their subject, and a look at what is left of them.
struct ProgramSessions {
  let tree: SessionTree

  init() throws { tree = try SessionTree() }

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

  /// What runs of programs can leave behind anywhere, one line each.
  static func remains() -> [String] {
    let processes = names(in: "/proc").filter { name in
      guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).contains("MIDIREC_RUN=")
    }
    let folders = names(in: FileManager.default.temporaryDirectory.path).filter {
      $0.hasPrefix("midirec-") && !$0.hasPrefix("midirec-test-")
    }
    return processes.map { "process \($0)" } + clients.map { "port of \($0)" } + folders
  }

  /// How many ProgramUnderTest there are that have ports.
  static var clientCount: Int { clients.count }

  private static var clients: [String] {
    let data = FileManager.default.contents(atPath: "/proc/asound/seq/clients") ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("Client") && $0.contains("Program under test") }
  }

  /// Waits until nothing is left; for a minute at most.
  static func remainsInTheEnd() async throws -> [String] {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while clock.now < deadline, !remains().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    return remains()
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
