internal import MIDICore
internal import SystemPackage

/// An event as decoded by a reader of Standard MIDI Files, for comparison with another reader.
///
/// The header is included as an event of track 0, so that a difference in it is reported first.
struct DecodedEvent: CustomStringConvertible {
  /// The number of the track, from 1; 0 for the header.
  var track: Int
  /// The ticks since the start of the track.
  var time: Int64
  /// The bytes of the event.
  ///
  /// They are a message with its status byte, a System Exclusive packet after F0 without its length, or an encoded meta
  /// event. For the header, they are the encoded format, number of tracks, and division.
  var bytes: [UInt8]

  /// The event on one line: `track 1, tick 96: 90 3C 64`.
  var description: String {
    let place = track == 0 ? "header" : "track \(track), tick \(time)"
    let shown = hexadecimal(bytes.prefix(Self.shownCount))
    let rest = bytes.count > Self.shownCount ? " … (\(bytes.count) bytes)" : ""
    return "\(place): \(shown)\(rest)"
  }

  private static let shownCount = 16
}

/// A reader of the events that ``LibSMFReader`` sends; its memory doesn't grow with their number.
///
/// Each event has three big-endian integers of four bytes (track number, ticks, and byte count), followed by its bytes.
/// The last record has the track ``endMark``; without it, the stream is incomplete.
struct EventStreamReader {
  /// The track number of the record that ends the stream.
  static let endMark = UInt32.max

  /// The last event that was read.
  private(set) var reading = DecodedEvent(track: 0, time: 0, bytes: [])

  private let conversation: Conversation
  private let maxLength: Int
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  private var unread: Range<Int> = 0..<0

  /// Creates a reader of events of at most `maxLength` bytes; longer ones make the stream invalid.
  init(_ conversation: Conversation, maxLength: Int) {
    self.conversation = conversation
    self.maxLength = maxLength
  }

  /// Reads the next event into ``reading``.
  ///
  /// - Returns: `true` if there was a next event, or `false` at the end of the stream.
  /// - Throws: `EBADMSG` if the stream is truncated or invalid, or `ETIMEDOUT` if the deadline passes.
  mutating func advance() throws(Errno) -> Bool {
    let track = try number()
    let time = try number()
    let length = try number()
    if track == Self.endMark { return false }
    guard length <= maxLength else { throw .badMessage }
    reading.track = Int(track)
    reading.time = Int64(Int32(bitPattern: time))
    reading.bytes.removeAll(keepingCapacity: true)
    while reading.bytes.count < length {
      try fill()
      let taken = unread.prefix(Int(length) - reading.bytes.count)
      reading.bytes += piece[taken]
      unread = taken.endIndex..<unread.endIndex
    }
    return true
  }

  private mutating func number() throws(Errno) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      try fill()
      value = value << 8 | UInt32(piece[unread.startIndex])
      unread = unread.dropFirst()
    }
    return value
  }

  /// Receives more bytes if all have been read.
  private mutating func fill() throws(Errno) {
    guard unread.isEmpty else { return }
    let count = try conversation.receive(into: &piece)
    guard count > 0 else { throw .badMessage }
    unread = 0..<count
  }
}
