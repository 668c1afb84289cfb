internal import CALSA
package import MIDICore

/// An event of the sequencer, which encapsulates alsa-lib's structure with its union and pointer.
@safe
package struct SequencerEvent {
  private var raw: snd_seq_event_t
  /// The bytes of variable length of an event to send. They are empty for an event that has arrived.
  private let ownBytes: [UInt8]

  /// Wraps an event that has arrived. Its bytes of variable length belong to alsa-lib until the next call.
  @unsafe
  init(_ raw: snd_seq_event_t) {
    unsafe self.raw = unsafe raw
    ownBytes = []
  }

  /// Wraps an event whose bytes of variable length are elsewhere.
  @unsafe
  init(_ raw: snd_seq_event_t, carryingBytesAt start: UnsafeMutableRawPointer) {
    unsafe self.init(raw)
    if hasVariableLength { unsafe self.raw.data.ext.ptr = start }
  }

  /// Creates an event of a type whose values are zero, with bytes of variable length.
  init(type: snd_seq_event_type, bytes: [UInt8] = []) {
    unsafe raw = unsafe snd_seq_event_t()
    unsafe raw.type = UInt8(truncatingIfNeeded: type.rawValue)
    ownBytes = bytes
  }

  /// Returns the mark of an overrun, in which the kernel dropped events. The kernel doesn't deliver events of this type.
  static func overrun(at time: Nanoseconds) -> SequencerEvent {
    var event = SequencerEvent(type: SND_SEQ_EVENT_NONE)
    event.time = time
    return event
  }

  /// Whether the event is the mark of an overrun.
  package var isOverrun: Bool { type == SND_SEQ_EVENT_NONE }

  /// Whether the event is a piece of a System Exclusive message.
  package var isSystemExclusive: Bool { type == SND_SEQ_EVENT_SYSEX }

  var type: snd_seq_event_type { unsafe snd_seq_event_type(UInt32(raw.type)) }

  /// The timestamp, in real time of the queue.
  package var time: Nanoseconds {
    get { unsafe Nanoseconds(raw.time.time) }
    set { unsafe raw.time.time = newValue.realTime }
  }

  /// The sending port.
  package var sender: EndpointAddress { unsafe EndpointAddress(raw.source) }

  /// The values of a note event.
  var note: snd_seq_ev_note_t {
    get { unsafe raw.data.note }
    set { unsafe raw.data.note = newValue }
  }

  /// The values of a controller event, or of any event with one value.
  var control: snd_seq_ev_ctrl_t {
    get { unsafe raw.data.control }
    set { unsafe raw.data.control = newValue }
  }

  /// The sending and the receiving port of an announced connection.
  package var connection: (sender: EndpointAddress, destination: EndpointAddress) {
    get {
      let connection = unsafe raw.data.connect
      return (EndpointAddress(connection.sender), EndpointAddress(connection.dest))
    }
    set {
      unsafe raw.data.connect = snd_seq_connect_t(
        sender: newValue.sender.cValue, dest: newValue.destination.cValue)
    }
  }

  private var hasVariableLength: Bool {
    unsafe raw.flags & UInt8(SND_SEQ_EVENT_LENGTH_MASK) == UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
  }

  /// The announced port or client.
  var announced: EndpointAddress { unsafe EndpointAddress(raw.data.addr) }

  /// The bytes of an event of variable length.
  var variableBytes: [UInt8] { unsafe withCarriedBytes { _, bytes in unsafe Array(bytes) } }

  /// The number of bytes of an event of variable length, or zero for other events.
  var variableByteCount: Int { unsafe withCarriedBytes { _, bytes in bytes.count } }

  /// The number of cells that the event needs in the kernel's pool.
  package var cellCount: Int { PoolStatistics.cellCount(carrying: variableByteCount) }

  /// Passes alsa-lib's structure and the bytes of an event of variable length to `body`. They are invalid after the
  /// call.
  @unsafe
  func withCarriedBytes<Result>(_ body: (snd_seq_event_t, UnsafeRawBufferPointer) -> Result) -> Result {
    guard ownBytes.isEmpty else { return unsafe ownBytes.withUnsafeBytes { unsafe body(raw, $0) } }
    let external = unsafe raw.data.ext
    let length = hasVariableLength ? Int(unsafe external.len) : 0
    return unsafe body(raw, UnsafeRawBufferPointer(start: length > 0 ? external.ptr : nil, count: length))
  }

  /// Three numbers of an event from midirec to itself.
  var numbers: (UInt32, UInt32, UInt32) {
    get { unsafe raw.data.raw32.d }
    set { unsafe raw.data.raw32.d = newValue }
  }

  /// Passes alsa-lib's structure to `body`, addressed from a port of the sender to a destination, or to the port's
  /// subscribers.
  ///
  /// - Parameter queue: The queue that delivers the event at its ``time``, or `nil` for immediate delivery.
  func withRaw<Result>(
    from port: Int32, to destination: EndpointAddress?, on queue: Int32? = nil,
    _ body: (UnsafeMutablePointer<snd_seq_event_t>) -> Result
  ) -> Result {
    var event = unsafe raw
    unsafe event.source.port = UInt8(truncatingIfNeeded: port)
    unsafe event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    if let queue {
      unsafe event.queue = UInt8(truncatingIfNeeded: queue)
      unsafe event.flags |= UInt8(SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS)
    }
    unsafe event.dest =
      destination?.cValue
      ?? snd_seq_addr_t(
        client: UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS), port: UInt8(SND_SEQ_ADDRESS_UNKNOWN))
    guard !ownBytes.isEmpty else { return unsafe body(&event) }
    var bytes = ownBytes
    return unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe event.flags |= UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
      unsafe event.data.ext = snd_seq_ev_ext_t(len: UInt32(buffer.count), ptr: buffer.baseAddress)
      return unsafe body(&event)
    }
  }
}

extension Nanoseconds {
  /// Creates a time from the sequencer's real time.
  init(_ time: snd_seq_real_time_t) {
    self = .seconds(Int64(time.tv_sec)) + Nanoseconds(rawValue: Int64(time.tv_nsec))
  }

  /// The sequencer's real time, for a nonnegative time below 136 years.
  var realTime: snd_seq_real_time_t {
    snd_seq_real_time_t(
      tv_sec: UInt32(truncatingIfNeeded: rawValue / 1_000_000_000),
      tv_nsec: UInt32(truncatingIfNeeded: rawValue % 1_000_000_000))
  }
}
