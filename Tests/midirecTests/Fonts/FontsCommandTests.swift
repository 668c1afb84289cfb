import Foundation
import TestSupport
import Testing

/// `midirec fonts` as a user runs it.
@Suite struct FontsCommandTests {
  let library: FontLibrary

  init() throws { library = try FontLibrary() }

  @Test func fontsAreAddedListedAndRemoved() async throws {
    try library.write("Grand.sf2", .init(0, 0, "Piano"), .init(0, 1, "Harp"))
    try library.write("Other.sf2")
    let added = try await library.fonts("add", "Grand.sf2")
    #expect(added.status == 0)
    #expect(added.output == "added Grand: 2 presets, 706 B\n")
    #expect(try await library.fonts("add", "Other.sf2", "--link", "--tag", "Keys").status == 0)
    #expect(try await library.fonts("add", "Grand.sf2").output == "Grand is already in the catalog\n")
    let lines = try await library.fonts().output.split(separator: "\n").map { String($0) }
    #expect(
      lines.first == "NAME      KIND      PRESETS    SIZE  TAGS  STATE" || !TestEnvironment.hasBuiltInFont)
    #expect(lines.contains { $0.contains(/^Grand +added +2 +706 B$/) }, "\(lines)")
    #expect(lines.contains { $0.contains(/^Other +linked +1 +660 B +Keys$/) }, "\(lines)")
    let removed = try await library.fonts("remove", "Grand")
    #expect(removed.output == "removed Grand: 2 presets, 706 B\n")
    #expect(try await library.objects("list", "--tag", "Added").isEmpty)
    try await library.expectSound()
  }

  @Test func folderIsAddedAndOtherFilesAreReported() async throws {
    try library.folder.makeFolder("fonts")
    try library.write("fonts/b.sf2", .init(0, 0, "B"))
    try library.folder.write(Array("RIFF".utf8), to: "fonts/a.sf2")
    let result = try await library.fonts("add", "fonts")
    #expect(result.status == 65)
    #expect(result.output == "added b: 1 preset, 660 B\n")
    #expect(
      result.errors
        == "midirec: \(library.folder.path("fonts/a.sf2")): byte 4: expected the beginning of a SoundFont, "
        + "found the end of the file\n")
  }

  @Test func fontIsDescribed() async throws {
    var font = SmallFont()
    font.info = [("INAM", "Concert"), ("IENG", "Ann"), ("ICOP", "(c) Ann"), ("ICMT", "Two\nlines")]
    try library.folder.write(font.bytes, to: "Grand.sf2")
    #expect(try await library.fonts("add", "Grand.sf2").status == 0)
    let lines = try await library.fonts("show", "Grand").output.split(separator: "\n").map { String($0) }
    #expect(
      Array(lines.prefix(8)) == [
        "Name           Grand", "Embedded name  Concert", "Author         Ann", "Copyright      (c) Ann",
        "Comment        Two", "               lines", "Presets        1", "Size           690 B",
      ])
    let json = try await library.fonts("show", "Grand", "--json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["author"] as? String == "Ann")
    #expect(object["kind"] as? String == "added")
  }

  @Test func presetsAreSearchedHiddenAndShown() async throws {
    try library.write("Keys.sf2", .init(0, 0, "Grand Piano"), .init(0, 1, "Harp"), .init(1, 0, "Soft Piano"))
    #expect(try await library.fonts("add", "Keys.sf2").status == 0)
    #expect(
      try await library.fonts("presets", "Keys", "--search", "PIANO").output == """
        PRESET    NAME         STATE
        Keys:0:0  Grand Piano
        Keys:1:0  Soft Piano

        """)
    let hidden = try await library.fonts("hide", "Keys:0:0")
    #expect(hidden.output == "hidden: Keys:0:0 \"Grand Piano\"\n")
    #expect(
      try await library.objects("presets", "Keys").map { $0["name"] as? String } == ["Harp", "Soft Piano"])
    #expect(try await library.fonts("presets", "Keys", "--hidden").output.contains("Grand Piano  hidden"))
    #expect(try await library.fonts("unhide", "Keys:0:0").status == 0)
    let cut = try await library.fonts("presets", "Keys", "--limit", "1")
    #expect(
      cut.errors == "midirec: only the first 1 presets are shown; use --search or --limit to see others\n")
  }

  @Test func favoritesKeepSettings() async throws {
    try library.write("Keys.sf2", .init(0, 0, "Piano"))
    #expect(try await library.fonts("add", "Keys.sf2").status == 0)
    let added = try await library.fonts(
      "favorite", "Keys:0:0", "--name", "Mellow", "--volume", "-3.5", "--pan", "-0.5", "--tuning", "442",
      "--pitch-bend-range", "12", "--lowest-key", "36", "--reverb", "0.3,0.8", "--chorus", "off")
    #expect(added.output == "added Mellow, of Keys:0:0\n", "\(added.errors)")
    let favorite = try #require(try await library.objects("presets", "--favorites").first)
    let settings = try #require(favorite["settings"] as? [String: Any])
    #expect(settings["gain"] as? Double == -3.5)
    #expect(settings["pan"] as? Double == -0.5)
    #expect(settings["lowestKey"] as? Int == 36)
    #expect((settings["reverb"] as? [String: Any])?["roomSize"] as? Double == 0.8)
    #expect((settings["chorus"] as? [String: Any])?["level"] as? Double == 0)
    #expect(try await library.fonts("favorite", "Mellow", "--name", "Mild", "--reverb", "own").status == 0)
    #expect(try await library.fonts("favorite", "Mild", "--clone").output == "added Mild copy, of Keys:0:0\n")
    #expect(try await library.fonts("favorite", "Mild", "--remove").output == "removed Mild, of Keys:0:0\n")
    let names = try await library.objects("presets", "--favorites").map { $0["name"] as? String }
    #expect(names == ["Mild copy"])
  }

  @Test func chosenPresetIsKept() async throws {
    try library.write("Keys.sf2", .init(0, 0, "Piano"))
    #expect(try await library.fonts("add", "Keys.sf2").status == 0)
    #expect(try await library.fonts("use").output == "in use: the built-in font\n")
    #expect(try await library.fonts("use", "Keys:0:0").output == "in use: Keys:0:0 \"Piano\"\n")
    #expect(try await library.fonts("use").output == "in use: Keys:0:0 \"Piano\"\n")
    #expect(try await library.fonts("presets", "Keys").output.contains("Piano  in use"))
    #expect(try await library.fonts("use", "Keys").output == "in use: Keys: 1 preset, 660 B\n")
    #expect(try await library.fonts("use", "--none").output == "in use: the built-in font\n")
  }

  @Test func userTagsAreKept() async throws {
    for name in ["A", "B"] { try library.write("\(name).sf2") }
    #expect(try await library.fonts("add", "A.sf2", "B.sf2").status == 0)
    #expect(try await library.fonts("tag", "Keys", "A", "B").output == "A: Keys\nB: Keys\n")
    #expect(try await library.fonts("untag", "Keys", "B").output == "B: no tags\n")
    #expect(try await library.fonts("tag", "Soft", "B").status == 0)
    #expect(try await library.fonts("tags", "--order", "Soft,Keys").status == 0)
    #expect(try await library.fonts("tags", "--rename", "Soft=Quiet").status == 0)
    #expect(try await library.fonts("tags", "--use", "Keys").output.contains(/Keys +1  active\n/))
    #expect(try await library.objects("list").map { $0["name"] as? String } == ["A"])
    #expect(try await library.objects("tags").suffix(2).map { $0["name"] as? String } == ["Quiet", "Keys"])
    #expect(try await library.fonts("tags", "--delete", "Keys").status == 0)
    #expect(try await library.objects("list", "--tag", "Added").count == 2)
  }

  @Test func movedFontIsFound() async throws {
    try library.write("A.sf2")
    #expect(try await library.fonts("add", "A.sf2", "--link").status == 0)
    try library.folder.makeFolder("away")
    try library.folder.write(try library.folder.bytes("A.sf2"), to: "away/other.sf2")
    try library.folder.remove("A.sf2")
    #expect(try await library.objects("list", "--missing").map { $0["name"] as? String } == ["A"])
    let shown = try await library.fonts("use", "A")
    #expect(shown.errors.contains("is missing"))
    #expect(try await library.fonts("find", "away").output == "A: found in away/other.sf2\n")
    #expect(try await library.objects("list", "--missing").isEmpty)
    #expect(try await library.fonts("find", "away").errors == "midirec: no fonts are missing\n")
  }

  @Test(arguments: [
    (["add"], 64, "paths"), (["add", ""], 64, "name of a file"), (["add", "none.sf2"], 66, "none.sf2"),
    (["add", "."], 66, ". contains no .sf2 or .sf3 files"),
    (["add", "x", "y", "--name", "z"], 64, "--name requires a single file"),
    (["show", "none"], 66, "no font named"),
    (["remove", "none"], 66, "no font named"), (["presets", "none"], 66, "no font named"),
    (["presets", "--limit", "0"], 64, "--limit"), (["use", "none"], 66, "no font named"),
    (["use", "none:0:0"], 66, "no font named"),
    (["use", "a", "--none"], 64, "--none can't be used with a font"),
    (["hide", "none"], 66, "FONT:BANK:PROGRAM"), (["favorite", "none"], 66, "no favorite named"),
    (["favorite", "a", "--remove", "--volume", "1"], 64, "--remove can't be used with other options"),
    (["favorite", "a", "--reverb", "loud"], 64, "loud"), (["list", "--tag", "none"], 66, "no tag named"),
    (["tag", "All", "none"], 66, "no font named"), (["untag", "none"], 64, "fonts"),
    (["tags", "--use", "none"], 66, "no tag named"), (["tags", "--rename", "a"], 64, "TAG=NAME"),
    (["tags", "--use", "a", "--delete", "b"], 64, "Only one of"),
    (["tags", "--delete", "All"], 64, "is automatic"),
    (["find", "none"], 66, "none"), (["dance"], 64, "dance"),
  ])
  func invalidArgumentIsReported(arguments: [String], status: Int32, words: String) async throws {
    let result = try await library.fonts(arguments)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func damagedCatalogIsReported() async throws {
    try library.folder.makeFolder(library.catalog)
    try library.folder.write(Array(repeating: 7, count: 4096), to: "\(library.catalog)/catalog.sqlite")
    let result = try await library.fonts()
    #expect(result.status == 65)
    #expect(result.errors.contains("the font catalog is damaged"), "\(result.errors)")
  }

  @Test func uncreatableCatalogIsReported() async throws {
    try library.folder.write([], to: "data")
    let result = try await library.fonts()
    #expect(result.status == 73)
    #expect(result.errors.contains("can't be stored there: Not a directory"), "\(result.errors)")
  }

  /// A reason that all fonts have in common is printed only once.
  @Test func commonReasonIsReportedOnce() async throws {
    for name in ["A", "B", "C"] { try library.write("\(name).sf2") }
    let tag = try await library.fonts("add", "A.sf2", "B.sf2", "C.sf2", "--tag", "All")
    #expect(tag.status == 64)
    #expect(tag.errors == "midirec: the tag \"All\" is automatic and can't be assigned\n")
    try library.folder.write(Array(repeating: 7, count: 4096), to: "\(library.catalog)/catalog.sqlite")
    let broken = try await library.fonts("add", "A.sf2", "B.sf2", "C.sf2")
    #expect(broken.status == 65)
    #expect(broken.errors.split(separator: "\n").count == 1, "\(broken.errors)")
  }
}
