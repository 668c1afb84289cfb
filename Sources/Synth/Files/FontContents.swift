/// The contents of a font without its samples.
///
/// The format is the SoundFont technical specification 2.04, or the same with compressed samples (SF3). It rejects the
/// files that FluidSynth rejects, and a few that FluidSynth would play only partly. The start and end of samples aren't
/// checked, because many fonts have invalid ones, which FluidSynth skips.
struct FontContents: Hashable {
  var name: String?
  var author: String?
  var copyright: String?
  var comment: String?
  /// The major version of the format: 2 or 3.
  var version = 0
  /// The presets in order of bank and program. Of several with the same number, the first in the file counts, as in
  /// FluidSynth.
  var presets: [SoundFontFile.Preset] = []
  /// The number of other presets, which no bank and program select.
  var unreachablePresetCount = 0

  /// Reads the contents.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records of presets. Memory is proportional to the number of
  ///   presets.
  init(of source: any FontBytes) throws(FontFailure) {
    try Self.checkFrame(of: source)
    var lists = ChunkSequence(of: Self.frameLength..<source.count, in: source, parent: "the file")
    try readInfo(lists.nextList("INFO"), source)
    try Self.checkSamples(lists.nextList("sdta"), source)
    try readPresets(PresetData(in: lists.nextList("pdta"), of: source))
  }

  // MARK: Frame

  /// The length of `RIFF`, a length, and `sfbk`.
  private static let frameLength = 12

  private static func checkFrame(of source: any FontBytes) throws(FontFailure) {
    let start = try source.bytes(in: 0..<min(frameLength, source.count))
    guard start.count >= 4, ChunkID(start[0..<4]) == "RIFF" else {
      throw .damaged(
        offset: 0, "expected a SoundFont, which begins with RIFF, found \(quoted(start.prefix(4)))")
    }
    guard start.count == frameLength else {
      throw .damaged(offset: start.count, "expected the beginning of a SoundFont, found the end of the file")
    }
    guard ChunkID(start[8...]) == "sfbk" else {
      throw .damaged(offset: 8, "expected a SoundFont, which has sfbk here, found \(quoted(start[8...]))")
    }
    let length = start.doubleWord(at: 4) + FontChunk.headerLength
    guard length == source.count else {
      throw .damaged(
        offset: 4, "the font's header states \(length) bytes, but the file has \(source.count)")
    }
  }

  private static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.isEmpty ? "nothing" : "\"\(ChunkID(bytes))\""
  }

  // MARK: Information

  private static let textNames: Set<ChunkID> = [
    "isng", "INAM", "irom", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT",
  ]
  private static let maxTextLength = 256
  private static let maxCommentLength = 65_536

  private mutating func readInfo(_ list: FontChunk, _ source: any FontBytes) throws(FontFailure) {
    var chunks = ChunkSequence(of: list.range, in: source, parent: "INFO")
    while let chunk = try chunks.next() {
      switch chunk.id {
      case "ifil":
        version = try Self.version(chunk, source)
        guard 2...3 ~= version else {
          throw .damaged(
            offset: chunk.range.lowerBound, "expected version 2 or 3 of the format, found version \(version)")
        }
      case "iver": _ = try Self.version(chunk, source)
      case let id where Self.textNames.contains(id): try readText(chunk, source)
      default: throw .damaged(offset: chunk.offset, "expected a chunk of INFO, found \"\(chunk.id)\"")
      }
    }
    guard version != 0 else {
      throw .damaged(offset: list.range.upperBound, "expected the version, \"ifil\", found the end of INFO")
    }
  }

  /// Returns the major version.
  private static func version(_ chunk: FontChunk, _ source: any FontBytes) throws(FontFailure) -> Int {
    guard chunk.range.count == 4 else {
      throw .damaged(
        offset: chunk.offset + 4, "expected 4 bytes in \"\(chunk.id)\", found \(chunk.range.count)")
    }
    return try source.bytes(in: chunk.range).word(at: 0)
  }

  private mutating func readText(_ chunk: FontChunk, _ source: any FontBytes) throws(FontFailure) {
    let largest = chunk.id == "ICMT" ? Self.maxCommentLength : Self.maxTextLength
    guard chunk.range.count <= largest, chunk.range.count.isMultiple(of: 2) else {
      throw .damaged(
        offset: chunk.offset + 4,
        "expected an even number of up to \(largest) bytes in \"\(chunk.id)\", found \(chunk.range.count)")
    }
    let bytes = try source.bytes(in: chunk.range)
    let text = chunk.id == "ICMT" ? FontText.lines(bytes) : FontText.text(bytes)
    guard !text.isEmpty else { return }
    switch chunk.id {
    case "INAM": name = text
    case "IENG": author = text
    case "ICOP": copyright = text
    case "ICMT": comment = text
    default: break
    }
  }

  // MARK: Samples

  private static func checkSamples(_ list: FontChunk, _ source: any FontBytes) throws(FontFailure) {
    guard !list.range.isEmpty else { return }
    var chunks = ChunkSequence(of: list.range, in: source, parent: "sdta")
    _ = try chunks.next("smpl")
  }

  // MARK: Presets

  private mutating func readPresets(_ data: PresetData) throws(FontFailure) {
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
