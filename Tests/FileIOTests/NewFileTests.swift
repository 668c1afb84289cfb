import SystemPackage
import TestSupport
import Testing

@testable import FileIO

/// Also as on file systems that have no files without a name.
@Suite(.serialized) struct NewFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: FilePath { FilePath(folder.path("a")) }

  private func make(_ bytes: [UInt8], replaces: Bool, _ canBeUnnamed: Bool) throws -> NewFile {
    let file = try NewFile(path, replaces: replaces, canBeUnnamed: canBeUnnamed)
    try file.descriptor.writeAll(bytes)
    try file.sync()
    return file
  }

  @Test(arguments: [true, false]) func itHasItsNameOnlyWhenItIsGivenIt(canBeUnnamed: Bool) throws {
    let file = try make([1, 2], replaces: false, canBeUnnamed)
    #expect(try !folder.names().contains("a"))
    try file.takeName()
    #expect(try folder.names() == ["a"])
    #expect(try folder.bytes("a") == [1, 2])
  }

  @Test(arguments: [true, false]) func itCanHaveAnotherNameThanItWasToHave(canBeUnnamed: Bool) throws {
    let file = try make([1, 2], replaces: true, canBeUnnamed)
    #expect(file.isThere)
    try file.takeName(FilePath(folder.path("b")))
    #expect(try folder.names() == ["b"])
    #expect(try folder.bytes("b") == [1, 2])
  }

  @Test func whatItIsCalledUntilThenTellsItsName() throws {
    let file = try make([1], replaces: false, false)
    let hidden = try #require(try folder.names().first)
    #expect(NewFile.name(ofHidden: hidden) == "a")
    for other in ["a", ".a", "a.1x", "."] { #expect(NewFile.name(ofHidden: other) == nil, "\(other)") }
    try FileSystem.remove(FilePath(folder.path(hidden)))
    #expect(!file.isThere)
  }

  @Test func untilThenThereIsNothingInTheFolder() throws {
    let file = try make([1], replaces: false, true)
    #expect(try folder.names().isEmpty)
    try file.takeName()
  }

  @Test(arguments: [true, false]) func whatIsThereIsReplacedOnlyThen(canBeUnnamed: Bool) throws {
    try folder.write([3], to: "a")
    let file = try make([1, 2], replaces: true, canBeUnnamed)
    #expect(try folder.bytes("a") == [3])
    try file.takeName()
    #expect(try folder.bytes("a") == [1, 2])
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: [true, false]) func aNameThatIsTakenMeanwhileIsLeftAlone(canBeUnnamed: Bool) throws {
    do {
      let file = try make([1, 2], replaces: false, canBeUnnamed)
      try folder.write([3], to: "a")
      #expect(throws: Errno.fileExists) { try file.takeName() }
    }
    #expect(try folder.bytes("a") == [3])
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: [true, false]) func withoutANameItLeavesNothing(canBeUnnamed: Bool) throws {
    do { _ = try make([1], replaces: false, canBeUnnamed) }
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: [true, false]) func aFileThatIsThereIsAnErrorUnlessItMayBeReplaced(
    canBeUnnamed: Bool
  ) throws {
    try folder.write([3], to: "a")
    #expect(throws: Errno.fileExists) { try make([1], replaces: false, canBeUnnamed) }
    #expect(throws: Errno.isDirectory) {
      try NewFile(FilePath(folder.path), replaces: true, canBeUnnamed: canBeUnnamed)
    }
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try NewFile(FilePath(folder.path("none/a")), replaces: true, canBeUnnamed: canBeUnnamed)
    }
  }
}
