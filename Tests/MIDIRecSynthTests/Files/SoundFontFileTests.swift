import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// The description and presets of SoundFont files.
@Suite struct SoundFontFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ font: SmallFont, _ name: String = "font.sf2") throws -> SoundFontFile {
    try SoundFontFile(reading: FilePath(folder.write(font.bytes, to: name)))
  }

  @Test func descriptionIsRead() throws {
    var font = SmallFont()
    font.info = [
      ("INAM", "Grand"), ("IENG", "Ann Author"), ("ICOP", "(c) Ann"), ("ICMT", "Two\r\nlines\r\n"),
      ("ISFT", "editor"),
    ]
    let file = try file(font)
    #expect(file.name == "Grand")
    #expect(file.author == "Ann Author")
    #expect(file.copyright == "(c) Ann")
    #expect(file.comment == "Two\nlines")
    #expect(file.size == Int64(font.bytes.count))
  }

  @Test func missingDescriptionIsNilAndNameIsFiles() throws {
    var font = SmallFont()
    font.info = []
    let file = try file(font, "grand.sf2")
    #expect(file.name == "grand")
    #expect(file.author == nil)
    #expect(file.copyright == nil)
    #expect(file.comment == nil)
  }

  @Test func presetsAreSortedByBankAndProgram() throws {
    let file = try file(
      SmallFont([.init(128, 0, "Drums"), .init(0, 5, "EP"), .init(1, 0, "Bank 1"), .init(0, 0, "Piano")]))
    #expect(
      file.presets.map { "\($0.number) \($0.name)" } == ["0:0 Piano", "0:5 EP", "1:0 Bank 1", "128:0 Drums"])
    #expect(file.unreachablePresetCount == 0)
  }

  /// FluidSynth plays the first preset with a number.
  @Test func unreachablePresetsAreCounted() throws {
    let file = try file(
      SmallFont([.init(0, 0, "First"), .init(0, 0, "Second"), .init(129, 0, "High"), .init(0, 128, "Higher")])
    )
    #expect(file.presets.map(\.name) == ["First"])
    #expect(file.unreachablePresetCount == 3)
  }

  /// Old editors wrote ISO 8859-1. Control characters are made harmless.
  @Test func namesEndAtNULAndArePrintable() throws {
    var bytes = SmallFont([.init(0, 0, "ABCDEFGH")]).bytes
    let name = try #require(bytes.indices.first { Array(bytes[$0...].prefix(8)) == Array("ABCDEFGH".utf8) })
    bytes.replaceSubrange(name..<name + 8, with: [0xE9, 0x1B, 0x41, 0x20, 0x00, 0x42, 0x42, 0x42])
    let file = try SoundFontFile(reading: FilePath(folder.write(bytes, to: "font.sf2")))
    #expect(file.presets.map(\.name) == ["\u{E9}\u{FFFD}A"])
  }

  @Test func unnamedPresetHasNumberAsName() throws {
    #expect(try file(SmallFont([.init(3, 4, " ")])).presets.map(\.name) == ["Preset 3:4"])
  }

  @Test func compressedFontsAreRead() throws {
    var font = SmallFont()
    font.version = (3, 1)
    #expect(try file(font, "font.sf3").presets.count == 1)
  }

  @Test func contentHashCoversWholeFile() async throws {
    let path = try folder.write(SmallFont().bytes, to: "font.sf2")
    let sum = try await Program.run("sha256sum", [path])
    #expect(sum.output.hasPrefix(try SoundFontFile(reading: FilePath(path)).contentHash + " "))
  }

  @Test(.enabled(if: TestEnvironment.hasBuiltInFont, "timgm6mb-soundfont isn't installed"))
  func builtInFontIsRead() throws {
    let file = try SoundFontFile(reading: SoundFontFile.builtIn)
    #expect(file.name == "TimGM6mb1.sf2")
    #expect(file.presets.first.map { "\($0.number) \($0.name)" } == "0:0 Piano 1")
    #expect(file.presets.last?.number.bank == 128)
  }

  @Test func otherFileKindsAreReported() async throws {
    let pipe = folder.path("pipe")
    #expect(try await Program.run("mkfifo", [pipe]).status == 0)
    for (path, reason) in [
      (folder.path, "is a folder, not a SoundFont"), (pipe, "is a device or a pipe, not a SoundFont"),
      (folder.path("none"), "can't be read: No such file or directory"),
    ] {
      #expect(throws: SoundError(.noInput, FilePath(path), reason)) {
        try SoundFontFile(reading: FilePath(path))
      }
    }
  }

  /// A long file is read in parts.
  @Test func hashCoversAllPartsOfLongFile() throws {
    var font = SmallFont()
    font.sampleCount = 700_000
    var hash = SHA256()
    hash.update(font.bytes)
    let digits = hash.hexadecimalDigest()
    #expect(try file(font).contentHash == digits)
  }

  @Test(arguments: [(1, false), (2, true), (3, true), (4, false)])
  func versions2And3AreRead(version: Int, isRead: Bool) throws {
    var font = SmallFont()
    font.version = (version, 0)
    #expect(((try? file(font)) != nil) == isRead)
  }
}
