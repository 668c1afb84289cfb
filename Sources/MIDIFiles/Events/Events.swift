internal import MIDICore

extension MIDIFile {
  /// The events of a track in order of time.
  ///
  /// The list can be read in both directions and grows one event at a time. An event takes eight bytes, and eight more if
  /// it has a payload. The payloads of a decoded file stay in the bytes of the file, which the list keeps in memory.
  /// The tracks of a decoded file also share the memory of their events, so a single remaining track keeps the events
  /// of all tracks in memory.
  public struct Events: Sendable {
    /// The events. Code that appends to it directly must pass the deltas to ``advance(by:)``.
    var packed = PackedEvents()
    var payloads: PayloadStore
    /// The time of the last event.
    private(set) var lastTime = Ticks.zero

    /// Creates an empty list.
    public init() { payloads = PayloadStore() }

    /// Creates a list of events, which are sorted by time. Events at the same time keep their order.
    ///
    /// - Complexity: O(*n*) if the events are in order, and otherwise O(*n* log *n*).
    public init(_ events: some Sequence<TrackEvent>) {
      self.init()
      var ordered = Array(events)
      let isInOrder = zip(ordered, ordered.dropFirst()).allSatisfy { $0.time <= $1.time }
      // The sort is stable.
      if !isInOrder { ordered.sort { $0.time < $1.time } }
      packed.reserveLargeCapacity(ordered.count)
      for event in ordered { append(event) }
    }

    /// Creates an empty list for events whose payloads are in a part of a file.
    init(fileBytes: ArraySlice<UInt8>) { payloads = PayloadStore(fileBytes: fileBytes) }

    /// The number of events, in constant time.
    public var count: Int { packed.count }

    /// Adds an event after all events that aren't later.
    ///
    /// A system message becomes the packet that carries it. A gap of more than 268,435,455 ticks, the maximum of a delta
    /// time, is bridged by empty text events.
    ///
    /// - Complexity: Amortized O(1), or O(*n*) for *n* later events or bytes of payload.
    public mutating func append(_ event: TrackEvent) {
      guard event.time >= lastTime else { return insert(event) }
      let delta = bridgedDelta(event.time.rawValue - lastTime.rawValue)
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

// MARK: Appending

extension MIDIFile.Events {
  /// Inserts an event between earlier and later ones.
  private mutating func insert(_ event: MIDIFile.TrackEvent) {
    append(MIDIFile.TrackEvent(time: lastTime, event: event.event))
    var place = packed.count - 1
    var previousTime = lastTime
    while place > 0, previousTime > event.time {
      place -= 1
      previousTime.rawValue -= packed[place].delta
    }
    packed.moveLast(to: place, delta: event.time.rawValue - previousTime.rawValue)
  }

  /// Fills a gap that is too long for one delta time with empty text events, and returns the rest.
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

  /// Appends an event whose payload is in the file.
  mutating func append(delta: UInt64, kind: UInt8, payloadInFile range: Range<Int>) {
    appendEvent(delta: delta, kind: kind)
    payloads.appendFileBytes(range)
  }

  mutating func append(delta: UInt64, _ meta: MetaEvent) {
    let (type, data) = meta.parts
    if type < 0x80 {
      append(delta: delta, kind: type, payload: data)
    } else {
      append(delta: delta, kind: PackedEvent.metaOfIllegalType, payload: [type] + data)
    }
  }

  /// Appends an event of another list without decoding it.
  ///
  /// - Complexity: Amortized O(1), or O(*n*) for *n* bytes of payload.
  mutating func append(_ event: PackedEvent, of source: MIDIFile.Events, at time: Ticks) {
    let delta = bridgedDelta(time.rawValue - Swift.min(lastTime.rawValue, time.rawValue))
    if event.isChannelMessage {
      appendMessage(
        delta: delta, status: event.kind, first: event.firstDataByte, second: event.secondDataByte,
        isRunning: event.isRunning)
    } else {
      append(delta: delta, kind: event.kind, payload: source.payload(of: event))
    }
  }

  private mutating func appendEvent(delta: UInt64, kind: UInt8) {
    precondition(payloads.count < PackedEvent.maxPayloadCount, "too many packets and meta events")
    packed.append(PackedEvent(delta: delta, kind: kind, payloadIndex: payloads.count))
    advance(by: delta)
  }

  /// Advances the time of the last event, for code that appends to ``packed`` directly.
  mutating func advance(by delta: UInt64) { lastTime.rawValue += delta }

  /// Removes the events after the first `count`, the last of which is at `lastTime`.
  mutating func truncate(to count: Int, payloadCount: Int, lastTime: Ticks) {
    packed.removeLast(packed.count - count)
    payloads.truncate(to: payloadCount)
    self.lastTime = lastTime
  }
}

// MARK: Reading

extension MIDIFile.Events: BidirectionalCollection {
  /// A position in the list, with the sum of the deltas before it.
  public struct Index: Comparable, Sendable {
    fileprivate var position: Int
    fileprivate var timeBefore: Ticks

    /// Returns whether two positions are equal.
    public static func == (left: Index, right: Index) -> Bool { left.position == right.position }
    /// Returns whether `left` precedes `right`.
    public static func < (left: Index, right: Index) -> Bool { left.position < right.position }
  }

  /// The position of the first event.
  public var startIndex: Index { Index(position: 0, timeBefore: .zero) }
  /// The position after the last event.
  public var endIndex: Index { Index(position: packed.count, timeBefore: lastTime) }

  /// Returns the position after the given one, in constant time.
  public func index(after index: Index) -> Index {
    Index(position: index.position + 1, timeBefore: time(at: index))
  }

  /// Returns the position before the given one, in constant time.
  public func index(before index: Index) -> Index {
    let delta = packed[index.position - 1].delta
    return Index(
      position: index.position - 1, timeBefore: Ticks(rawValue: index.timeBefore.rawValue - delta))
  }

  /// The event at a position, in constant time, or O(*n*) for *n* bytes of payload.
  public subscript(index: Index) -> MIDIFile.TrackEvent {
    MIDIFile.TrackEvent(time: time(at: index), event: event(packed[index.position]))
  }

  private func time(at index: Index) -> Ticks {
    Ticks(rawValue: index.timeBefore.rawValue + packed[index.position].delta)
  }

  /// Calls `body` with each event, which isn't decoded, and its time.
  func forEachPacked(_ body: (PackedEvent, Ticks) -> Void) {
    var time = Ticks.zero
    for event in packed {
      time.rawValue += event.delta
      body(event, time)
    }
  }

  /// Returns the bytes of a packet or meta event; the type of a meta event above 7F precedes its data.
  func payload(of event: PackedEvent) -> ArraySlice<UInt8> { payloads[event.payloadIndex] }

  func event(_ packed: PackedEvent) -> MIDIFile.Event {
    if packed.isChannelMessage {
      let first = UInt7(masking: packed.firstDataByte)
      // All kinds from 80 to EF have a message.
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
  /// Creates a list of events in order of time.
  public init(arrayLiteral elements: MIDIFile.TrackEvent...) { self.init(elements) }
}

extension MIDIFile.Events: Hashable {
  /// Returns whether both lists have the same events at the same times.
  ///
  /// The use of running status doesn't matter.
  public static func == (left: Self, right: Self) -> Bool {
    left.packed.count == right.packed.count
      && zip(left.packed, right.packed).allSatisfy { one, other in
        one.comparedBits == other.comparedBits
          && (one.isChannelMessage || left.payload(of: one) == right.payload(of: other))
      }
  }

  /// Hashes all events.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(packed.count)
    for event in packed {
      hasher.combine(event.comparedBits)
      if !event.isChannelMessage { hasher.combine(payload(of: event)) }
    }
  }
}
