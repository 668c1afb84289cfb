internal import MIDICore

extension MIDIFile {
  /// The events of a track, in order of time: eight bytes each, and eight more for those with a payload.
  ///
  /// What a track holds can be read in both directions and added to at its end. Made to be large: a decoded file's
  /// payloads stay in the file's own bytes, which this keeps in memory. The tracks of a decoded file also share the
  /// memory of their events, so that one remaining track keeps the events of all tracks in memory.
  public struct Events: Sendable {
    /// The events; those who add to it themselves tell ``advance(by:)`` the deltas.
    var packed = PackedEvents()
    var payloads: PayloadStore
    /// When the last event stands.
    private(set) var lastTime = Ticks.zero

    /// Makes an empty list.
    public init() { payloads = PayloadStore() }

    /// Makes a list of events that are in order of time.
    public init(_ events: some Sequence<TrackEvent>) {
      self.init()
      packed.reserveLargeCapacity(events.underestimatedCount)
      for event in events { append(event) }
    }

    /// Makes a list for the events that stand in a part of a file.
    init(fileBytes: ArraySlice<UInt8>) { payloads = PayloadStore(fileBytes: fileBytes) }

    /// How many events there are, in constant time.
    public var count: Int { packed.count }

    /// Adds an event. A system message becomes the packet that carries it. One that stands before its predecessor is put at the predecessor's time. A gap of more than
    /// 268,435,455 ticks, which no delta time can say, is bridged by empty text events.
    ///
    /// - Complexity: amortized O(1), or O(*n*) for *n* bytes of payload.
    public mutating func append(_ event: TrackEvent) {
      let delta = bridgedDelta(event.time.rawValue - Swift.min(lastTime.rawValue, event.time.rawValue))
      switch event.event {
      case .message(let message):
        guard message.channel != nil else {
          append(TrackEvent(time: event.time, event: Event(carrying: message)))
          return
        }
        let bytes = message.bytes
        appendMessage(
          delta: delta, status: bytes[0], first: bytes[1], second: bytes.count > 2 ? bytes[2] : 0)
      case .systemExclusive(let packet):
        append(delta: delta, kind: PackedEvent.systemExclusive, payload: packet)
      case .escape(let packet):
        append(delta: delta, kind: PackedEvent.escape, payload: packet)
      case .meta(let meta):
        append(delta: delta, meta)
      }
    }
  }
}

// MARK: Adding

extension MIDIFile.Events {
  /// Puts empty text events into a gap that is too long for one delta time, and returns what is left of it.
  mutating func bridgedDelta(_ gap: UInt64) -> UInt64 {
    var rest = gap
    while rest > PackedEvent.maxDelta {
      append(delta: PackedEvent.maxDelta, kind: MetaEvent.TextKind.text.rawValue, payload: [])
      rest -= PackedEvent.maxDelta
    }
    return rest
  }

  mutating func appendMessage(
    delta: UInt64, status: UInt8, first: UInt8, second: UInt8, isRunning: Bool = false
  ) {
    packed.append(
      PackedEvent(delta: delta, status: status, first: first, second: second, isRunning: isRunning))
    advance(by: delta)
  }

  mutating func append(delta: UInt64, kind: UInt8, payload: some Collection<UInt8>) {
    appendEvent(delta: delta, kind: kind)
    payloads.append(payload)
  }

  /// Adds an event whose payload stands in the file.
  mutating func append(delta: UInt64, kind: UInt8, payloadInFile range: Range<Int>) {
    appendEvent(delta: delta, kind: kind)
    payloads.noteFileBytes(range)
  }

  mutating func append(delta: UInt64, _ meta: MetaEvent) {
    let (type, data) = meta.parts
    if type < 0x80 {
      append(delta: delta, kind: type, payload: data)
    } else {
      append(delta: delta, kind: PackedEvent.metaOfIllegalType, payload: [type] + data)
    }
  }

  private mutating func appendEvent(delta: UInt64, kind: UInt8) {
    precondition(payloads.count < PackedEvent.maxPayloadCount, "too many packets and meta events")
    packed.append(PackedEvent(delta: delta, kind: kind, payloadIndex: payloads.count))
    advance(by: delta)
  }

  /// Moves the time of the last event on: for those who add to ``packed`` themselves.
  mutating func advance(by delta: UInt64) { lastTime.rawValue += delta }

  /// Takes back all that was added since there were `count` events, the last of them at `lastTime`.
  mutating func truncate(to count: Int, payloadCount: Int, lastTime: Ticks) {
    packed.removeLast(packed.count - count)
    payloads.truncate(to: payloadCount)
    self.lastTime = lastTime
  }
}

// MARK: Reading

extension MIDIFile.Events: BidirectionalCollection {
  /// A place in the list; it knows the time that the deltas before it add up to.
  public struct Index: Comparable, Sendable {
    fileprivate var position: Int
    fileprivate var timeBefore: Ticks

    /// Whether two places are the same.
    public static func == (left: Index, right: Index) -> Bool { left.position == right.position }
    /// Whether `left` is the earlier place.
    public static func < (left: Index, right: Index) -> Bool { left.position < right.position }
  }

  /// The place of the first event.
  public var startIndex: Index { Index(position: 0, timeBefore: .zero) }
  /// The place after the last event.
  public var endIndex: Index { Index(position: packed.count, timeBefore: lastTime) }

  /// The next place, in constant time.
  public func index(after index: Index) -> Index {
    Index(position: index.position + 1, timeBefore: time(at: index))
  }

  /// The place before, in constant time.
  public func index(before index: Index) -> Index {
    let delta = packed[index.position - 1].delta
    return Index(
      position: index.position - 1, timeBefore: Ticks(rawValue: index.timeBefore.rawValue - delta))
  }

  /// The event at a place, in constant time, or O(*n*) for *n* bytes of payload.
  public subscript(index: Index) -> MIDIFile.TrackEvent {
    MIDIFile.TrackEvent(time: time(at: index), event: event(packed[index.position]))
  }

  private func time(at index: Index) -> Ticks {
    Ticks(rawValue: index.timeBefore.rawValue + packed[index.position].delta)
  }

  /// Calls `body` with each event, unread, and its time.
  func forEachPacked(_ body: (PackedEvent, Ticks) -> Void) {
    var time = Ticks.zero
    for event in packed {
      time.rawValue += event.delta
      body(event, time)
    }
  }

  /// The bytes of a packet or meta event. The type of a meta event above 7F stands before its data.
  func payload(of event: PackedEvent) -> ArraySlice<UInt8> { payloads[event.payloadIndex] }

  func event(_ packed: PackedEvent) -> MIDIFile.Event {
    if packed.isChannelMessage {
      let first = UInt7(masking: packed.firstDataByte)
      // The kinds 80 to EF all have a message.
      guard let message = Message(status: packed.kind, first, UInt7(masking: packed.secondDataByte)) else {
        return .escape([packed.kind])
      }
      return .message(message)
    }
    let payload = payload(of: packed)
    switch packed.kind {
    case PackedEvent.systemExclusive: return .systemExclusive(Array(payload))
    case PackedEvent.escape: return .escape(Array(payload))
    case PackedEvent.metaOfIllegalType:
      return .meta(.other(type: payload.first ?? 0xFF, bytes: Array(payload.dropFirst())))
    default: return .meta(MetaEvent(type: packed.kind, bytes: payload))
    }
  }
}

extension MIDIFile.Events: ExpressibleByArrayLiteral {
  /// Makes a list of events that are in order of time.
  public init(arrayLiteral elements: MIDIFile.TrackEvent...) { self.init(elements) }
}

extension MIDIFile.Events: Hashable {
  /// Whether both have the same events at the same times, wherever and with or without running status they were
  /// written.
  public static func == (left: Self, right: Self) -> Bool {
    left.packed.count == right.packed.count
      && zip(left.packed, right.packed).allSatisfy { one, other in
        one.comparedBits == other.comparedBits
          && (one.isChannelMessage || left.payload(of: one) == right.payload(of: other))
      }
  }

  /// Feeds all events.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(packed.count)
    for event in packed {
      hasher.combine(event.comparedBits)
      if !event.isChannelMessage { hasher.combine(payload(of: event)) }
    }
  }
}
