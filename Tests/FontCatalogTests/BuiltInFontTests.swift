import FontCatalog
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// The font of the system.
@Suite struct BuiltInFontTests {
  @Test func builtInFontExistsInitially() throws {
    let shelf = try Shelf(builtIn: SmallFont([.init(0, 0, "Piano")]))
    let font = try #require(try shelf.catalog.fonts(tag: "Built-in").first)
    #expect(font.name == "BuiltIn")
    #expect(font.kind == .builtIn)
    #expect(try shelf.catalog.choice(font: nil, preset: nil).font == font.path)
  }

  @Test func builtInFontCannotBeRemoved() throws {
    let shelf = try Shelf(builtIn: SmallFont())
    #expect(throws: SoundError.self) { try shelf.catalog.remove("BuiltIn") }
    #expect(try shelf.catalog.fonts().count == 1)
  }

  @Test func systemUpdateIsDetected() throws {
    let shelf = try Shelf(builtIn: SmallFont([.init(0, 0, "Piano")]))
    try shelf.catalog.addFavorite(of: "BuiltIn:0:0", name: "Mine")
    try shelf.folder.write(SmallFont([.init(0, 0, "Grand"), .init(0, 1, "Harp")]).bytes, to: "BuiltIn.sf2")
    let names = try shelf.again().presets().presets.map(\.name)
    #expect(Set(names) == ["Grand", "Harp", "Mine"])
  }

  @Test func existingCopyBecomesBuiltIn() throws {
    let shelf = try Shelf()
    try shelf.add("Copy.sf2", .init(0, 0, "Piano"))
    try shelf.folder.write(try shelf.folder.bytes("Copy.sf2"), to: "BuiltIn.sf2")
    let fonts = try shelf.again().fonts()
    #expect(fonts.map(\.name) == ["Copy"])
    #expect(fonts.map(\.kind) == [.builtIn])
  }

  @Test func damagedBuiltInFontIsOmitted() throws {
    let shelf = try Shelf()
    try shelf.folder.write([1, 2, 3], to: "BuiltIn.sf2")
    #expect(try shelf.again().fonts().isEmpty)
  }

  @Test func missingFontsAreReported() throws {
    let shelf = try Shelf()
    #expect(throws: SoundError.self) { try shelf.catalog.choice(font: nil, preset: nil) }
    // A query creates no catalog.
    #expect(try shelf.folder.names().isEmpty)
  }

  @Test func movedBuiltInFontReplacesPrevious() throws {
    let shelf = try Shelf(builtIn: SmallFont([.init(0, 0, "Piano")]))
    try shelf.catalog.addFavorite(of: "BuiltIn:0:0", name: "Mine")
    let other = try shelf.write("Elsewhere.sf2", .init(0, 0, "Grand"), .init(0, 1, "Harp"))
    let catalog = try FontCatalog(in: shelf.catalog.folder, builtInFont: other)
    #expect(try catalog.fonts().map(\.path) == [other])
    #expect(Set(try catalog.presets().presets.map(\.name)) == ["Grand", "Harp", "Mine"])
  }

  @Test func missingBuiltInFontCanBeRemoved() throws {
    let shelf = try Shelf(builtIn: SmallFont())
    #expect(try shelf.catalog.fonts().count == 1)
    try shelf.folder.remove("BuiltIn.sf2")
    try shelf.catalog.remove("BuiltIn")
    #expect(try shelf.catalog.fonts().isEmpty)
  }

  @Test func missingBuiltInFontReportsRemedy() throws {
    let shelf = try Shelf(builtIn: SmallFont())
    #expect(try shelf.catalog.fonts().count == 1)
    try shelf.folder.remove("BuiltIn.sf2")
    do {
      _ = try shelf.catalog.choice(font: nil, preset: nil)
      Issue.record("something was chosen")
    } catch {
      #expect(error.kind == .noInput)
      #expect(error.reason.contains("install timgm6mb-soundfont"))
    }
  }
}
