import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

@testable import FontCatalog
@testable import MIDIRecSynth

/// Unfinished copies, which no other test accesses.
@Suite struct FontCopiesTests {
  let folder: TemporaryFolder
  let copies: FontCopies
  let font: OpenFont

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("copies")
    copies = FontCopies(in: FilePath(folder.path("copies")))
    font = try OpenFont(FilePath(try folder.write(SmallFont().bytes, to: "Grand.sf2")))
  }

  @Test func fileChangedDuringCopyIsRejected() throws {
    let other = String(repeating: "0", count: 64)
    do {
      _ = try copies.copy(font, contentHash: other)
      Issue.record("it was copied")
    } catch {
      #expect(error.kind == .inputOutput)
      #expect(error.reason == "was changed while it was read; add it again")
    }
    #expect(try folder.names(in: "copies").isEmpty)
  }

  @Test func unfinishedCopyIsInvisible() throws {
    let copy = try copies.copy(font, contentHash: font.contentHash())
    #expect(try folder.names(in: "copies").isEmpty)
    try copies.publish(copy, as: "font.sf2")
    #expect(try folder.names(in: "copies") == ["font.sf2"])
  }

  @Test(arguments: [true, false]) func copyOfOtherProcessIsKept(canBeUnnamed: Bool) throws {
    let copy = try copies.copy(font, contentHash: font.contentHash(), canBeUnnamed: canBeUnnamed)
    #expect(try folder.names(in: "copies").count == (canBeUnnamed ? 0 : 1))
    copies.removeLeftovers(except: [])
    try copies.publish(copy, as: "font.sf2")
    #expect(try folder.names(in: "copies") == ["font.sf2"])
    #expect(try folder.bytes("copies/font.sf2") == folder.bytes("Grand.sf2"))
  }

  @Test(arguments: [true, false]) func unnamedCopyDisappears(canBeUnnamed: Bool) throws {
    do {
      _ = try copies.copy(font, contentHash: font.contentHash(), canBeUnnamed: canBeUnnamed)
    }
    #expect(try folder.names(in: "copies").isEmpty)
  }
}
