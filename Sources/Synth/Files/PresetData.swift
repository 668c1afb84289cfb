/// The records of a font that define presets, instruments, and samples. Records refer to the next kind by 16-bit
/// numbers.
struct PresetData {
  /// A kind of records.
  private struct Kind {
    let id: ChunkID
    let length: Int
  }

  /// All records of a kind.
  private struct Table {
    let id: ChunkID
    let recordLength: Int
    let range: Range<Int>

    var count: Int { range.count / recordLength }

    /// Returns the position of a part of a record in the file.
    func offset(_ index: Int, _ part: Int = 0) -> Int { range.lowerBound + index * recordLength + part }
  }

  /// The records of presets or of instruments, which have the same structure.
  private struct Layer {
    let headers: Table
    /// The position of the number of the first zone in a header.
    let zoneIndexAt: Int
    let zones: Table
    let modulators: Table
    let generators: Table
    /// The generator that refers to an instrument or a sample, and its target.
    let reference: (generator: Int, noun: String, count: Int)
  }

  /// The kinds in their required order.
  private static let kinds = [
    Kind(id: "phdr", length: 38), Kind(id: "pbag", length: 4), Kind(id: "pmod", length: 10),
    Kind(id: "pgen", length: 4), Kind(id: "inst", length: 22), Kind(id: "ibag", length: 4),
    Kind(id: "imod", length: 10), Kind(id: "igen", length: 4), Kind(id: "shdr", length: 46),
  ]
  /// The limit of 16-bit numbers.
  private static let maxCount = 65_536
  /// The size of the part in memory.
  private static let windowLength = 1 << 16
  private static let nameLength = 20

  private let source: any FontBytes
  private let presets: Layer
  private let instruments: Layer

  /// Finds the tables.
  init(in list: FontChunk, of source: any FontBytes) throws(FontFailure) {
    self.source = source
    var chunks = ChunkSequence(of: list.range, in: source, parent: "pdta")
    var tables: [Table] = []
    for kind in Self.kinds {
      let chunk = try chunks.next(kind.id)
      let table = Table(id: kind.id, recordLength: kind.length, range: chunk.range)
      guard chunk.range.count.isMultiple(of: kind.length), table.count <= Self.maxCount else {
        throw .damaged(
          offset: chunk.offset + 4,
          "expected up to \(Self.maxCount) records of \(kind.length) bytes in \"\(kind.id)\", "
            + "found \(chunk.range.count) bytes")
      }
      // The final records of lists are missing in some playable fonts.
      let isList = ["pmod", "pgen", "imod", "igen"].contains(kind.id)
      guard isList || table.count > 0 else {
        throw .damaged(offset: chunk.offset + 4, "expected records in \"\(kind.id)\", found none")
      }
      tables.append(table)
    }
    presets = Layer(
      headers: tables[0], zoneIndexAt: 24, zones: tables[1], modulators: tables[2], generators: tables[3],
      reference: (41, "instrument", tables[4].count - 1))
    instruments = Layer(
      headers: tables[4], zoneIndexAt: 20, zones: tables[5], modulators: tables[6], generators: tables[7],
      reference: (53, "sample", tables[8].count - 1))
  }

  /// Checks all records, and passes the presets in the order of the file.
  func check(_ preset: (_ bank: Int, _ program: Int, _ name: String) -> Void) throws(FontFailure) {
    let table = presets.headers
    guard table.count > 1 else {
      throw .damaged(offset: table.range.lowerBound, "expected presets, found none")
    }
    try forEachRecord(of: table, upTo: table.count - 1) { bytes, start, _ in
      preset(
        bytes.word(at: start + Self.nameLength + 2), bytes.word(at: start + Self.nameLength),
        FontText.text(bytes[start..<start + Self.nameLength]))
    }
    try check(presets)
    try check(instruments)
  }

  private func check(_ layer: Layer) throws(FontFailure) {
    // The last header and the last zone contain only the end of the previous ones.
    let zoneCount = try referredCount(from: layer.headers, at: layer.zoneIndexAt)
    guard zoneCount + 1 == layer.zones.count else {
      throw .damaged(
        offset: layer.zones.offset(0),
        "expected \(zoneCount + 1) records in \"\(layer.zones.id)\", as \"\(layer.headers.id)\" says, "
          + "found \(layer.zones.count)")
    }
    let generatorCount = try referredCount(from: layer.zones, at: 0, to: layer.generators)
    _ = try referredCount(from: layer.zones, at: 2, to: layer.modulators)
    let (generator, noun, count) = layer.reference
    try forEachRecord(of: layer.generators, upTo: generatorCount) {
      bytes, start, offset throws(FontFailure) in
      guard bytes.word(at: start) == generator else { return }
      let index = bytes.word(at: start + 2)
      guard index < count else {
        throw .damaged(offset: offset + 2, "expected one of \(count) \(noun)s, found number \(index)")
      }
    }
  }

  /// Checks the numbers by which the records of a table refer to the next one.
  ///
  /// - Returns: The number of referenced records.
  private func referredCount(from table: Table, at part: Int) throws(FontFailure) -> Int {
    var first: Int?
    var last = 0
    try forEachRecord(of: table, upTo: table.count) { bytes, start, offset throws(FontFailure) in
      let index = bytes.word(at: start + part)
      guard index >= last else {
        throw .damaged(offset: offset + part, "expected an index of at least \(last), found \(index)")
      }
      first = first ?? index
      last = index
    }
    return last - (first ?? 0)
  }

  private func referredCount(
    from table: Table, at part: Int, to referred: Table
  ) throws(FontFailure) -> Int {
    let count = try referredCount(from: table, at: part)
    // The final record is missing in some fonts.
    guard referred.count == count || referred.count == count + 1 else {
      throw .damaged(
        offset: referred.offset(0),
        "expected \(count + 1) records in \"\(referred.id)\", as \"\(table.id)\" says, found \(referred.count)"
      )
    }
    return count
  }

  /// Iterates over the first records of a table.
  ///
  /// - Parameter body: Receives bytes, the index of the record in them, and its position in the file.
  private func forEachRecord(
    of table: Table, upTo count: Int,
    _ body: (_ bytes: [UInt8], _ start: Int, _ offset: Int) throws(FontFailure) -> Void
  ) throws(FontFailure) {
    let windowCount = Self.windowLength / table.recordLength
    var index = 0
    while index < count {
      let end = min(index + windowCount, count)
      let bytes = try source.bytes(in: table.offset(index)..<table.offset(end))
      for record in index..<end {
        try body(bytes, (record - index) * table.recordLength, table.offset(record))
      }
      index = end
    }
  }
}
