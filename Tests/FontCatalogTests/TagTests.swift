import FontCatalog
import MIDIRecSound
import TestSupport
import Testing

/// Automatic tags and the user's tags.
@Suite struct TagTests {
  let shelf: Shelf

  init() throws {
    shelf = try Shelf(builtIn: SmallFont([.init(0, 0, "Piano")]))
    try shelf.add("Added.sf2")
    try shelf.add("Linked.sf2", isLinked: true)
  }

  private func names(_ tag: String) throws -> [String] { try shelf.catalog.fonts(tag: tag).map(\.name) }

  @Test func automaticTagsAreAssigned() throws {
    #expect(try names("All") == ["Added", "BuiltIn", "Linked"])
    #expect(try names("built-in") == ["BuiltIn"])
    #expect(try names("Added") == ["Added"])
    #expect(try names("Linked") == ["Linked"])
    let tags = try shelf.catalog.tags()
    #expect(tags.map(\.name) == ["All", "Built-in", "Added", "Linked"])
    #expect(tags.map(\.fontCount) == [3, 1, 1, 1])
    #expect(tags.map(\.isFixed) == [true, true, true, true])
  }

  @Test func fontsAndTagsAreManyToMany() throws {
    try shelf.catalog.tag(["Added", "Linked"], with: "Keys")
    let fonts = try shelf.catalog.tag(["Added"], with: "Soft")
    #expect(fonts.map(\.tags) == [["Keys", "Soft"]])
    #expect(try names("keys") == ["Added", "Linked"])
    #expect(try names("Soft") == ["Added"])
    try shelf.catalog.untag(["Linked", "Added"], from: "Keys")
    #expect(try names("Keys").isEmpty)
  }

  @Test func taggingIsAtomic() throws {
    #expect(throws: SoundError.self) { try shelf.catalog.tag(["Added", "Nothing"], with: "Keys") }
    #expect(try shelf.catalog.tags().count == 4)
  }

  @Test func orderIsTheUsers() throws {
    for tag in ["A", "B", "C"] { try shelf.catalog.tag(["Added"], with: tag) }
    try shelf.catalog.orderTags(["C", "A"])
    #expect(try shelf.catalog.tags().dropFirst(4).map(\.name) == ["C", "A", "B"])
    #expect(try shelf.catalog.font("Added").tags == ["C", "A", "B"])
  }

  @Test func tagIsRenamedAndRemoved() throws {
    try shelf.catalog.tag(["Added"], with: "Keys")
    try shelf.catalog.renameTag("keys", to: "Pianos")
    #expect(try names("Pianos") == ["Added"])
    try shelf.catalog.removeTag("Pianos")
    #expect(try shelf.catalog.font("Added").tags.isEmpty)
  }

  @Test func activeTagIsPermanentUntilRemoved() throws {
    #expect(try shelf.catalog.activeTag() == "All")
    try shelf.catalog.tag(["Added"], with: "Keys")
    try shelf.catalog.useTag("Keys")
    #expect(try shelf.again().activeTag() == "Keys")
    #expect(try shelf.catalog.tags().filter(\.isActive).map(\.name) == ["Keys"])
    try shelf.catalog.removeTag("Keys")
    #expect(try shelf.catalog.activeTag() == "All")
  }

  @Test func automaticTagsCannotBeChanged() throws {
    #expect(throws: SoundError.self) { try shelf.catalog.tag(["Added"], with: "All") }
    #expect(throws: SoundError.self) { try shelf.catalog.untag(["Added"], from: "Added") }
    #expect(throws: SoundError.self) { try shelf.catalog.removeTag("Linked") }
    #expect(throws: SoundError.self) { try shelf.catalog.renameTag("Linked", to: "x") }
    #expect(throws: SoundError.self) { try shelf.catalog.orderTags(["All"]) }
  }

  @Test(arguments: ["", " ", "a\u{7}", "a,b", "a=b", "a "]) func invalidNamesAreRejected(name: String)
    throws
  {
    #expect(throws: SoundError.self) { try shelf.catalog.tag(["Added"], with: name) }
  }
}
