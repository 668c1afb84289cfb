import FontCatalog
import Glibc
import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

/// The database: concurrent processes, and damaged files.
@Suite struct DatabaseTests {
  let shelf: Shelf

  init() throws { shelf = try Shelf() }

  /// Each has a separate connection, as processes have.
  @Test func concurrentAdditionsAreComplete() async throws {
    let paths = try (0..<24).map { try shelf.write("f\($0).sf2", .init(0, 0, "Preset \($0)")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        let catalog = try shelf.again()
        group.addTask {
          // Two of them have the same fonts.
          for path in paths.dropFirst(worker / 2 * 12).prefix(12) { _ = try catalog.add(path) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try shelf.catalog.fonts().count == 24)
    #expect(try shelf.presetNames().count == 24)
    #expect(try shelf.copies().count == 24)
  }

  /// The first catalog must be closed: while it is open, opening another one has nothing to set up.
  @Test func readingDoesNotWrite() throws {
    let folder = FilePath(shelf.folder.path("read"))
    let path = folder.appending("catalog.sqlite")
    let noFont = folder.appending("none.sf2")
    _ = try FontCatalog(in: folder, builtInFont: noFont).add(
      shelf.write("Keys.sf2", .init(0, 0, "Grand Piano")))
    let (bytes, time) = try (shelf.folder.bytes("read/catalog.sqlite"), Stat(path).st_mtim)
    #expect(
      try FontCatalog(in: folder, builtInFont: noFont).presets().presets.map(\.name) == ["Grand Piano"])
    #expect(try shelf.folder.bytes("read/catalog.sqlite") == bytes)
    let later = try Stat(path).st_mtim
    #expect((later.tv_sec, later.tv_nsec) == (time.tv_sec, time.tv_nsec))
  }

  @Test func invalidDatabaseIsReportedAndKept() throws {
    try shelf.folder.makeFolder("catalog")
    let bytes = [UInt8](repeating: 65, count: 5000)
    try shelf.folder.write(bytes, to: "catalog/catalog.sqlite")
    do {
      _ = try shelf.catalog.fonts()
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .badData)
      #expect(error.path?.lastComponent == "catalog.sqlite")
    }
    #expect(try shelf.folder.bytes("catalog/catalog.sqlite") == bytes)
  }

  /// Executes SQL in the catalog's database.
  private func execute(_ statements: String) async throws {
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
    let path = shelf.folder.path("catalog/catalog.sqlite")
    #expect(try await Program.run("python3", ["-c", script, path, statements]).status == 0)
  }

  @Test(.enabled(if: TestEnvironment.hasProgram("python3"), "there is no Python"))
  func tagOfFirstVersionIsRenamed() async throws {
    try shelf.add("Grand.sf2", isLinked: true)
    try await execute(
      "UPDATE tag SET name = 'External' WHERE kind = 'external'; DELETE FROM grdb_migrations WHERE identifier = '2'"
    )
    let catalog = try shelf.again()
    #expect(try catalog.tags().map(\.name) == ["All", "Built-in", "Added", "Linked"])
    #expect(try catalog.fonts(tag: "Linked").map(\.name) == ["Grand"])
  }

  @Test(.enabled(if: TestEnvironment.hasProgram("python3"), "there is no Python"))
  func databaseOfNewerVersionIsKept() async throws {
    try shelf.add("Grand.sf2")
    try await execute("INSERT INTO grdb_migrations VALUES ('999')")
    do {
      _ = try shelf.again().fonts()
      Issue.record("it was read")
    } catch let error as SoundError {
      #expect(error.kind == .badData)
      #expect(error.reason.contains("newer midirec"))
    }
  }

  @Test func uncreatableFolderIsReported() throws {
    try shelf.folder.write([1], to: "file")
    let catalog = try FontCatalog(in: FilePath(shelf.folder.path("file/fonts")))
    do {
      _ = try catalog.fonts()
      Issue.record("it was made")
    } catch {
      #expect(error.kind == .cannotCreate)
    }
  }
}
