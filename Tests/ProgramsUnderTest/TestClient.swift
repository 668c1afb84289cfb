internal import CALSA
internal import Glibc

/// A simple sequencer client with alsa-lib's default settings and blocking calls.
@safe
final class TestClient: @unchecked Sendable {
  // alsa-lib doesn't lock. If two threads share a client, one only reads and the other only sends.

  private let handle: OpaquePointer

  /// The client number.
  var number: Int32 { unsafe snd_seq_client_id(handle) }

  /// Opens the sequencer, or ends the program if there is none.
  ///
  /// - Parameter name: The client's name, or `nil` for alsa-lib's default with the client number.
  init(name: String?) {
    var opened: OpaquePointer?
    guard unsafe snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, 0) == 0, let handle = unsafe opened
    else { exit(69) }
    unsafe self.handle = handle
    if let name { unsafe snd_seq_set_client_name(handle, name) }
  }

  /// Creates a port that receives events, sends them, or both.
  func makePort(_ name: String, takes: Bool, gives: Bool) -> Int32 {
    let taking = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    let giving = UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    return unsafe snd_seq_create_simple_port(
      handle, name, (takes ? taking : 0) | (gives ? giving : 0),
      UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
  }

  /// Enlarges the pool for incoming events to the kernel's maximum.
  func enlargePool() { unsafe snd_seq_set_client_pool_input(handle, 2000) }

  /// Deletes a port.
  func removePort(_ port: Int32) { unsafe snd_seq_delete_simple_port(handle, port) }

  /// Returns whether a receiver is connected to a port.
  func isHeard(_ port: Int32) -> Bool { isConnected(port, SND_SEQ_QUERY_SUBS_READ) }

  /// Returns whether a sender is connected to a port.
  func hasSender(_ port: Int32) -> Bool { isConnected(port, SND_SEQ_QUERY_SUBS_WRITE) }

  private func isConnected(_ port: Int32, _ type: snd_seq_query_subs_type_t) -> Bool {
    var allocated: OpaquePointer?
    guard unsafe snd_seq_query_subscribe_malloc(&allocated) == 0 else { return false }
    defer { unsafe snd_seq_query_subscribe_free(allocated) }
    var root = snd_seq_addr_t(
      client: UInt8(truncatingIfNeeded: number), port: UInt8(truncatingIfNeeded: port))
    unsafe snd_seq_query_subscribe_set_root(allocated, &root)
    unsafe snd_seq_query_subscribe_set_type(allocated, type)
    return unsafe snd_seq_query_port_subscribers(handle, allocated) >= 0
  }

  /// Disables blocking reads.
  func stopBlocking() { unsafe snd_seq_nonblock(handle, 1) }

  /// Connects a port to a receiver given as `128:0`.
  func connect(_ port: Int32, to address: String) {
    var destination = snd_seq_addr_t()
    guard unsafe snd_seq_parse_address(handle, &destination, address) == 0 else { exit(65) }
    unsafe snd_seq_connect_to(handle, port, Int32(destination.client), Int32(destination.port))
  }

  /// Connects a sender given as `128:0` to a port.
  func connect(_ address: String, to port: Int32) {
    var sender = snd_seq_addr_t()
    guard unsafe snd_seq_parse_address(handle, &sender, address) == 0 else { exit(65) }
    unsafe snd_seq_connect_from(handle, port, Int32(sender.client), Int32(sender.port))
  }

  /// Returns the next event of any kind, or the negative number of an error.
  @unsafe
  func nextOrError() -> (event: UnsafeMutablePointer<snd_seq_event_t>?, error: Int32) {
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    let result = unsafe snd_seq_event_input(handle, &event)
    return unsafe result < 0 ? (nil, result) : (event, 0)
  }

  /// Returns the next event that isn't about connections, or `nil` after a signal or, if nonblocking, without an event.
  /// Bytes of variable length belong to alsa-lib.
  @unsafe
  func next() -> UnsafeMutablePointer<snd_seq_event_t>? {
    while true {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      guard unsafe snd_seq_event_input(handle, &event) >= 0, let event = unsafe event else { return nil }
      let type = unsafe UInt32(event.pointee.type)
      guard type != SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue, type != SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue
      else { continue }
      return unsafe event
    }
  }

  /// Sends an event at once to all receivers of a port.
  ///
  /// - Returns: A negative number on failure.
  @unsafe
  @discardableResult
  func send(_ event: UnsafeMutablePointer<snd_seq_event_t>, from port: Int32) -> Int32 {
    unsafe address(event, from: port)
    unsafe event.pointee.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    return unsafe snd_seq_event_output_direct(handle, event)
  }

  /// Starts a queue.
  func startQueue() -> Int32 {
    let queue = unsafe snd_seq_alloc_queue(handle)
    unsafe snd_seq_control_queue(handle, queue, Int32(SND_SEQ_EVENT_START.rawValue), 0, nil)
    unsafe snd_seq_drain_output(handle)
    return queue
  }

  /// Sends an event through a queue, some milliseconds from now.
  @unsafe
  func schedule(
    _ event: UnsafeMutablePointer<snd_seq_event_t>, from port: Int32, queue: Int32, after milliseconds: Int32
  ) {
    unsafe address(event, from: port)
    unsafe event.pointee.queue = UInt8(truncatingIfNeeded: queue)
    unsafe event.pointee.flags |= UInt8(SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_REL)
    unsafe event.pointee.time.time = snd_seq_real_time_t(
      tv_sec: UInt32(milliseconds / 1000), tv_nsec: UInt32(milliseconds % 1000) * 1_000_000)
    unsafe snd_seq_event_output(handle, event)
    unsafe snd_seq_drain_output(handle)
  }

  @unsafe
  private func address(_ event: UnsafeMutablePointer<snd_seq_event_t>, from port: Int32) {
    unsafe event.pointee.flags &= UInt8(SND_SEQ_EVENT_LENGTH_MASK)
    unsafe event.pointee.source.port = UInt8(truncatingIfNeeded: port)
    unsafe event.pointee.dest = snd_seq_addr_t(
      client: UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS), port: UInt8(SND_SEQ_ADDRESS_UNKNOWN))
  }
}
