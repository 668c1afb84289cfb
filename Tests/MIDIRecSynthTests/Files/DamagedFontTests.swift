import MIDIRecSound
import MIDIRecSynth
import SystemPackage
import TestSupport
import Testing

/// Errors for damaged fonts and other files.
@Suite struct DamagedFontTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the error for bytes, or `nil` if they are a valid font.
  private func objection(to bytes: [UInt8]) throws -> String? {
    let path = FilePath(try folder.write(bytes, to: "font.sf2"))
    do {
      _ = try SoundFontFile(reading: path)
      return nil
    } catch {
      #expect(error.kind == .badData)
      #expect(error.path == path)
      return error.reason
    }
  }

  /// Returns a font with one changed number in the chunk with a name.
  private func changed(_ name: String, at part: Int, to number: UInt8, _ font: SmallFont = SmallFont()) throws
    -> (bytes: [UInt8], offset: Int)
  {
    var bytes = font.bytes
    let name = Array(name.utf8)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    bytes[start + part] = number
    return (bytes, start)
  }

  @Test(arguments: [
    ([], "byte 0: expected a SoundFont, which begins with RIFF, found nothing"),
    (Array("MThd".utf8), "byte 0: expected a SoundFont, which begins with RIFF, found \"MThd\""),
    (Array("RIFF\u{4}".utf8), "byte 5: expected the beginning of a SoundFont, found the end of the file"),
    (Array("RIFF\u{4}\0\0\0WAVE".utf8), "byte 8: expected a SoundFont, which has sfbk here, found \"WAVE\""),
    (
      Array("RIFF\u{4}\0\0\0sfbk".utf8),
      "byte 12: expected the chunk \"LIST\", found the end of the file"
    ),
  ])
  func otherFileIsReported(bytes: [UInt8], reason: String) throws {
    #expect(try objection(to: bytes) == reason)
  }

  @Test func truncatedFileReportsExpectedLength() throws {
    let bytes = SmallFont().bytes
    let reason = try objection(to: bytes.dropLast())
    #expect(
      reason == "byte 4: the font's header states \(bytes.count) bytes, but the file has \(bytes.count - 1)")
  }

  /// Truncated at any byte, with a matching length in the header.
  @Test func everyMissingPartIsReported() throws {
    let bytes = SmallFont().bytes
    for count in 12..<bytes.count {
      var part = Array(bytes.prefix(count))
      for index in 0..<4 { part[4 + index] = UInt8(truncatingIfNeeded: (count - 8) >> (8 * index)) }
      let reason = try #require(try objection(to: part))
      #expect(reason.hasPrefix("byte "))
    }
  }

  @Test func unsupportedVersionIsReported() throws {
    let (bytes, offset) = try changed("ifil", at: 8, to: 4)
    #expect(
      try objection(to: bytes)
        == "byte \(offset + 8): expected version 2 or 3 of the format, found version 4")
  }

  @Test func misplacedChunkIsReported() throws {
    let (bytes, offset) = try changed("INAM", at: 0, to: UInt8(ascii: "X"))
    #expect(try objection(to: bytes) == "byte \(offset): expected a chunk of INFO, found \"XNAM\"")
  }

  @Test func chunkBeyondItsListIsReported() throws {
    let (bytes, offset) = try changed("shdr", at: 6, to: 1)
    #expect(
      try objection(to: bytes)
        == "byte \(offset + 4): the chunk \"shdr\" has 65628 bytes, but pdta only 92 more")
  }

  @Test func partialRecordsAreReported() throws {
    let (bytes, offset) = try changed("phdr", at: 4, to: 75)
    #expect(
      try objection(to: bytes)
        == "byte \(offset + 4): expected up to 65536 records of 38 bytes in \"phdr\", found 75 bytes")
  }

  @Test func fontWithoutPresetsIsReported() throws {
    #expect(try objection(to: SmallFont([]).bytes)?.hasSuffix("expected presets, found none") == true)
  }

  @Test func decreasingIndexIsReported() throws {
    let font = SmallFont([.init(0, 0, "A"), .init(0, 1, "B")])
    // The first record's index follows the eight bytes of the chunk's header.
    let (bytes, offset) = try changed("phdr", at: 8 + 24, to: 2, font)
    #expect(
      try objection(to: bytes)
        == "byte \(offset + 8 + 38 + 24): expected an index of at least 2, found 1")
  }

  /// Number 1 is the record that only marks the end of the last one.
  @Test(arguments: [1, 9] as [UInt8]) func missingInstrumentIsReported(number: UInt8) throws {
    let (bytes, offset) = try changed("pgen", at: 8 + 2, to: number)
    #expect(
      try objection(to: bytes)
        == "byte \(offset + 8 + 2): expected one of 1 instruments, found number \(number)")
  }

  @Test(arguments: [1, 9] as [UInt8]) func missingSampleIsReported(number: UInt8) throws {
    let (bytes, offset) = try changed("igen", at: 8 + 4 + 2, to: number)
    #expect(
      try objection(to: bytes) == "byte \(offset + 8 + 6): expected one of 1 samples, found number \(number)")
  }

  @Test func missingZonesAreReported() throws {
    let (bytes, _) = try changed("phdr", at: 8 + 38 + 24, to: 7)
    #expect(
      try objection(to: bytes)?.hasSuffix("expected 8 records in \"pbag\", as \"phdr\" says, found 2") == true
    )
  }

  @Test func anyBytesAreFontOrErrorWithOffset() throws {
    var generator = SeededGenerator(seed: 8)
    var fontCount = 0
    for number in 0..<2000 {
      let bytes = SmallFont.damaged(using: &generator)
      guard let reason = try objection(to: bytes) else {
        fontCount += 1
        continue
      }
      let offset = reason.wholeMatch(of: /byte (\d+): .*/).flatMap { Int($0.1) }
      #expect(offset.map { $0 <= bytes.count } == true, "variant \(number) of seed 8: \(reason)")
    }
    // Otherwise, the damage would only affect the start.
    #expect(100...1500 ~= fontCount, "\(fontCount)")
  }
}
