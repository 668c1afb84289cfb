import FontCatalog
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// Fonts whose files move, disappear, or change.
@Suite struct MissingFontTests {
  let shelf: Shelf

  init() throws { shelf = try Shelf() }

  @Test(arguments: [false, true]) func missingFileIsFoundByContent(isLinked: Bool)
    throws
  {
    let font = try shelf.add("Grand.sf2", isLinked: isLinked)
    let bytes = try shelf.folder.bytes("Grand.sf2")
    try shelf.folder.remove(isLinked ? "Grand.sf2" : "catalog/\(font.contentHash).sf2")
    #expect(try shelf.catalog.font("Grand").state == .missing)
    #expect(throws: SoundError.self) { try shelf.catalog.choice(font: "Grand", preset: nil) }
    try shelf.folder.makeFolder("elsewhere")
    try shelf.folder.write(SmallFont([.init(0, 0, "Another")]).bytes, to: "elsewhere/a.sf2")
    try shelf.folder.write(bytes, to: "elsewhere/renamed.sf2")
    let found = try shelf.catalog.findMissing(in: FilePath(shelf.folder.path("elsewhere")))
    #expect(found.map(\.path.lastComponent?.string) == ["renamed.sf2"])
    let again = try shelf.catalog.font("Grand")
    #expect(again.state == .present)
    #expect(again.kind == font.kind)
    #expect(try SoundFontFile(reading: again.path).contentHash == font.contentHash)
    #expect(try shelf.catalog.fonts().count == 1)
  }

  @Test func addingFindsMissingFont() throws {
    try shelf.add("Grand.sf2", isLinked: true)
    let bytes = try shelf.folder.bytes("Grand.sf2")
    try shelf.folder.remove("Grand.sf2")
    let moved = FilePath(try shelf.folder.write(bytes, to: "Moved.sf2"))
    let addition = try shelf.catalog.add(moved)
    #expect(addition.outcome == .foundAgain)
    #expect(addition.font.name == "Grand")
    #expect(addition.font.path == moved)
  }

  @Test func replacedFileIsChangedAndCanBeAccepted() throws {
    let path = try shelf.write("Grand.sf2", .init(0, 0, "Piano"), .init(0, 1, "Old"), .init(0, 2, "Harp"))
    _ = try shelf.catalog.add(path, isLinked: true, tags: ["Keys"])
    try shelf.catalog.setHidden(true, "Grand:0:0")
    try shelf.catalog.addFavorite(of: "Grand:0:0", name: "Mine")
    try shelf.catalog.addFavorite(of: "Grand:0:1", name: "Gone")
    _ = try shelf.write("Grand.sf2", .init(0, 0, "Grand piano"), .init(0, 3, "New"))
    #expect(try shelf.catalog.font("Grand").state == .changed)
    let addition = try shelf.catalog.add(path, isLinked: true)
    #expect(addition.outcome == .updated)
    #expect(addition.font.tags == ["Keys"])
    #expect(addition.font.presetCount == 2)
    #expect(
      try shelf.presetNames {
        $0.includesHidden = true; $0.font = "Grand"
      } == ["Grand piano", "Mine", "New"])
    #expect(try shelf.presetNames { $0.search = "harp" }.isEmpty)
    #expect(try shelf.presetNames() == ["Mine", "New"])
  }

  /// Each file is at the other's location, and the database never has two fonts at one location.
  @Test func swappedFontFilesAreFound() throws {
    try shelf.add("a.sf2", .init(0, 0, "A"), isLinked: true)
    try shelf.add("b.sf2", .init(0, 0, "B"), .init(0, 1, "B2"), isLinked: true)
    let (a, b) = (try shelf.folder.bytes("a.sf2"), try shelf.folder.bytes("b.sf2"))
    try shelf.folder.write(b, to: "a.sf2")
    try shelf.folder.write(a, to: "b.sf2")
    #expect(try shelf.catalog.fonts().map(\.state) == [.changed, .changed])
    #expect(try shelf.catalog.findMissing(in: FilePath(shelf.folder.path)).count == 2)
    #expect(try shelf.catalog.fonts().map { $0.path.lastComponent?.string } == ["b.sf2", "a.sf2"])
    #expect(try shelf.catalog.fonts().map(\.state) == [.present, .present])
  }

  @Test func presentFontIsNotSearched() throws {
    try shelf.add("Grand.sf2")
    #expect(try shelf.catalog.findMissing(in: FilePath(shelf.folder.path)).isEmpty)
  }

  /// Its file is gone, but can return to its own or the other's location.
  @Test func displacedFontIsMissingAtOtherLocation() throws {
    try shelf.add("a.sf2", .init(0, 0, "A"), isLinked: true)
    try shelf.add("b.sf2", .init(0, 0, "B"), .init(0, 1, "B2"), isLinked: true)
    try shelf.folder.write(try shelf.folder.bytes("b.sf2"), to: "a.sf2")
    try shelf.folder.remove("b.sf2")
    #expect(try shelf.catalog.findMissing(in: FilePath(shelf.folder.path)).map(\.font.name) == ["b"])
    let fonts = try shelf.catalog.fonts()
    #expect(fonts.map(\.state) == [.missing, .present])
    #expect(fonts.map(\.path) == ["b.sf2", "a.sf2"].map { FilePath(shelf.folder.path($0)) })
  }
}
