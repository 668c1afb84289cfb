internal import MIDIFiles

/// How a child process says to its parent what it reads in a file: for each event three whole numbers of four
/// bytes, the most significant first (the track's number, the ticks, the count of bytes), and the bytes.
///
/// A record whose track is ``endMark`` comes last; without it the answer isn't whole.
enum EventStream {
  /// How long a record is before the event's bytes.
  static let recordLength = 12
  /// Stands for a track where there is no more event.
  static let endMark = UInt32.max
}

/// Writes a stream in pieces worth a system call.
struct EventStreamWriter {
  private static let pieceLength = 1 << 16

  private var buffer: [UInt8] = []
  private let write: ([UInt8]) throws -> Void

  init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

  /// Adds an event.
  mutating func append(track: UInt32, time: Int32, _ bytes: some Collection<UInt8>) throws {
    for field in [track, UInt32(bitPattern: time), UInt32(clamping: bytes.count)] {
      buffer.appendBigEndian(field)
    }
    buffer += bytes
    if buffer.count >= Self.pieceLength { try flush() }
  }

  /// Says that this was all.
  mutating func finish() throws {
    try append(track: EventStream.endMark, time: 0, [])
    try flush()
  }

  private mutating func flush() throws {
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Reads a stream from a child process, in memory that doesn't grow with the number of events.
struct EventStreamReader {
  /// Why there is no next event although the stream hasn't come to its end.
  enum Interruption: Error {
    /// It broke off, or can't be understood.
    case brokenOff
    /// The child's deadline has passed.
    case tooLate
  }

  /// The event that was read last.
  private(set) var reading = DecodedEvent(track: 0, time: 0, bytes: [])

  private let maxLength: Int
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  private var unread: Range<Int> = 0..<0

  /// Reads a stream in which an event has at most `maxLength` bytes; a longer one isn't believed.
  init(maxLength: Int) { self.maxLength = maxLength }

  /// Reads the next event into ``reading``.
  ///
  /// - Returns: Whether there was one; otherwise that was all.
  mutating func advance(in conversation: Conversation) throws(Interruption) -> Bool {
    let track = try number(conversation)
    let time = try number(conversation)
    let length = try number(conversation)
    if track == EventStream.endMark { return false }
    guard length <= maxLength else { throw .brokenOff }
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

  /// Makes sure that something is unread.
  private mutating func fill(_ conversation: Conversation) throws(Interruption) {
    guard unread.isEmpty else { return }
    guard let count = conversation.receive(into: &piece) else { throw .tooLate }
    guard count > 0 else { throw .brokenOff }
    unread = 0..<count
  }
}
