import Foundation
import SystemPackage
import TestSupport
import Timelines

/// A folder with sessions in which a test runs midirec.
struct SessionTree {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates a folder with a session "a" that passes and a session "b" that differs.
  static func passingAndDiffering() throws -> SessionTree {
    let tree = try SessionTree()
    try tree.makeSession("a", expectedAt: [0, 500])
    try tree.makeSession("b", expectedAt: [0, 500, 3000])
    return tree
  }

  /// Creates a session whose recording has notes at the first times, in milliseconds, and whose expectation has notes
  /// at the second.
  func makeSession(
    _ name: String, notesAt times: [Int64] = [0, 500], expectedAt expected: [Int64]? = nil,
    _ text: String = "{}\n"
  ) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(name), withIntermediateDirectories: true)
    try folder.write(Samples.file(notesAt: times), to: "\(name)/take.mid")
    try folder.write(Array(text.utf8), to: "\(name)/session.yaml")
    guard let expected else { return }
    let sample = try folder.write(Samples.file(notesAt: expected), to: "\(name)/sample")
    let timeline = Timeline(try Samples.recording(sample))
    try folder.remove("\(name)/sample")
    try folder.write(Array(timeline.text.utf8), to: "\(name)/notes.expected.txt")
  }

  /// Runs midirec in the folder, by default without the variables of a CI system.
  func midirec(_ arguments: [String], variables: [String] = []) async throws -> Program.Result {
    try await Program.run(
      "env", ["-u", "CI"] + variables + [TestEnvironment.midirec] + arguments, in: folder.path)
  }

  func midirec(_ arguments: String...) async throws -> Program.Result { try await midirec(arguments) }

  /// Returns a report without the times that it states, which differ between runs.
  static func withoutTimes(_ report: String) -> String {
    report.replacing(
      /\s*(?:\(\d+\.\d{3} s\)|in \d+\.\d{3} s(?=\n)|time="\d+\.\d{3}"|"duration" : \d+,|\n *"invocation" : \{[^}]*\},|<p class="run">.*?<\/p>|<td class="time">[^<]*)/,
      with: "")
  }

  /// Returns the paths of all files in the folder, in alphabetical order.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.path(path), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  func text(_ name: String) throws -> String { String(decoding: try folder.bytes(name), as: UTF8.self) }
}
