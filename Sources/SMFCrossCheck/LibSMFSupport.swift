internal import MIDIFiles

/// The features of files that libsmf 1.3 can read.
///
/// With other features, libsmf aborts, rejects the file, or loses events, so its result is meaningless. Without them,
/// any difference is an error. A single scan of the file finds an unsupported feature. Each step checks for the end,
/// because the bytes are arbitrary.
struct LibSMFSupport {
  /// Returns the first unsupported feature of a file.
  ///
  /// - Parameter bytes: A valid file. An invalid file has an unsupported feature somewhere.
  /// - Returns: The reason that libsmf can't read the file, or `nil` if it can.
  /// - Complexity: O(*n*) in the size of the file.
  static func unsupportedReason(about bytes: [UInt8]) -> String? {
    var scan = LibSMFSupport(cursor: Cursor(bytes: bytes, position: 0, limit: bytes.count))
    do {
      try scan.file()
      return nil
    } catch {
      return error.rawValue
    }
  }

  /// The unsupported features.
  private enum Limit: String, Error {
    case noMIDIFile = "libsmf reads only files that begin with MThd"
    case headerLength = "libsmf reads only headers of 6 bytes"
    case format = "libsmf reads only formats 0 and 1"
    case trackCount = "libsmf reads only the declared number of tracks, and only one in format 0"
    case division = "libsmf reads only divisions in ticks per quarter note"
    case otherChunks = "libsmf reads only files without chunks other than tracks"
    case endOfTrack = "libsmf reads only tracks that end with End of Track"
    case escape = "libsmf aborts on F7 packets"
    case systemMessage = "libsmf doesn't read system messages outside packets"
    case runningStatus = "libsmf loses running status after meta events and System Exclusive messages"
    case metaLength = "libsmf reads only meta events with a length of one byte (at most 127)"
    case tempoLength = "libsmf reads only tempo events of 3 bytes and time signatures of 4"
    case length = "libsmf counts ticks only up to 2,147,483,647"
    case damage = "the file is damaged"
  }

  private var cursor: Cursor

  private mutating func file() throws(Limit) {
    guard cursor.bytes.starts(with: ChunkType.header.bytes) else { throw .noMIDIFile }
    try skip(4)
    guard try integer(byteCount: 4) == 6 else { throw .headerLength }
    let format = try integer(byteCount: 2)
    guard format <= 1 else { throw .format }
    let trackCount = try integer(byteCount: 2)
    guard trackCount >= 1, format == 1 || trackCount == 1 else { throw .trackCount }
    let division = try integer(byteCount: 2)
    guard 1..<0x8000 ~= division else { throw .division }
    for _ in 0..<trackCount {
      guard cursor.limit - cursor.position >= 8 else { throw .trackCount }
      guard cursor.bytes.integer32(at: cursor.position) == ChunkType.track.code else { throw .otherChunks }
      try skip(4)
      let length = try integer(byteCount: 4)
      guard length <= cursor.limit - cursor.position else { throw .damage }
      try track(end: cursor.position + length)
    }
    guard cursor.position == cursor.limit else { throw .otherChunks }
  }

  private mutating func track(end: Int) throws(Limit) {
    var time: UInt64 = 0
    var runningStatus: UInt8?
    while cursor.position < end {
      time += try quantity()
      guard time <= Int32.max else { throw .length }
      guard let next = cursor.next else { throw .damage }
      let status = next < 0x80 ? runningStatus : try byte()
      guard let status else { throw .runningStatus }
      runningStatus = nil
      switch status {
      case 0x80...0xEF:
        runningStatus = status
        try skip(0xC0...0xDF ~= status ? 1 : 2)
      case 0xF0:
        try skip(Int(try quantity()))
      case 0xF7: throw .escape
      case 0xFF:
        if try metaEvent() {
          guard cursor.position == end else { throw .endOfTrack }
          return
        }
      default: throw .systemMessage
      }
    }
    throw .endOfTrack
  }

  /// Skips a meta event and returns whether it ends the track.
  private mutating func metaEvent() throws(Limit) -> Bool {
    let type = try byte()
    let lengthStart = cursor.position
    let length = try quantity()
    guard cursor.position == lengthStart + 1 else { throw .metaLength }
    switch type {
    case MetaEvent.tempoType where length != 3,
      MetaEvent.timeSignatureType where length != 4:
      throw .tempoLength
    case MetaEvent.endOfTrackType where length != 0: throw .endOfTrack
    default: try skip(Int(length))
    }
    return type == MetaEvent.endOfTrackType
  }

  private mutating func byte() throws(Limit) -> UInt8 {
    guard let byte = cursor.byte() else { throw .damage }
    return byte
  }

  private mutating func skip(_ count: Int) throws(Limit) {
    guard count <= cursor.limit - cursor.position else { throw .damage }
    cursor.skip(count)
  }

  private mutating func integer(byteCount: Int) throws(Limit) -> Int {
    var value = 0
    for _ in 0..<byteCount { value = value << 8 | Int(try byte()) }
    return value
  }

  private mutating func quantity() throws(Limit) -> UInt64 {
    let start = cursor.position
    guard let quantity = cursor.quantity(), cursor.position <= start + Cursor.maxQuantityLength else {
      throw .damage
    }
    return quantity
  }
}
