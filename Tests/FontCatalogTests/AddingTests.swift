import FontCatalog
import Foundation
import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// Adding fonts to the catalog and removing them.
@Suite struct AddingTests {
  let shelf: Shelf

  init() throws { shelf = try Shelf() }

  @Test func copyIsNamedAfterContentAndIndependent() throws {
    let addition = try shelf.catalog.add(shelf.write("Grand.sf2"))
    #expect(addition.outcome == .added)
    #expect(addition.font.name == "Grand")
    #expect(addition.font.kind == .added)
    #expect(addition.font.embeddedName == "Small")
    #expect(addition.font.originalName == "Grand.sf2")
    #expect(try shelf.copies() == [addition.font.contentHash + ".sf2"])
    let bytes = try shelf.folder.bytes("Grand.sf2")
    try shelf.folder.remove("Grand.sf2")
    #expect(try shelf.folder.bytes("catalog/\(addition.font.contentHash).sf2") == bytes)
    #expect(try shelf.catalog.font("Grand").state == .present)
  }

  @Test func linkedFontIsNotCopied() throws {
    let path = try shelf.write("Grand.sf2")
    let font = try shelf.catalog.add(path, isLinked: true).font
    #expect(font.kind == .linked)
    #expect(font.path == path)
    #expect(try shelf.copies().isEmpty)
  }

  @Test(arguments: [false, true]) func knownFontIsNotAddedAgain(isLinked: Bool) throws {
    let first = try shelf.add("Grand.sf2", isLinked: isLinked)
    let bytes = try shelf.folder.bytes("Grand.sf2")
    let other = FilePath(try shelf.folder.write(bytes, to: "Other.sf2"))
    let addition = try shelf.catalog.add(other, isLinked: !isLinked)
    #expect(addition.outcome == .known)
    #expect(addition.font == first)
    #expect(try shelf.catalog.fonts().count == 1)
    #expect(try shelf.copies().count == (isLinked ? 0 : 1))
  }

  @Test func duplicateNamesAreNumbered() throws {
    try shelf.add("Grand.sf2", .init(0, 0, "A"))
    try shelf.add("grand.sf2", .init(0, 0, "B"))
    #expect(try shelf.catalog.fonts().map(\.name) == ["Grand", "grand 2"])
    #expect(try shelf.catalog.add(shelf.write("x.sf2"), name: "GRAND").font.name == "GRAND 3")
  }

  @Test func fontIsFoundByNamePartEmbeddedNameAndHash() throws {
    let font = try shelf.add("Concert Grand.sf2")
    for text in ["concert grand", "CERT", "small", String(font.contentHash.prefix(8)).uppercased()] {
      #expect(try shelf.catalog.font(text) == font)
    }
    try shelf.add("Concert Harp.sf2", .init(0, 0, "Harp"))
    #expect(throws: SoundError.self) { try shelf.catalog.font("concert") }
    #expect(throws: SoundError.self) { try shelf.catalog.font("") }
    #expect(throws: SoundError.self) { try shelf.catalog.font(String(font.contentHash.prefix(7))) }
    do {
      _ = try shelf.catalog.font("Concert")
    } catch {
      #expect(error.kind == .usage)
      #expect(error.reason.contains("\"Concert Grand\", \"Concert Harp\""))
    }
  }

  @Test func damagedFileChangesNoCatalog() throws {
    let bytes = SmallFont().bytes
    let path = FilePath(try shelf.folder.write(bytes.dropLast(20), to: "broken.sf2"))
    #expect(throws: SoundError.self) { try shelf.catalog.add(path) }
    #expect(try shelf.catalog.fonts().isEmpty)
    #expect(try shelf.copies().isEmpty)
  }

  @Test func removingDeletesCopy() throws {
    try shelf.add("Grand.sf2")
    try shelf.add("Harp.sf2")
    let removed = try shelf.catalog.remove("Grand")
    #expect(removed.name == "Grand")
    #expect(try shelf.catalog.fonts().map(\.name) == ["Harp"])
    #expect(try shelf.copies().count == 1)
    #expect(try shelf.presetNames() == ["Harp.sf2"])
  }

  @Test func removingKeepsLinkedFile() throws {
    let font = try shelf.add("Grand.sf2", isLinked: true)
    try shelf.catalog.remove("Grand")
    #expect(try SoundFontFile(reading: font.path).contentHash == font.contentHash)
  }

  /// A killed process leaves a partial copy and one that wasn't entered.
  @Test func orphanedCopiesAreDeletedWithNextFont() throws {
    try shelf.add("Grand.sf2")
    let hash = String(repeating: "ab", count: 32)
    for name in [".\(hash).sf2.1x", "\(hash).sf2", ".mine.sf2.1x", "mine.sf2", "cafe.sf2", "notes.txt"] {
      try shelf.folder.write([1, 2, 3], to: "catalog/\(name)")
    }
    _ = try shelf.again().add(shelf.write("Harp.sf2"))
    let copies = try shelf.copies()
    #expect(copies.count == 6)
    #expect(copies.contains(".mine.sf2.1x"))
    #expect(copies.contains("mine.sf2"))
    #expect(copies.contains("cafe.sf2"))
    #expect(copies.contains("notes.txt"))
    #expect(!copies.contains("\(hash).sf2"))
  }

  @Test func folderIsSearchedRecursivelyInOrder() throws {
    try shelf.folder.makeFolder("fonts/deep/.hidden")
    for name in ["b.SF2", "a.sf3", "notes.txt", "deep/c.sf2", "deep/.hidden/d.sf2"] {
      try shelf.folder.write(SmallFont().bytes, to: "fonts/\(name)")
    }
    let files = try FontCatalog.files(at: FilePath(shelf.folder.path("fonts")))
    #expect(files.map { $0.lastComponent?.string } == ["a.sf3", "b.SF2", "c.sf2"])
  }

  /// File names are bytes, and some are Latin-1.
  @Test func fileNameThatIsNotUTF8CanBeCopied() throws {
    _ = try shelf.write("Grand.sf2")
    try shelf.folder.makeFolder("fonts")
    var name = Array("fl\u{FC}gel.sf2".unicodeScalars.map { CChar(truncatingIfNeeded: $0.value) })
    name.append(0)
    let component = try #require(FilePath.Component(platformString: name))
    let path = FilePath(shelf.folder.path("fonts")).appending(component)
    let file = try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
    _ = try file.closeAfter { try file.writeAll(try shelf.folder.bytes("Grand.sf2")) }
    let found = try FontCatalog.files(at: FilePath(shelf.folder.path("fonts")))
    #expect(found == [path])
    do {
      _ = try shelf.catalog.add(path, isLinked: true)
      Issue.record("it was linked")
    } catch {
      #expect(error.kind == .badData)
    }
    #expect(try shelf.catalog.fonts().isEmpty)
    let font = try shelf.catalog.add(path).font
    #expect(font.name == "fl\u{FC}gel")
    #expect(font.state == .present)
  }

  @Test(arguments: ["", "  ", "a\nb", "\u{1B}[31m", " a"]) func invalidNamesAreRejected(name: String) throws {
    let path = try shelf.write("Grand.sf2")
    #expect(throws: SoundError.self) { try shelf.catalog.add(path, name: name) }
    #expect(try shelf.catalog.fonts().isEmpty)
  }

  /// `link/..` is the parent of the link's target.
  @Test func pathThroughLinkIsResolvedBySystem() throws {
    try shelf.folder.makeFolder("a/deep")
    try shelf.folder.makeFolder("b")
    try FileManager.default.createSymbolicLink(
      atPath: shelf.folder.path("b/link"), withDestinationPath: shelf.folder.path("a/deep"))
    try shelf.folder.write(SmallFont([.init(0, 0, "Right")]).bytes, to: "a/x.sf2")
    try shelf.folder.write(SmallFont([.init(0, 0, "Wrong")]).bytes, to: "b/x.sf2")
    let font = try shelf.catalog.add(FilePath(shelf.folder.path("b/link/../x.sf2")), isLinked: true).font
    #expect(font.path.string.hasSuffix("/a/x.sf2"))
    #expect(try shelf.presetNames() == ["Right"])
  }

  @Test func wholeNameHasPrecedenceOverPart() throws {
    try shelf.add("Grand.sf2", .init(0, 0, "A"))
    try shelf.add("Grand Concert.sf2", .init(0, 0, "B"))
    #expect(try shelf.catalog.font("grand").name == "Grand")
  }

  @Test func compressedFontKeepsExtension() throws {
    let font = try shelf.catalog.add(shelf.write("Grand.SF3")).font
    #expect(try shelf.copies() == [font.contentHash + ".sf3"])
  }
}
