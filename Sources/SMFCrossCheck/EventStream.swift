internal import MIDIFiles

/// The format in which a child process sends decoded events to its parent.
///
/// Each event has three big-endian integers of four bytes (track number, ticks, and byte count), followed by its bytes.
/// The last record has the track ``endMark``; without it, the stream is incomplete.
enum EventStream {
  /// The length of a record without the event's bytes.
  static let recordLength = 12
  /// The track number of the record that ends the stream.
  static let endMark = UInt32.max
}

/// A buffered writer of a stream.
struct EventStreamWriter {
  private static let pieceLength = 1 << 16

  private var buffer: [UInt8] = []
  private let write: ([UInt8]) throws -> Void

  init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

  /// Appends an event.
  mutating func append(track: UInt32, time: Int32, _ bytes: some Collection<UInt8>) throws {
    for field in [track, UInt32(bitPattern: time), UInt32(clamping: bytes.count)] {
      buffer.appendBigEndian(field)
    }
    buffer += bytes
    if buffer.count >= Self.pieceLength { try flush() }
  }

  /// Ends the stream.
  mutating func finish() throws {
    try append(track: EventStream.endMark, time: 0, [])
    try flush()
  }

  private mutating func flush() throws {
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// A reader of a child process's stream; its memory doesn't grow with the number of events.
struct EventStreamReader {
  /// The reason that a stream has no next event before its end.
  enum Interruption: Error {
    /// The stream is truncated or invalid.
    case invalid
    /// The deadline passed.
    case timedOut
  }

  /// The last event that was read.
  private(set) var reading = DecodedEvent(track: 0, time: 0, bytes: [])

  private let maxLength: Int
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  private var unread: Range<Int> = 0..<0

  /// Creates a reader of events of at most `maxLength` bytes; longer ones make the stream invalid.
  init(maxLength: Int) { self.maxLength = maxLength }

  /// Reads the next event into ``reading``.
  ///
  /// - Returns: `true` if there was a next event, or `false` at the end of the stream.
  mutating func advance(in conversation: Conversation) throws(Interruption) -> Bool {
    let track = try number(conversation)
    let time = try number(conversation)
    let length = try number(conversation)
    if track == EventStream.endMark { return false }
    guard length <= maxLength else { throw .invalid }
    reading.track = Int(track)
    reading.time = Int64(Int32(bitPattern: time))
    reading.bytes.removeAll(keepingCapacity: true)
    while reading.bytes.count < length {
      try fill(conversation)
      let taken = unread.prefix(Int(length) - reading.bytes.count)
      reading.bytes += piece[taken]
      unread = taken.endIndex..<unread.endIndex
    }
    return true
  }

  private mutating func number(_ conversation: Conversation) throws(Interruption) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      try fill(conversation)
      value = value << 8 | UInt32(piece[unread.startIndex])
      unread = unread.dropFirst()
    }
    return value
  }

  /// Receives more bytes if all have been read.
  private mutating func fill(_ conversation: Conversation) throws(Interruption) {
    guard unread.isEmpty else { return }
    guard let count = conversation.receive(into: &piece) else { throw .timedOut }
    guard count > 0 else { throw .invalid }
    unread = 0..<count
  }
}
