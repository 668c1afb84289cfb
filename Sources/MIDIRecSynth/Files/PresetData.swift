internal import MIDIRecSound

/// The records of a font that define presets, instruments, and samples. Records refer to the next kind by 16-bit
/// numbers.
struct PresetData {
  /// All records of a kind.
  private struct Table {
    let id: String
    let recordLength: Int
    let range: Range<Int>

    var count: Int { range.count / recordLength }

    /// Returns the position of a record in the file.
    func offset(_ index: Int) -> Int { range.lowerBound + index * recordLength }
  }

  /// The IDs and record lengths of the tables in their required order.
  ///
  /// They are the headers, zones, modulators, and generators of presets, the same of instruments, and the samples.
  private static let formats = [
    ("phdr", 38), ("pbag", 4), ("pmod", 10), ("pgen", 4),
    ("inst", 22), ("ibag", 4), ("imod", 10), ("igen", 4),
    ("shdr", 46),
  ]
  /// The limit of 16-bit numbers.
  private static let maxCount = 65_536
  /// The size of the part in memory.
  private static let windowLength = 1 << 16
  private static let nameLength = 20

  private let file: OpenFont
  private var tables: [Table] = []

  /// Finds the tables.
  init(in list: FontChunk, of file: OpenFont) throws(SoundError) {
    self.file = file
    var list = list
    for (id, recordLength) in Self.formats {
      let chunk = try list.next(id, in: file)
      let table = Table(id: id, recordLength: recordLength, range: chunk.range)
      guard chunk.range.count.isMultiple(of: recordLength), table.count <= Self.maxCount else {
        throw chunk.damage(
          "expected up to \(Self.maxCount) records of \(recordLength) bytes in \"\(id)\", "
            + "found \(chunk.range.count) bytes")
      }
      // The final records of lists are missing in some playable fonts.
      let isList = ["pmod", "pgen", "imod", "igen"].contains(id)
      guard isList || table.count > 0 else {
        throw chunk.damage("expected records in \"\(id)\", found none")
      }
      tables.append(table)
    }
  }

  /// Checks all records, and passes the presets in the order of the file.
  func check(_ preset: (_ bank: Int, _ program: Int, _ name: String) -> Void) throws(SoundError) {
    let table = tables[0]
    guard table.count > 1 else {
      throw .damagedFont(at: table.range.lowerBound, "expected presets, found none")
    }
    try forEachRecord(of: table, upTo: table.count - 1) { bytes, start, _ in
      preset(
        bytes.word(at: start + Self.nameLength + 2), bytes.word(at: start + Self.nameLength),
        String(fontText: bytes[start..<start + Self.nameLength]))
    }
    try checkLayer(tables[0..<4], zoneIndexAt: 24, generator: 41, refersTo: "instrument", tables[4])
    try checkLayer(tables[4..<8], zoneIndexAt: 20, generator: 53, refersTo: "sample", tables[8])
  }

  /// Checks the tables of presets or of instruments, which have the same structure.
  ///
  /// - Parameters:
  ///   - layer: The tables of headers, zones, modulators, and generators.
  ///   - zoneIndexAt: The position of the number of the first zone in a header.
  ///   - reference: The generator that refers to an instrument or a sample.
  ///   - targets: The table of instruments or samples.
  private func checkLayer(
    _ layer: ArraySlice<Table>, zoneIndexAt: Int, generator reference: Int, refersTo noun: String,
    _ targets: Table
  ) throws(SoundError) {
    let layer = Array(layer)
    let (headers, zones, modulators, generators) = (layer[0], layer[1], layer[2], layer[3])
    // The last header and the last zone contain only the end of the previous ones.
    _ = try referredCount(from: headers, at: zoneIndexAt, to: zones, mayLackLast: false)
    let generatorCount = try referredCount(from: zones, at: 0, to: generators)
    _ = try referredCount(from: zones, at: 2, to: modulators)
    let targetCount = targets.count - 1
    try forEachRecord(of: generators, upTo: generatorCount) { bytes, start, offset throws(SoundError) in
      guard bytes.word(at: start) == reference else { return }
      let index = bytes.word(at: start + 2)
      guard index < targetCount else {
        throw .damagedFont(at: offset + 2, "expected one of \(targetCount) \(noun)s, found number \(index)")
      }
    }
  }

  /// Checks the numbers by which the records of a table refer to a different one.
  ///
  /// - Parameter mayLackLast: Whether the final record can be missing, as in some fonts.
  /// - Returns: The number of referenced records.
  private func referredCount(
    from table: Table, at part: Int, to referred: Table, mayLackLast: Bool = true
  ) throws(SoundError) -> Int {
    var first: Int?
    var last = 0
    try forEachRecord(of: table, upTo: table.count) { bytes, start, offset throws(SoundError) in
      let index = bytes.word(at: start + part)
      guard index >= last else {
        throw .damagedFont(at: offset + part, "expected an index of at least \(last), found \(index)")
      }
      first = first ?? index
      last = index
    }
    let count = last - (first ?? 0)
    guard referred.count == count + 1 || mayLackLast && referred.count == count else {
      throw .damagedFont(
        at: referred.offset(0),
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
    _ body: (_ bytes: [UInt8], _ start: Int, _ offset: Int) throws(SoundError) -> Void
  ) throws(SoundError) {
    let windowCount = Self.windowLength / table.recordLength
    var index = 0
    while index < count {
      let end = min(index + windowCount, count)
      let bytes = try file.bytes(in: table.offset(index)..<table.offset(end))
      for record in index..<end {
        try body(bytes, (record - index) * table.recordLength, table.offset(record))
      }
      index = end
    }
  }
}
