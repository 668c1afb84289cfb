internal import CALSA
internal import MIDICore

/// An event of the sequencer: alsa-lib's structure, whose union and pointer stay inside.
@safe
struct SequencerEvent {
  private var raw: snd_seq_event_t

  /// Wraps an event that came in. Its bytes of variable length, if it has any, are alsa-lib's until the next call.
  @unsafe
  init(_ raw: snd_seq_event_t) { unsafe self.raw = unsafe raw }

  /// Wraps an event whose bytes of variable length, if it has any, are elsewhere now.
  @unsafe
  init(_ raw: snd_seq_event_t, carryingBytesAt start: UnsafeMutableRawPointer) {
    unsafe self.raw = unsafe raw
    if hasVariableLength { unsafe self.raw.data.ext.ptr = start }
  }

  /// Makes an event of a type, with all else zero.
  init(type: snd_seq_event_type) {
    unsafe raw = unsafe snd_seq_event_t()
    unsafe raw.type = UInt8(truncatingIfNeeded: type.rawValue)
  }

  /// What it is.
  var type: snd_seq_event_type { unsafe snd_seq_event_type(UInt32(raw.type)) }

  /// When it came, by the real-time clock of the queue that stamped it.
  var time: Nanoseconds {
    get { unsafe Nanoseconds(raw.time.time) }
    set { unsafe raw.time.time = newValue.realTime }
  }

  /// The port that it came out of.
  var sender: EndpointAddress { unsafe EndpointAddress(raw.source) }

  /// What a note event says.
  var note: snd_seq_ev_note_t {
    get { unsafe raw.data.note }
    set { unsafe raw.data.note = newValue }
  }

  /// What a controller event, and every other with one value, says.
  var control: snd_seq_ev_ctrl_t {
    get { unsafe raw.data.control }
    set { unsafe raw.data.control = newValue }
  }

  /// The connection that an announcement is about: where it comes from and where it goes.
  var connection: (sender: EndpointAddress, destination: EndpointAddress) {
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

  /// The port, or the client, that an announcement is about.
  var announced: EndpointAddress { unsafe EndpointAddress(raw.data.addr) }

  /// The bytes of an event of variable length.
  var variableBytes: [UInt8] { unsafe withCarriedBytes { _, bytes in unsafe Array(bytes) } }

  /// How many cells of a pool it takes.
  var cellCount: Int {
    unsafe PoolStatistics.cellCount(carrying: withCarriedBytes { _, bytes in bytes.count })
  }

  /// Hands alsa-lib's structure and the bytes of an event of variable length to `body`, which may not keep them.
  @unsafe
  func withCarriedBytes<Result>(_ body: (snd_seq_event_t, UnsafeRawBufferPointer) -> Result) -> Result {
    let external = unsafe raw.data.ext
    let length = hasVariableLength ? Int(unsafe external.len) : 0
    return unsafe body(raw, UnsafeRawBufferPointer(start: length > 0 ? external.ptr : nil, count: length))
  }

  /// Three numbers that an event between midirec and itself carries.
  var numbers: (UInt32, UInt32, UInt32) {
    get { unsafe raw.data.raw32.d }
    set { unsafe raw.data.raw32.d = newValue }
  }

  /// When the kernel is to deliver an event: a time of a queue's real-time clock.
  struct Schedule {
    var queue: Int32
    var time: Nanoseconds
  }

  /// Hands alsa-lib's structure to `body`, addressed from one of the sender's ports to a destination, or to
  /// whoever has subscribed to that port.
  ///
  /// - Parameters:
  ///   - bytes: What an event of variable length carries.
  ///   - schedule: When it is to be delivered; at once, around any queue, if nothing.
  func withRaw<Result>(
    from port: Int32, to destination: EndpointAddress?, bytes: [UInt8] = [], schedule: Schedule? = nil,
    _ body: (UnsafeMutablePointer<snd_seq_event_t>) -> Result
  ) -> Result {
    var event = unsafe raw
    unsafe event.source.port = UInt8(truncatingIfNeeded: port)
    unsafe event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    if let schedule {
      unsafe event.queue = UInt8(truncatingIfNeeded: schedule.queue)
      unsafe event.flags |= UInt8(SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS)
      unsafe event.time.time = schedule.time.realTime
    }
    unsafe event.dest =
      destination?.cValue
      ?? snd_seq_addr_t(
        client: UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS), port: UInt8(SND_SEQ_ADDRESS_UNKNOWN))
    guard !bytes.isEmpty else { return unsafe body(&event) }
    var bytes = bytes
    return unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe event.flags |= UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
      unsafe event.data.ext = snd_seq_ev_ext_t(len: UInt32(buffer.count), ptr: buffer.baseAddress)
      return unsafe body(&event)
    }
  }
}

extension Nanoseconds {
  /// A stamp of the sequencer's real-time clock.
  init(_ time: snd_seq_real_time_t) {
    self = .seconds(Int64(time.tv_sec)) + Nanoseconds(rawValue: Int64(time.tv_nsec))
  }

  /// The sequencer's form of a time, which is not negative and below 136 years.
  var realTime: snd_seq_real_time_t {
    snd_seq_real_time_t(
      tv_sec: UInt32(truncatingIfNeeded: rawValue / 1_000_000_000),
      tv_nsec: UInt32(truncatingIfNeeded: rawValue % 1_000_000_000))
  }
}
