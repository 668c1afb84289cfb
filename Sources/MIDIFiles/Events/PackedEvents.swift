internal import MIDICore

/// An event in eight bytes: 28 bits of delta time, 8 bits of kind, and 28 bits of content.
///
/// The kind is the status byte: 80 to EF for a channel message, and F0 or F7 for a packet. For a meta event, it is the
/// type from 00 to 7F. If the type is invalid (above 7F), the kind is FF and the type precedes the data. The content is
/// the data bytes of a channel message, or the index of the payload.
struct PackedEvent {
  private let bits: UInt64

  /// The maximum delta time, which is the maximum of a variable-length quantity.
  static let maxDelta: UInt64 = 0x0FFF_FFFF
  /// The maximum number of payloads.
  static let maxPayloadCount = 1 << 28

  static let systemExclusive: UInt8 = 0xF0
  static let escape: UInt8 = 0xF7
  static let metaOfIllegalType: UInt8 = 0xFF

  /// The bit for an omitted status byte (running status). It isn't part of the event's value.
  private static let runningBit: UInt64 = 1 << 16

  /// Creates a channel message.
  @inline(__always)
  init(delta: UInt64, status: UInt8, first: UInt8, second: UInt8, isRunning: Bool) {
    bits =
      delta << 36 | UInt64(status) << 28 | UInt64(first) << 8 | UInt64(second)
      | (isRunning ? Self.runningBit : 0)
  }

  /// Creates an event with a payload.
  init(delta: UInt64, kind: UInt8, payloadIndex: Int) {
    bits = delta << 36 | UInt64(kind) << 28 | UInt64(payloadIndex)
  }

  /// Returns the event with a different delta time.
  func with(delta: UInt64) -> PackedEvent { PackedEvent(bits: bits & (1 << 36 - 1) | delta << 36) }

  private init(bits: UInt64) { self.bits = bits }

  @inline(__always) var delta: UInt64 { bits >> 36 }
  @inline(__always) var kind: UInt8 { UInt8(truncatingIfNeeded: bits >> 28) }
  @inline(__always) var isChannelMessage: Bool { 0x80...0xEF ~= kind }
  @inline(__always) var firstDataByte: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
  @inline(__always) var secondDataByte: UInt8 { UInt8(truncatingIfNeeded: bits) }
  @inline(__always) var isRunning: Bool { bits & Self.runningBit != 0 }
  @inline(__always) var payloadIndex: Int { Int(bits & 0x0FFF_FFFF) }

  /// The bits that are compared for equality.
  ///
  /// For a channel message, these are all except running status; for other events, the delta time and the kind.
  var comparedBits: UInt64 { bits & ~(isChannelMessage ? Self.runningBit : 0x0FFF_FFFF) }

  /// Whether the event is a meta event.
  var isMeta: Bool { kind < 0x80 || kind == Self.metaOfIllegalType }

  /// Whether the event is part of a System Exclusive message or an escape.
  var isPacket: Bool { kind == Self.systemExclusive || kind == Self.escape }

  /// Whether the event is a tempo, time signature, or key signature, which apply to all tracks.
  var isConductorEvent: Bool {
    kind == MetaEvent.tempoType || kind == MetaEvent.timeSignatureType
      || kind == MetaEvent.keySignatureType
  }
}

/// The packed events of a track: an array, or a part of an array that several tracks share.
///
/// The tracks of a decoded file share one array. A large array fits into huge pages, which the kernel provides faster
/// than the small pages of an array per track. A list that is a part copies its events before it changes.
struct PackedEvents: Sendable {
  /// The events, including the events of other tracks if the list is a part.
  ///
  /// Decoders, whose lists are whole arrays, append to it directly.
  var array: [PackedEvent] = []
  /// The positions of the list's events in ``array``, or `nil` for the whole array.
  private var part: Range<Int>?

  /// The positions of the list's events in ``array``.
  var range: Range<Int> { part ?? 0..<array.count }

  /// Creates an empty list.
  init() {}

  /// Creates a list of the events at the given positions; the caller must set ``array`` before use.
  init(part: Range<Int>) { self.part = part }

  mutating func append(_ event: PackedEvent) {
    copyPart()
    array.append(event)
  }

  mutating func removeLast(_ count: Int) {
    copyPart()
    array.removeLast(count)
  }

  /// Moves the last event before another one, whose delta time is at least as large as its new one.
  mutating func moveLast(to position: Int, delta: UInt64) {
    copyPart()
    let event = array.removeLast()
    array[position] = array[position].with(delta: array[position].delta - delta)
    array.insert(event.with(delta: delta), at: position)
  }

  mutating func reserveLargeCapacity(_ minimumCapacity: Int) {
    copyPart()
    array.reserveLargeCapacity(minimumCapacity)
  }

  /// Copies the events into a separate array if they are part of a shared one.
  private mutating func copyPart() {
    guard let part else { return }
    array = Array(array[part])
    self.part = nil
  }
}

extension PackedEvents: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { range.count }

  subscript(position: Int) -> PackedEvent {
    precondition(position < range.count, "no event at this position")
    return array[range.lowerBound + position]
  }
}

extension MIDIFile.Event {
  /// Whether the event is a tempo, time signature, or key signature, which apply to all tracks.
  var isConductorEvent: Bool {
    switch self {
    case .meta(.tempo), .meta(.timeSignature), .meta(.keySignature): true
    default: false
    }
  }
}
