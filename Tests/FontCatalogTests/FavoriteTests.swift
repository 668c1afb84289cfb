import FontCatalog
import MIDIRecSound
import MIDIRecSynth
import TestSupport
import Testing

/// Copies of presets with their own settings.
@Suite struct FavoriteTests {
  let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.add("Keys.sf2", .init(0, 0, "Piano"), .init(0, 1, "Harp"))
  }

  @Test func copiesAreNumbered() throws {
    for name in ["Piano copy", "Piano copy 1", "Piano copy 2"] {
      #expect(try shelf.catalog.addFavorite(of: "Keys:0:0").name == name)
    }
    // The presets come first, then their copies.
    #expect(
      try shelf.presetNames { $0.font = "Keys" } == [
        "Piano", "Piano copy", "Piano copy 1", "Piano copy 2", "Harp",
      ])
    #expect(try shelf.presetNames { $0.isFavoritesOnly = true }.count == 3)
  }

  @Test func settingsAreStored() throws {
    var settings = PresetSettings()
    settings.gain = -3.5
    settings.pan = 0.25
    settings.tuning = 442
    settings.pitchBendRange = 12
    settings.lowestKey = 36
    var reverb = Reverb()
    reverb.roomSize = 0.7
    reverb.damping = 0.1
    reverb.width = 3
    reverb.level = 0
    settings.reverb = reverb
    var chorus = Chorus()
    chorus.voiceCount = 5
    chorus.level = 1.5
    chorus.speed = 0.4
    chorus.depth = 9
    settings.chorus = chorus
    try shelf.catalog.addFavorite(of: "Keys:0:0", name: "Mellow") { $0 = settings }
    let choice = try shelf.again().choice(font: nil, preset: "mellow")
    #expect(choice.settings == settings)
    #expect(choice.preset == PresetNumber("0:0"))
    #expect(try shelf.catalog.choice(font: "Keys", preset: "Mellow") == choice)
  }

  @Test func cloneOfFavoriteHasSameSettings() throws {
    try shelf.catalog.addFavorite(of: "Keys:0:0", name: "Mellow") { $0.gain = -6 }
    let clone = try shelf.catalog.addFavorite(of: "Mellow") { $0.pan = 1 }
    #expect(clone.name == "Mellow copy")
    #expect(clone.originalName == "Piano")
    #expect(clone.settings?.gain == -6)
    #expect(clone.settings?.pan == 1)
  }

  @Test func favoriteIsChangedAndRenamed() throws {
    try shelf.catalog.addFavorite(of: "Keys:0:0", name: "Mellow") { $0.gain = -6 }
    let changed = try shelf.catalog.changeFavorite("mellow", name: "MELLOW") { $0.pan = -1 }
    #expect(changed.name == "MELLOW")
    #expect(changed.settings?.gain == -6)
    #expect(changed.settings?.pan == -1)
  }

  @Test func removingFavoriteKeepsPreset() throws {
    try shelf.catalog.addFavorite(of: "Keys:0:0", name: "Mellow")
    try shelf.catalog.removeFavorite("Mellow")
    #expect(try shelf.presetNames() == ["Piano", "Harp"])
    #expect(throws: SoundError.self) { try shelf.catalog.removeFavorite("Piano") }
  }

  @Test func favoritesAreRemovedWithFont() throws {
    try shelf.catalog.addFavorite(of: "Keys:0:0", name: "Mellow")
    try shelf.catalog.remove("Keys")
    #expect(try shelf.presetNames().isEmpty)
  }

  @Test func favoriteCannotBeHidden() throws {
    try shelf.catalog.addFavorite(of: "Keys:0:0", name: "Mellow")
    #expect(throws: SoundError.self) { try shelf.catalog.setHidden(true, "Mellow") }
  }

  @Test(arguments: ["", " ", "0:1", "a:0:1", "Täken", "tÄken", "a\u{1B}b", " a"])
  func invalidNamesAreRejected(name: String) throws {
    try shelf.catalog.addFavorite(of: "Keys:0:0", name: "Täken")
    #expect(throws: SoundError.self) { try shelf.catalog.addFavorite(of: "Keys:0:1", name: name) }
    #expect(try shelf.presetNames { $0.isFavoritesOnly = true } == ["Täken"])
  }

  @Test func invalidSettingsAreRejected() throws {
    let changes: [@Sendable (inout PresetSettings) -> Void] = [
      { $0.gain = .nan }, { $0.gain = 31 }, { $0.pan = -1.1 }, { $0.tuning = 0 }, { $0.pitchBendRange = -1 },
      { $0.lowestKey = 128 },
      {
        $0.reverb = Reverb(); $0.reverb?.level = 2
      },
      {
        $0.chorus = Chorus(); $0.chorus?.speed = 0
      },
    ]
    for change in changes {
      #expect(throws: SoundError.self) {
        try shelf.catalog.addFavorite(of: "Keys:0:0") { change(&$0) }
      }
    }
    #expect(try shelf.presetNames { $0.isFavoritesOnly = true }.isEmpty)
  }

  @Test func favoriteNamesAreUnique() throws {
    try shelf.catalog.addFavorite(of: "Keys:0:0", name: "Mellow")
    try shelf.catalog.addFavorite(of: "Keys:0:1", name: "Mild")
    do {
      try shelf.catalog.changeFavorite("Mild", name: "mellow")
      Issue.record("it was renamed")
    } catch {
      #expect(error.kind == .usage)
    }
    #expect(try shelf.presetNames { $0.isFavoritesOnly = true }.sorted() == ["Mellow", "Mild"])
  }
}
