import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Sessions

@Suite struct SessionDependenciesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
    try folder.write(Samples.file(notesAt: [0]), to: "shared.mid")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("a/take.mid"), withDestinationPath: "../shared.mid")
    try folder.write([1], to: "a/other.txt")
    try folder.write(Array("{}\n".utf8), to: "a/session.yaml")
  }

  private var dependencies: SessionDependencies {
    SessionDependencies(
      of: SessionSearch.Place(name: "a", folder: FilePath(folder.path("a"))), .notes)
  }

  @Test(arguments: [
    ("a/session.yaml", true, true), ("a/notes.expected.txt", true, true), ("shared.mid", true, true),
    ("a/take.mid", true, true),
    ("a/other.txt", true, false), ("a/notes.pending.txt", false, false), ("a/.take.mid.swp", false, false),
    ("b/session.yaml", false, false), ("other.mid", false, false),
  ])
  func fileAffectsSession(file: String, afterRun: Bool, duringRun: Bool) {
    let path = FilePath(folder.path(file))
    #expect(dependencies.isAffected(by: path) == afterRun)
    #expect(dependencies.isAffected(by: path, duringRun: true) == duringRun)
  }

  @Test func foldersOfAllFilesAreWatched() {
    #expect(dependencies.folders == [FilePath(folder.path), FilePath(folder.path("a"))])
  }
}
