import Foundation
import MIDICore
import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecSessions

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
    ("a/other.txt", false, false), ("a/new.mid", true, true), ("a/notes.pending.txt", false, false),
    ("a/.take.mid.swp", false, false),
    ("b/session.yaml", false, false), ("other.mid", false, false),
  ])
  func fileAffectsSession(file: String, afterRun: Bool, duringRun: Bool) {
    let path = FilePath(folder.path(file))
    #expect(dependencies.isAffected(by: path) == afterRun)
    #expect(dependencies.isAffected(by: path, duringRun: true) == duringRun)
  }

  /// A subject that depends on a file, as a program does.
  private struct FileReader: Subject {
    static let definition = SubjectDefinition(name: "reader")
    init(_: SubjectOptions) {}
    func timeline(of recording: Recording) -> Timeline { Timeline(recording) }
    func files(of folder: FilePath) -> [FilePath] { [folder.removingLastComponent().appending("tool")] }
  }

  @Test(arguments: [
    ("tool", true, true), ("a/other.txt", true, false), ("a/take.mid", true, true),
    ("a/new.mid", true, false), ("a/reader.pending.txt", false, false),
    ("a/.other.txt.swp", false, false), ("other.txt", false, false),
  ])
  func fileOfSubjectAffectsSession(file: String, afterRun: Bool, duringRun: Bool) throws {
    try folder.write(Array("subjects: [reader]\n".utf8), to: "a/session.yaml")
    let dependencies = SessionDependencies(
      of: SessionSearch.Place(name: "a", folder: FilePath(folder.path("a"))),
      SubjectRegistry([FileReader.self]))
    let path = FilePath(folder.path(file))
    #expect(dependencies.isAffected(by: path) == afterRun)
    #expect(dependencies.isAffected(by: path, duringRun: true) == duringRun)
  }

  @Test func foldersOfAllFilesAreWatched() {
    #expect(dependencies.folders == [FilePath(folder.path), FilePath(folder.path("a"))])
  }
}
