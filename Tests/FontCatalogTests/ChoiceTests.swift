import FontCatalog
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// The font and preset that the command line selects.
@Suite struct ChoiceTests {
  let shelf: Shelf
  let keys: FilePath
  let builtIn: FilePath

  init() throws {
    shelf = try Shelf(builtIn: SmallFont([.init(0, 0, "Piano"), .init(0, 5, "EP")]))
    keys = try shelf.add(
      "Keys.sf2", .init(0, 0, "Grand Piano"), .init(0, 1, "Harp"), .init(0, 2, "Harpsichord")
    ).path
    builtIn = FilePath(shelf.folder.path("BuiltIn.sf2"))
  }

  private func choice(_ font: String?, _ preset: String? = nil) throws -> FontChoice {
    try shelf.catalog.choice(font: font, preset: preset)
  }

  @Test func defaultIsBuiltInFont() throws {
    #expect(try choice(nil) == .init(font: builtIn))
    #expect(try choice(nil, "0:5") == .init(font: builtIn, preset: PresetNumber("0:5")))
  }

  @Test func fontIsSelectedByNameOrPath() throws {
    #expect(try choice("keys") == .init(font: keys))
    let other = try shelf.write("Other.sf2")
    #expect(try choice(other.string) == .init(font: other))
  }

  @Test func presetIsSelectedByNumberNameOrPart() throws {
    for text in ["0:0", "grand piano", "grand"] {
      #expect(try choice("Keys", text) == .init(font: keys, preset: PresetNumber("0:0")))
    }
    // The whole name has precedence over a part.
    #expect(try choice("Keys", "harp").preset == PresetNumber("0:1"))
    #expect(throws: SoundError.self) { try choice("Keys", "a") }
    #expect(try choice(keys.string, "Harp").preset == PresetNumber("0:1"))
    #expect(try choice(keys.string, "0:2").preset == PresetNumber("0:2"))
  }

  @Test func fontInUseIsPermanent() throws {
    try shelf.catalog.use("Keys:0:1")
    #expect(
      try shelf.again().choice(font: nil, preset: nil) == .init(font: keys, preset: PresetNumber("0:1")))
    #expect(try choice(nil, "0:2") == .init(font: keys, preset: PresetNumber("0:2")))
    try shelf.catalog.use("Keys")
    #expect(try choice(nil) == .init(font: keys))
    #expect(try shelf.catalog.font("Keys").isInUse)
    try shelf.catalog.use(nil)
    #expect(try choice(nil) == .init(font: builtIn))
  }

  @Test func fontNamedLikeAPresetIsUsedByItsName() throws {
    let font = try shelf.add("0:4.sf2")
    #expect(try shelf.catalog.use("0:4").font == shelf.catalog.font("0:4"))
    #expect(try choice(nil) == .init(font: font.path))
    #expect(try shelf.catalog.use("0:4:0:0").preset?.number == PresetNumber("0:0"))
  }

  @Test func favoriteInUseHasItsSettings() throws {
    try shelf.catalog.addFavorite(of: "Keys:0:1", name: "Soft") { $0.gain = -6 }
    let use = try shelf.catalog.use("Soft")
    #expect(use.preset?.isActive == true)
    #expect(try choice(nil).settings.gain == -6)
    try shelf.catalog.removeFavorite("Soft")
    #expect(try choice(nil) == .init(font: keys))
  }

  @Test func removingFontEndsItsUse() throws {
    try shelf.catalog.use("Keys:0:1")
    try shelf.catalog.remove("Keys")
    #expect(try choice(nil) == .init(font: builtIn))
    #expect(try shelf.catalog.use().font == nil)
  }

  @Test func missingFontIsReported() throws {
    try shelf.catalog.use("Keys")
    try shelf.folder.remove("catalog/\(keys.lastComponent?.string ?? "")")
    do {
      _ = try choice(nil)
      Issue.record("a missing font was chosen")
    } catch let error as SoundError {
      #expect(error.kind == .noInput)
      #expect(error.reason.contains("midirec fonts find"))
    }
  }

  @Test(
    arguments: [
      ("Nothing", nil), ("Keys", "0:9"), ("Keys", "nothing"), (nil, "128:0"), ("/none.sf2", nil),
      ("./none.sf2", "0:0"), ("", nil),
    ] as [(String?, String?)])
  func unknownNamesAreReported(font: String?, preset: String?) throws {
    do {
      _ = try choice(font, preset)
      Issue.record("something was chosen")
    } catch let error as SoundError {
      #expect(error.kind == .noInput)
    }
  }

  private func objection(_ font: String?, _ preset: String) -> SoundError? {
    #expect(throws: SoundError.self) { try choice(font, preset) }
  }

  @Test func missingPresetReportsCommand() throws {
    #expect(
      objection("Keys", "tuba")?.description
        == "the font \"Keys\" has no preset \"tuba\"; run midirec fonts presets \"Keys\" to list its presets")
    #expect(objection("Keys", "0:9")?.reason.contains("has no preset 0:9; ") == true)
    let other = try shelf.write("Other.sf2")
    let ofFile = try #require(objection(other.string, "tuba"))
    #expect(ofFile.path == other)
    #expect(ofFile.reason.hasPrefix("has no preset \"tuba\"; add the font with midirec fonts add, "))
  }

  @Test func ambiguousPartListsPresets() throws {
    #expect(
      objection("Keys", "har")?.description
        == "\"har\" matches 0:1 \"Harp\", 0:2 \"Harpsichord\"; specify BANK:PROGRAM")
    try shelf.add(
      "Organs.sf2", .init(0, 16, "Organ 1"), .init(0, 17, "Organ 2"), .init(0, 18, "Organ 3"),
      .init(0, 19, "Church Organ"))
    #expect(
      objection("Organs", "organ")?.reason.hasSuffix(
        ", …; specify BANK:PROGRAM, or list all with midirec fonts presets \"Organs\" --search \"organ\""
      )
        == true)
  }

  /// A part of a name has the same meaning in a file as in the catalog.
  @Test func presetOfFileIsSelectedByPartOfName() throws {
    #expect(try choice(keys.string, "grand").preset == PresetNumber("0:0"))
    #expect(try choice(keys.string, "harp").preset == PresetNumber("0:1"))
    let several = try #require(objection(keys.string, "har"))
    #expect(several.kind == .usage)
    #expect(several.path == keys)
    #expect(objection(keys.string, "")?.kind == .noInput)
  }

  @Test func builtInFontHasNameWithoutCatalog() throws {
    let bare = try FontCatalog(in: FilePath(shelf.folder.path("none")), builtInFont: builtIn)
    let error = #expect(throws: SoundError.self) { try bare.choice(font: nil, preset: "tuba") }
    #expect(
      error?.description
        == "the font \"BuiltIn\" has no preset \"tuba\"; run midirec fonts presets \"BuiltIn\" to list its presets"
    )
  }

  @Test func queryCreatesNoCatalog() throws {
    let bare = try FontCatalog(in: FilePath(shelf.folder.path("none")), builtInFont: builtIn)
    #expect(try bare.choice(font: nil, preset: "ep") == .init(font: builtIn, preset: PresetNumber("0:5")))
    #expect(try bare.choice(font: keys.string, preset: nil) == .init(font: keys))
    #expect(try bare.choice(font: "builtin", preset: nil) == .init(font: builtIn))
    #expect(throws: SoundError.self) { try bare.choice(font: "Keys", preset: nil) }
    #expect(try !shelf.folder.names().contains("none"))
  }
}
