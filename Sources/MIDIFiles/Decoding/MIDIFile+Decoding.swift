internal import MIDICore

extension MIDIFile {
  /// Reads a Standard MIDI File.
  ///
  /// Running status may go on after a meta event or a System Exclusive packet, as some writers have it. A header
  /// longer than six bytes, chunks of unknown type, and bytes after the last track are passed over.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: The first place where the file says something that the specification forbids.
  /// - Complexity: O(*n*) time and memory in the size of the file, whatever lengths it declares.
  public init(decoding bytes: [UInt8]) throws(MIDIFileError) {
    var cursor = ByteCursor(bytes)
    let header = try Header(&cursor)
    var tracks: [Track] = []
    while tracks.count < header.trackCount {
      let expected = "a track chunk (MTrk), number \(tracks.count + 1) of \(header.trackCount)"
      let chunk = try Chunk(&cursor, expected: expected)
      if chunk.type == Chunk.trackType { tracks.append(try Track(decoding: chunk.data)) }
    }
    self.init(format: header.format, division: header.division, tracks: tracks)
  }
}

/// What every part of a file stands in: a type of four letters, a length, and data.
private struct Chunk {
  static let headerType = Array("MThd".utf8)
  static let trackType = Array("MTrk".utf8)

  var type: [UInt8]
  var data: ArraySlice<UInt8>

  init(_ cursor: inout ByteCursor, expected: @autoclosure () -> String) throws(MIDIFileError) {
    let offset = cursor.offset
    type = Array(try cursor.bytes(4, expected()))
    guard let name = Self.name(type) else {
      let found = "the bytes " + type.map(hexadecimal).joined(separator: " ")
      throw MIDIFileError(offset: offset, expected: expected(), found: found)
    }
    // A chunk of unknown type is passed over, but a track whose type is misspelt would lose its notes so.
    if name.lowercased() == "mtrk", type != Self.trackType {
      throw MIDIFileError(offset: offset, expected: expected(), found: "\"\(name)\"")
    }
    let length = try cursor.integer(UInt32.self, "the length of the chunk \(name)")
    data = try cursor.bytes(Int(length), "\(length) bytes of the chunk \(name)")
  }

  /// The type as letters; nothing where the bytes are none, and so no type.
  private static func name(_ type: [UInt8]) -> String? {
    type.allSatisfy { 0x20...0x7E ~= $0 } ? String(decoding: type, as: UTF8.self) : nil
  }
}

/// The MThd chunk.
private struct Header {
  var format: MIDIFile.Format
  var trackCount: Int
  var division: Division

  init(_ cursor: inout ByteCursor) throws(MIDIFileError) {
    guard cursor.rest.starts(with: Chunk.headerType) else {
      let found = cursor.isAtEnd ? "an empty file" : "something else"
      throw MIDIFileError(
        offset: 0, expected: "a Standard MIDI File, which begins with MThd", found: found)
    }
    let chunk = try Chunk(&cursor, expected: "a header chunk (MThd)")
    var fields = ByteCursor(chunk.data)
    let formatOffset = fields.offset
    let formatField = try fields.integer(UInt16.self, "the format")
    guard let format = MIDIFile.Format(rawValue: formatField) else {
      throw MIDIFileError(offset: formatOffset, expected: "format 0, 1 or 2", found: "\(formatField)")
    }
    self.format = format
    trackCount = Int(try fields.integer(UInt16.self, "the number of tracks"))
    let divisionOffset = fields.offset
    let divisionField = try fields.integer(UInt16.self, "the division")
    guard let division = Division(field: divisionField) else {
      throw MIDIFileError(
        offset: divisionOffset,
        expected: "a division: ticks a quarter note, or 24, 25, 29 or 30 frames a second",
        found: "0x\(String(divisionField, radix: 16))")
    }
    self.division = division
  }
}

extension MIDIFile.Track {
  /// Reads the data of an MTrk chunk.
  fileprivate init(decoding data: ArraySlice<UInt8>) throws(MIDIFileError) {
    var cursor = ByteCursor(data)
    var time = Ticks.zero
    var runningStatus: UInt8?
    var events: [MIDIFile.TrackEvent] = []
    while true {
      let delta = try cursor.variableLengthQuantity("a delta time, or End of Track before it")
      time = time + Ticks(rawValue: UInt64(delta))
      let offset = cursor.offset
      let status = try Self.status(running: runningStatus, &cursor)
      switch status {
      case 0x80...0xEF:
        runningStatus = status
        events.append(.init(time: time, event: try Self.channelMessage(status, &cursor)))
      case 0xF0:
        events.append(.init(time: time, event: .systemExclusive(try Self.packet(&cursor))))
      case 0xF7:
        events.append(.init(time: time, event: .escape(try Self.packet(&cursor))))
      case 0xFF:
        let type = try cursor.byte("the type of a meta event")
        let length = try cursor.variableLengthQuantity("the length of a meta event")
        let bytes = try cursor.bytes(Int(length), "\(length) bytes of a meta event")
        if type == MetaEvent.endOfTrackType {
          self.init(events: events, end: time)
          return
        }
        events.append(.init(time: time, event: .meta(MetaEvent(type: type, bytes: bytes))))
      default:
        throw MIDIFileError(
          offset: offset, expected: "a channel message, F0, F7 or a meta event (FF)",
          found: hexadecimal(status))
      }
    }
  }

  /// Takes a status byte, or stands in for it with the running one and leaves the data byte where it is.
  private static func status(running: UInt8?, _ cursor: inout ByteCursor) throws(MIDIFileError) -> UInt8 {
    guard let next = cursor.next, next < 0x80 else { return try cursor.byte("an event") }
    guard let running else {
      throw MIDIFileError(offset: cursor.offset, expected: "a status byte", found: hexadecimal(next))
    }
    return running
  }

  private static func channelMessage(
    _ status: UInt8, _ cursor: inout ByteCursor
  ) throws(MIDIFileError) -> MIDIFile.Event {
    let first = UInt7(masking: try cursor.dataByte())
    let second: UInt7 =
      Message.dataByteCount(afterStatus: status) == 2 ? UInt7(masking: try cursor.dataByte()) : 0
    guard let message = Message(status: status, first, second) else {
      throw MIDIFileError(offset: cursor.offset, expected: "a channel message", found: hexadecimal(status))
    }
    return .message(message)
  }

  private static func packet(_ cursor: inout ByteCursor) throws(MIDIFileError) -> [UInt8] {
    let length = try cursor.variableLengthQuantity("the length of a System Exclusive packet")
    return Array(try cursor.bytes(Int(length), "\(length) bytes of a System Exclusive packet"))
  }
}
