import FontCatalog
import Glibc
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// A catalog that is readable but not writable.
@Suite(.serialized, .enabled(if: getuid() == 0, "only root can mount a small disk"))
struct UnwritableTests {
  let folder: TemporaryFolder
  let builtIn: FilePath

  init() throws {
    folder = try TemporaryFolder()
    builtIn = FilePath(try folder.write(SmallFont([.init(0, 0, "Piano")]).bytes, to: "BuiltIn.sf2"))
  }

  /// Runs a closure with a small disk, which is removed afterwards.
  private func withDisk(_ size: String, _ body: (SmallDisk) async throws -> Void) async throws {
    let disk = try await SmallDisk.mount(folder.path("disk"), size: size)
    do {
      try await body(disk)
    } catch {
      try await disk.unmount()
      throw error
    }
    try await disk.unmount()
  }

  /// The folder's name has characters with a meaning in URIs.
  private func catalog(on disk: SmallDisk) throws -> FontCatalog {
    try FontCatalog(in: FilePath(disk.path).appending("a b?c%41#d"), builtInFont: builtIn)
  }

  private func writeFont(_ name: String, _ presetName: String = "Harp") throws -> FilePath {
    FilePath(try folder.write(SmallFont([.init(0, 5, presetName)]).bytes, to: name))
  }

  private func error(_ body: () throws(SoundError) -> Void) -> SoundError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func readOnlyMediumAllowsListingAndPlaying() async throws {
    try await withDisk("2m") { disk in
      let font = try catalog(on: disk).add(writeFont("Grand.sf2")).font
      try catalog(on: disk).use("Grand:0:5")
      try await disk.makeReadOnly()
      let catalog = try catalog(on: disk)
      #expect(try catalog.fonts().map(\.name) == ["BuiltIn", "Grand"])
      #expect(try catalog.choice(font: nil, preset: nil).font == font.path)
      #expect(try catalog.presets().presets.map(\.name) == ["Piano", "Harp"])
      let other = try writeFont("Other.sf2", "Flute")
      for refusal in [
        error { () throws(SoundError) in _ = try catalog.add(other) },
        error { () throws(SoundError) in _ = try catalog.add(other, isLinked: true) },
        error { () throws(SoundError) in try catalog.use("BuiltIn") },
        error { () throws(SoundError) in try catalog.remove("Grand") },
      ] {
        #expect(refusal?.kind == .cannotCreate)
        #expect(refusal?.reason == "the font catalog can't be written: Read-only file system")
      }
      #expect(try catalog.fonts().count == 2)
    }
  }

  @Test func builtInFontIsListedWithoutCatalog() async throws {
    try await withDisk("2m") { disk in
      try await disk.makeReadOnly()
      let catalog = try catalog(on: disk)
      #expect(try catalog.fonts().map(\.name) == ["BuiltIn"])
      let refusal = error { () throws(SoundError) in try catalog.use("BuiltIn") }
      #expect(refusal?.kind == .cannotCreate)
      #expect(refusal?.reason == "the font catalog can't be stored there: Read-only file system")
    }
  }

  @Test func readOnlyDatabasePreventsCopies() async throws {
    try await withDisk("4m") { disk in
      _ = try catalog(on: disk).add(writeFont("Grand.sf2"))
      try await disk.makeReadOnly("a b?c%41#d/catalog.sqlite")
      let catalog = try catalog(on: disk)
      #expect(try catalog.fonts().map(\.name) == ["BuiltIn", "Grand"])
      let other = try writeFont("Other.sf2", "Flute")
      let refusal = error { () throws(SoundError) in _ = try catalog.add(other) }
      #expect(refusal?.kind == .cannotCreate)
      #expect(refusal?.reason == "the font catalog can't be written: Read-only file system")
      #expect(try folder.names(in: "disk/a b?c%41#d").count { $0.hasSuffix(".sf2") } == 1)
    }
  }

  @Test func fullDiskPreventsPartialAdditions() async throws {
    try await withDisk("2m") { disk in
      _ = try catalog(on: disk).add(writeFont("Grand.sf2"))
      let other = try writeFont("Other.sf2", "Flute")
      let filler = try FileDescriptor.open(
        FilePath("\(disk.path)/filler"), .writeOnly, options: .create, permissions: .ownerReadWrite)
      while (try? filler.writeAll([UInt8](repeating: 1, count: 4096))) != nil {}
      let full = try catalog(on: disk)
      #expect(try full.fonts().map(\.name) == ["BuiltIn", "Grand"])
      for isLinked in [false, true] {
        let refusal = error { () throws(SoundError) in _ = try full.add(other, isLinked: isLinked) }
        #expect(refusal?.kind == .inputOutput)
        #expect(refusal?.reason.hasSuffix(": No space left on device") == true, "\(refusal?.reason ?? "")")
      }
      // With free space, it works again.
      try filler.resize(to: 0)
      try filler.close()
      let again = try catalog(on: disk)
      #expect(try again.add(other).outcome == .added)
      #expect(try again.fonts().map(\.name) == ["BuiltIn", "Grand", "Other"])
      let files = try folder.names(in: "disk/a b?c%41#d").filter { $0.hasSuffix(".sf2") || $0.hasPrefix(".") }
      #expect(files.count == 2)
    }
  }

  @Test func catalogErrorIsNotMediumError() async throws {
    try await withDisk("2m") { disk in
      let place = "disk/a b?c%41#d"
      try folder.makeFolder(place)
      try folder.write([UInt8](repeating: 65, count: 5000), to: "\(place)/catalog.sqlite")
      try await disk.makeReadOnly()
      let broken = try catalog(on: disk)
      #expect(error { () throws(SoundError) in _ = try broken.fonts() }?.kind != nil)
    }
  }

  /// The last changes of a killed process are in a log next to the database, and are never ignored.
  @Test(arguments: [true, false]) func logIsReadOrCatalogIsRejected(hasIndex: Bool)
    async throws
  {
    try await withDisk("4m") { disk in
      let first = try FontCatalog(in: FilePath(folder.path("first")), builtInFont: builtIn)
      _ = try first.add(writeFont("Grand.sf2"), isLinked: true)
      // The first catalog is still open, so that no changes move from the log to the database.
      let place = "disk/a b?c%41#d"
      try folder.makeFolder(place)
      // On such a medium, SQLite reads a log only by its index.
      for name in try folder.names(in: "first") where hasIndex || !name.hasSuffix("-shm") {
        try folder.write(folder.bytes("first/\(name)"), to: "\(place)/\(name)")
      }
      #expect(try folder.bytes("\(place)/catalog.sqlite-wal").count > 0)
      try await disk.makeReadOnly()
      let catalog = try catalog(on: disk)
      if hasIndex {
        #expect(try catalog.fonts().map(\.name) == ["BuiltIn", "Grand"])
      } else {
        #expect(error { () throws(SoundError) in _ = try catalog.fonts() }?.kind == .cannotCreate)
      }
      withExtendedLifetime(first) {}
    }
  }
}
