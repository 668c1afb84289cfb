import Foundation
import TestSupport

/// The package of the article on MIDIRecTesting, which depends on this one and has its tests run by `swift test`.
///
/// It lies in this package's build folder, and so is the same each time: what it needs of this package is built once.
struct ExamplePackage {
  private static let parent = TestEnvironment.projectFolder + "/.build/example"
  static let folder = parent + "/mapper"
  /// The folder of its one session.
  static let session = folder + "/Tests/MapperTests/Recordings/scale"

  /// Makes it anew, with nothing accepted.
  init() throws {
    let files = FileManager.default
    try? files.removeItem(atPath: Self.folder)
    try files.createDirectory(atPath: Self.session, withIntermediateDirectories: true)
    try files.createDirectory(atPath: Self.folder + "/Sources/Mapper", withIntermediateDirectories: true)
    let link = Self.parent + "/midirec"
    try? files.removeItem(atPath: link)
    try files.createSymbolicLink(atPath: link, withDestinationPath: TestEnvironment.projectFolder)
    // The versions of what both depend on are those of this package.
    try files.copyItem(
      atPath: TestEnvironment.projectFolder + "/Package.resolved",
      toPath: Self.folder + "/Package.resolved")
    let article = try Article("Sources/MIDIRecTesting/MIDIRecTesting.docc/MIDIRecTesting.md").blocks("swift")
    let names = [
      "Package.swift", "Tests/MapperTests/MapperSubject.swift", "Tests/MapperTests/MapperTests.swift",
      "Tests/MapperTests/MapperXCTests.swift",
    ]
    for (name, text) in zip(names, article) { try Self.write(text, to: name) }
    try Self.write(Self.mapper, to: "Sources/Mapper/Mapper.swift")
    try Self.write("subjects: [notes]\n", to: "Tests/MapperTests/Recordings/scale/session.yaml")
    try Data(Samples.file(notesAt: [0, 500, 1000])).write(to: URL(filePath: Self.session + "/take.mid"))
  }

  static func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  /// Runs its tests.
  ///
  /// - Parameter ci: What the variable `CI` is set to.
  func test(ci: String) async throws -> Program.Result {
    try await Program.run(
      "env",
      [
        "CI=\(ci)", "NO_COLOR=1", "swift", "test", "--package-path", Self.folder, "--scratch-path",
        Self.parent + "/build",
      ])
  }

  /// The number of the line in one of its tests that has a text, counted from 1.
  func line(of text: String, in name: String) throws -> Int {
    let source = try String(contentsOfFile: "\(Self.folder)/Tests/MapperTests/\(name)", encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains(text) } ?? -1) + 1
  }

  /// What is under test: it knows nothing of midirec.
  private static let mapper = """
    /// Moves notes up.
    public struct Mapper: Sendable {
      private let semitones: Int

      public init(semitones: Int) { self.semitones = semitones }

      public func answer(to message: [UInt8]) -> [UInt8] {
        guard message.count == 3, 0x80...0x9F ~= message[0] else { return message }
        return [message[0], UInt8(min(127, Int(message[1]) + semitones)), message[2]]
      }
    }

    """
}
