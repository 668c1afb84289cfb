import FontCatalog
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// Listing, searching, and hiding presets.
@Suite struct PresetTests {
  let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.add(
      "Keys.sf2", .init(0, 1, "Bright Piano"), .init(0, 0, "Grand Piano"), .init(128, 0, "Drums"),
      .init(0, 4, "EP"))
    try shelf.add("Strings.sf2", .init(0, 40, "Violin \"solo\""), .init(0, 41, "50% Viola_x"))
  }

  @Test func presetsAreSortedByBankAndProgram() throws {
    #expect(try shelf.presetNames { $0.font = "Keys" } == ["Grand Piano", "Bright Piano", "EP", "Drums"])
  }

  @Test(arguments: [
    ("piano", ["Grand Piano", "Bright Piano"]), ("PIANO bright", ["Bright Piano"]),
    ("ian", ["Grand Piano", "Bright Piano"]),
    ("ep", ["EP"]), ("p", ["Grand Piano", "Bright Piano", "EP"]), ("no", ["Grand Piano", "Bright Piano"]),
    ("ums", ["Drums"]), ("s", ["Drums", "Violin \"solo\""]), ("\"", ["Violin \"solo\""]),
    ("\"solo", ["Violin \"solo\""]),
    ("50%", ["50% Viola_x"]), ("%", ["50% Viola_x"]), ("_x", ["50% Viola_x"]), ("x", ["50% Viola_x"]),
    ("zz", []), ("piano zz", []), ("viola NOT x", []), ("*", []), ("pi*", []),
  ])
  func allWordsAreSearchedInAllFontsAndInOne(words: String, names: [String]) throws {
    #expect(Set(try shelf.presetNames { $0.search = words }) == Set(names))
    let each = try ["Keys", "Strings"].flatMap { font in
      try shelf.presetNames {
        $0.search = words; $0.font = font
      }
    }
    #expect(each == names)
  }

  /// After any additions, renames, and removals, the index finds the same as a scan of all names.
  @Test func indexFindsSameAsScan() throws {
    var generator = SeededGenerator(seed: 3)
    for number in 0..<6 {
      let font = SmallFont.random(presetCount: 40, using: &generator)
      let path = try shelf.folder.write(font.bytes, to: "r\(number).sf2")
      _ = try shelf.catalog.add(.init(path), isLinked: true)
    }
    try shelf.catalog.remove("r2")
    let other = SmallFont.random(presetCount: 30, using: &generator)
    _ = try shelf.catalog.add(.init(try shelf.folder.write(other.bytes, to: "r3.sf2")), isLinked: true)
    try shelf.catalog.addFavorite(of: "r4:0:7", name: "Zither")
    try shelf.catalog.changeFavorite("Zither", name: "Zebra")
    let all = try shelf.presetNames()
    #expect(all.count == 4 * 40 + 30 + 7)
    for words in [
      "zither", "zebra", "pia", "e", "1", "12", "9 ", "brass", "q", "vi", "no", "pia 1", "e p",
      "grand piano", "piano gr", "pad warm", "bras ass",
    ] {
      let found = try shelf.presetNames { $0.search = words }
      let expected = all.filter { name in
        words.split(separator: " ").allSatisfy { name.lowercased().contains($0) }
      }
      #expect(found.sorted() == expected.sorted(), "\(words)")
      for limit in [1, 3, 10] {
        var selection = FontCatalog.PresetSelection()
        selection.search = words
        selection.limit = limit
        let first = try shelf.catalog.presets(selection)
        #expect(first.presets.map(\.name) == Array(found.prefix(limit)), "\(words), \(limit)")
        #expect(first.isCut == (found.count > limit), "\(words), \(limit)")
      }
    }
  }

  /// The number of names scanned first.
  @Test(arguments: [
    ("q", "zyx", "zyx q"), ("zyx q", "zyx", "zyx q"), ("zyx quarter", "zyx quart", "zyx quarter"),
    ("rter zy", "zyx quart", "zyx quarter"),
  ])
  func matchesInLaterNamesAreFound(words: String, firstName: String, laterName: String) throws {
    let first = (0..<5000).map { SmallFont.Preset($0 / 128, $0 % 128, firstName) }
    let later = (0..<3).map { SmallFont.Preset(0, $0, "\(laterName)\($0)") }
    for (name, presets) in [("First.sf2", first), ("Later.sf2", later)] {
      let path = try shelf.folder.write(SmallFont(presets).bytes, to: name)
      _ = try shelf.catalog.add(FilePath(path))
    }
    var selection = FontCatalog.PresetSelection()
    selection.search = words
    selection.limit = 2
    let found = try shelf.catalog.presets(selection)
    #expect(found.presets.map(\.name) == ["\(laterName)0", "\(laterName)1"])
    #expect(found.isCut)
  }

  @Test func limitCutsAndIsReported() throws {
    var selection = FontCatalog.PresetSelection()
    for (limit, isCut) in [(1, true), (2, false), (3, false)] {
      selection.search = "piano"
      selection.limit = limit
      let result = try shelf.catalog.presets(selection)
      #expect(result.presets.count == min(limit, 2))
      #expect(result.isCut == isCut)
    }
  }

  @Test func hiddenPresetsAreListedOnRequest() throws {
    #expect(try shelf.catalog.setHidden(true, "Keys:0:0").kind == .hidden)
    #expect(try shelf.presetNames { $0.search = "piano" } == ["Bright Piano"])
    #expect(
      try shelf.presetNames {
        $0.search = "piano"; $0.includesHidden = true
      }.count == 2)
    #expect(try shelf.catalog.choice(font: "Keys", preset: "0:0").preset == PresetNumber("0:0"))
    #expect(try shelf.catalog.setHidden(false, "Keys:0:0").kind == .preset)
    #expect(try shelf.presetNames { $0.search = "piano" }.count == 2)
  }

  @Test func invalidPresetIsReported() throws {
    for text in ["Keys:0:9", "Keys:0", "Nothing:0:0", "0:0", "", "Keys"] {
      #expect(throws: SoundError.self) { try shelf.catalog.preset(text) }
    }
  }

  @Test(arguments: ["ÜN", "ün", "ünï", "ÜNÏ"]) func searchIgnoresCaseBeyondASCII(word: String) throws {
    try shelf.add("Horns.sf2", .init(0, 60, "Hörner Ünï"), .init(0, 61, "Horn"))
    #expect(try shelf.presetNames { $0.search = word } == ["Hörner Ünï"])
    #expect(
      try shelf.presetNames {
        $0.search = word; $0.font = "Horns"
      } == ["Hörner Ünï"])
    #expect(try shelf.catalog.choice(font: "HORNS", preset: word).preset == PresetNumber("0:60"))
  }
}
