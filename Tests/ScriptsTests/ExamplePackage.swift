import Foundation
import TestSupport

/// The package of the article on MIDIRecTesting, which depends on this package and runs its tests with `swift test`.
///
/// It is in this package's build folder. Its path is the same in each run, so its dependencies are built only once.
struct ExamplePackage {
  private static let parent = TestEnvironment.projectFolder + "/.build/example"
  static let folder = parent + "/mapper"
  /// The folder of its tests.
  static let tests = folder + "/Tests/MapperTests"
  /// The folder of the attachments of its last test run.
  static let attachments = parent + "/attachments"

  /// Creates the package with the article's files, a session of three notes, and no expectations.
  init() async throws {
    let files = FileManager.default
    try? files.removeItem(atPath: Self.folder)
    try files.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
    let link = Self.parent + "/midirec"
    try? files.removeItem(atPath: link)
    try files.createSymbolicLink(atPath: link, withDestinationPath: TestEnvironment.projectFolder)
    // Both packages use the same versions of their dependencies.
    try files.copyItem(
      atPath: TestEnvironment.projectFolder + "/Package.resolved",
      toPath: Self.folder + "/Package.resolved")
    let article = try Article("Sources/MIDIRecTesting/MIDIRecTesting.docc/MIDIRecTesting.md")
    for block in article.blocks("swift") { try Self.writeFile(of: block) }
    try Data(Samples.file(notesAt: [0, 500, 1000])).write(to: URL(filePath: Self.folder + "/take.mid"))
    let line = article.blocks("sh").first { $0.hasPrefix("midirec new") } ?? ""
    _ = try await Self.run(line)
  }

  /// Writes a file of the article, whose first line is a comment with its path.
  private static func writeFile(of block: String) throws {
    let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard !block.hasPrefix("// swift-tools-version") else {
      let manifest = block.replacing(/\.package\(url: [^)]+\)/, with: #".package(path: "../midirec")"#)
      return try write(manifest, to: "Package.swift")
    }
    try write(String(lines[1]), to: String(lines[0].dropFirst("// ".count)))
  }

  static func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(folder)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  /// Runs a shell command in its folder, such as `midirec accept Tests`.
  static func run(_ line: String) async throws -> Program.Result {
    let command = line.replacing("midirec ", with: "'\(TestEnvironment.midirec)' ", maxReplacements: 1)
    return try await Program.run("sh", ["-c", "cd '\(folder)' && \(command)"])
  }

  /// Runs its tests.
  ///
  /// - Parameter ci: The value of the variable `CI`.
  func test(ci: String) async throws -> Program.Result {
    try? FileManager.default.removeItem(atPath: Self.attachments)
    try FileManager.default.createDirectory(
      atPath: Self.attachments, withIntermediateDirectories: true)
    return try await Program.run(
      "env",
      [
        "CI=\(ci)", "NO_COLOR=1", "swift", "test", "--package-path", Self.folder, "--scratch-path",
        Self.parent + "/build", "--attachments-path", Self.attachments,
      ])
  }

  /// Returns the line number, counted from 1, of a text in one of its tests.
  func line(of text: String, in name: String) throws -> Int {
    let source = try String(contentsOfFile: "\(Self.tests)/\(name)", encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains(text) } ?? -1) + 1
  }
}
