import Foundation
import TestSupport

/// The package of an article, which depends on this package and runs its tests with `swift test`.
///
/// It is in this package's build folder. Its path is the same in each run, so its dependencies are built only once.
struct ExamplePackage {
  private static let parent = TestEnvironment.projectFolder + "/.build/example"
  let folder: String
  /// The folder of the attachments of its last test run.
  let attachments = Self.parent + "/attachments"

  /// Creates the package with an article's files.
  ///
  /// - Parameters:
  ///   - name: The name of its folder.
  ///   - article: The path of the article.
  init(_ name: String, of article: Article) throws {
    folder = "\(Self.parent)/\(name)"
    let files = FileManager.default
    try? files.removeItem(atPath: folder)
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let link = Self.parent + "/midirec"
    try? files.removeItem(atPath: link)
    try files.createSymbolicLink(atPath: link, withDestinationPath: TestEnvironment.projectFolder)
    // Both packages use the same versions of their dependencies.
    try files.copyItem(
      atPath: TestEnvironment.projectFolder + "/Package.resolved", toPath: folder + "/Package.resolved")
    for block in article.blocks("swift") { try writeFile(of: block) }
  }

  /// Writes a file of the article, whose first line is a comment with its path. A block without it is a part of a file.
  private func writeFile(of block: String) throws {
    let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard block.hasPrefix("// ") else { return }
    guard !block.hasPrefix("// swift-tools-version") else {
      let manifest = block.replacing(/\.package\(url: [^)]+\)/, with: #".package(path: "../midirec")"#)
      return try write(manifest, to: "Package.swift")
    }
    try write(String(lines[1]), to: String(lines[0].dropFirst("// ".count)))
  }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(folder)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  /// Runs shell commands in its folder, such as `midirec accept Tests`.
  func run(_ commands: String) async throws -> Program.Result {
    let programs = URL(filePath: TestEnvironment.midirec).deletingLastPathComponent().path
    return try await Program.run("sh", ["-c", "cd '\(folder)'; PATH='\(programs)':$PATH; \(commands)"])
  }

  /// Runs its tests.
  ///
  /// - Parameter ci: The value of the variable `CI`.
  func test(ci: String) async throws -> Program.Result {
    try? FileManager.default.removeItem(atPath: attachments)
    try FileManager.default.createDirectory(
      atPath: attachments, withIntermediateDirectories: true)
    return try await Program.run(
      "env",
      [
        "CI=\(ci)", "NO_COLOR=1", "swift", "test", "--package-path", folder, "--scratch-path",
        Self.parent + "/build", "--attachments-path", attachments,
      ])
  }

  /// Returns the line number, counted from 1, of a text in one of its files.
  func line(of text: String, in name: String) throws -> Int {
    let source = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains(text) } ?? -1) + 1
  }
}
