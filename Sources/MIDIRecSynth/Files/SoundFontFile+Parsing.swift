internal import MIDIRecSound

/// The contents of a font without its samples.
///
/// The format is the SoundFont technical specification 2.04, or the same with compressed samples (SF3). The reader
/// rejects the files that FluidSynth rejects, and a few that FluidSynth would play only partly. The start and end of
/// samples aren't checked, because many fonts have invalid ones, which FluidSynth skips.
extension SoundFontFile {
  /// Reads the contents.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records of presets. Memory is proportional to the number of
  ///   presets.
  mutating func parse(_ file: OpenFont) throws(SoundError) {
    try Self.checkFrame(of: file)
    var lists = FontChunk(file: file, headerLength: Self.frameLength)
    try readInfo(lists.nextList("INFO", in: file), file)
    var samples = try lists.nextList("sdta", in: file)
    if !samples.range.isEmpty { _ = try samples.next("smpl", in: file) }
    try readPresets(PresetData(in: lists.nextList("pdta", in: file), of: file))
  }

  // MARK: Frame

  /// The length of `RIFF`, a length, and `sfbk`.
  private static let frameLength = 12

  private static func checkFrame(of file: OpenFont) throws(SoundError) {
    let start = try file.bytes(in: 0..<min(frameLength, file.count))
    guard start.count >= 4, FontChunk.id(start[0..<4]) == "RIFF" else {
      throw .damagedFont(
        at: 0, "expected a SoundFont, which begins with RIFF, found \(quoted(start.prefix(4)))")
    }
    guard start.count == frameLength else {
      throw .damagedFont(at: start.count, "expected the beginning of a SoundFont, found the end of the file")
    }
    guard FontChunk.id(start[8...]) == "sfbk" else {
      throw .damagedFont(at: 8, "expected a SoundFont, which has sfbk here, found \(quoted(start[8...]))")
    }
    let length = start.doubleWord(at: 4) + FontChunk.headerLength
    guard length == file.count else {
      throw .damagedFont(
        at: 4, "the font's header states \(length) bytes, but the file has \(file.count)")
    }
  }

  private static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.isEmpty ? "nothing" : "\"\(FontChunk.id(bytes))\""
  }

  // MARK: Information

  private static let textNames: Set<String> = [
    "isng", "INAM", "irom", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT",
  ]
  private static let maxTextLength = 256
  private static let maxCommentLength = 65_536

  private mutating func readInfo(_ list: FontChunk, _ file: OpenFont) throws(SoundError) {
    var list = list
    var version = 0
    while let chunk = try list.next(in: file) {
      switch chunk.id {
      case "ifil":
        version = try Self.version(chunk, file)
        guard 2...3 ~= version else {
          throw .damagedFont(
            at: chunk.range.lowerBound, "expected version 2 or 3 of the format, found version \(version)")
        }
      case "iver": _ = try Self.version(chunk, file)
      case _ where Self.textNames.contains(chunk.id): try readText(chunk, file)
      default: throw .damagedFont(at: chunk.offset, "expected a chunk of INFO, found \"\(chunk.id)\"")
      }
    }
    guard version != 0 else {
      throw .damagedFont(at: list.range.upperBound, "expected the version, \"ifil\", found the end of INFO")
    }
  }

  /// Returns the major version.
  private static func version(_ chunk: FontChunk, _ file: OpenFont) throws(SoundError) -> Int {
    guard chunk.range.count == 4 else {
      throw chunk.damage("expected 4 bytes in \"\(chunk.id)\", found \(chunk.range.count)")
    }
    return try file.bytes(in: chunk.range).word(at: 0)
  }

  private mutating func readText(_ chunk: FontChunk, _ file: OpenFont) throws(SoundError) {
    let largest = chunk.id == "ICMT" ? Self.maxCommentLength : Self.maxTextLength
    guard chunk.range.count <= largest, chunk.range.count.isMultiple(of: 2) else {
      throw chunk.damage(
        "expected an even number of up to \(largest) bytes in \"\(chunk.id)\", found \(chunk.range.count)")
    }
    let bytes = try file.bytes(in: chunk.range)
    let text = chunk.id == "ICMT" ? String(fontLines: bytes) : String(fontText: bytes)
    guard !text.isEmpty else { return }
    switch chunk.id {
    case "INAM": name = text
    case "IENG": author = text
    case "ICOP": copyright = text
    case "ICMT": comment = text
    default: break
    }
  }

  // MARK: Presets

  private mutating func readPresets(_ data: PresetData) throws(SoundError) {
    var found: [PresetNumber: String] = [:]
    try data.check { bank, program, name in
      guard let number = PresetNumber(bank: bank, program: program), found[number] == nil else {
        unreachablePresetCount += 1
        return
      }
      found[number] = name.isEmpty ? "Preset \(number)" : name
    }
    presets = found.map { SoundFontFile.Preset(number: $0.key, name: $0.value) }
      .sorted { $0.number < $1.number }
  }
}
