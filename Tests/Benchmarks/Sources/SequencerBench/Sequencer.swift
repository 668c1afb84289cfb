import CALSA
import Glibc

/// A sequencer client with one port, which uses only alsa-lib.
final class Sequencer {
  /// A failed call.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let code: Int32
    var description: String { "\(call): \(String(cString: snd_strerror(code)))" }
  }

  /// The maximum number of cells of a pool (`SNDRV_SEQ_MAX_EVENTS`).
  static let maxPoolSize = 2000

  /// alsa-lib's handle.
  let handle: OpaquePointer
  /// The port's address.
  let address: PortAddress
  /// The timestamping queue, or a negative number if there is none.
  private var queue: Int32 = -1

  /// Opens the sequencer, and creates a port with the same name.
  ///
  /// - Parameters:
  ///   - capabilities: The port's capabilities.
  ///   - stampingRate: The timer frequency of the queue that timestamps incoming events, or `nil` for no timestamps.
  init(name: String, capabilities: UInt32, stampingRate: UInt32?) throws {
    var opened: OpaquePointer?
    try Self.check(snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK), "snd_seq_open")
    guard let handle = opened else { throw Failure(call: "snd_seq_open", code: -ENODEV) }
    self.handle = handle
    try Self.check(snd_seq_set_client_name(handle, name), "snd_seq_set_client_name")
    var info: OpaquePointer?
    try Self.check(snd_seq_port_info_malloc(&info), "snd_seq_port_info_malloc")
    defer { snd_seq_port_info_free(info) }
    snd_seq_port_info_set_name(info, name)
    snd_seq_port_info_set_capability(info, capabilities)
    snd_seq_port_info_set_type(info, UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
    if let stampingRate {
      queue = try Self.check(snd_seq_alloc_queue(handle), "snd_seq_alloc_queue")
      try Self.setTimer(of: queue, to: stampingRate, handle)
      snd_seq_port_info_set_timestamping(info, 1)
      snd_seq_port_info_set_timestamp_real(info, 1)
      snd_seq_port_info_set_timestamp_queue(info, queue)
      try Self.check(
        snd_seq_control_queue(handle, queue, Int32(SND_SEQ_EVENT_START.rawValue), 0, nil),
        "snd_seq_control_queue")
      try Self.check(snd_seq_drain_output(handle), "snd_seq_drain_output")
    }
    try Self.check(snd_seq_create_port(handle, info), "snd_seq_create_port")
    address = PortAddress(
      client: UInt8(snd_seq_client_id(handle)), port: UInt8(snd_seq_port_info_get_port(info)))
  }

  deinit { snd_seq_close(handle) }

  /// The current time of the timestamping queue in nanoseconds.
  var queueTime: Int64? {
    var status: OpaquePointer?
    guard snd_seq_queue_status_malloc(&status) == 0 else { return nil }
    defer { snd_seq_queue_status_free(status) }
    guard snd_seq_get_queue_status(handle, queue, status) == 0,
      let time = snd_seq_queue_status_get_real_time(status)
    else { return nil }
    return Int64(time.pointee.tv_sec) * 1_000_000_000 + Int64(time.pointee.tv_nsec)
  }

  /// Sets the timer frequency of a queue.
  ///
  /// The kernel computes a timestamp from the last tick of the timer, as if that had been punctual. So timestamps are
  /// wrong by the tick's delay.
  private static func setTimer(of queue: Int32, to rate: UInt32, _ handle: OpaquePointer) throws {
    var timer: OpaquePointer?
    try check(snd_seq_queue_timer_malloc(&timer), "snd_seq_queue_timer_malloc")
    defer { snd_seq_queue_timer_free(timer) }
    try check(snd_seq_get_queue_timer(handle, queue, timer), "snd_seq_get_queue_timer")
    snd_seq_queue_timer_set_resolution(timer, rate)
    try check(snd_seq_set_queue_timer(handle, queue, timer), "snd_seq_set_queue_timer")
  }

  /// Sets the size of the kernel's pool for incoming events, and of alsa-lib's buffer accordingly.
  func setInputPool(_ cellCount: Int) throws {
    try Self.check(snd_seq_set_client_pool_input(handle, cellCount), "snd_seq_set_client_pool_input")
    let buffer = Self.maxPoolSize * MemoryLayout<snd_seq_event_t>.size
    try Self.check(snd_seq_set_input_buffer_size(handle, buffer), "snd_seq_set_input_buffer_size")
  }

  /// Connects another client's port to this one.
  func connect(from sender: PortAddress) throws {
    try Self.check(
      snd_seq_connect_from(handle, Int32(address.port), Int32(sender.client), Int32(sender.port)),
      "snd_seq_connect_from")
  }

  /// Connects this port to another client's port. A device opens only for a subscribed sender.
  func connect(to receiver: PortAddress) throws {
    try Self.check(
      snd_seq_connect_to(handle, Int32(address.port), Int32(receiver.client), Int32(receiver.port)),
      "snd_seq_connect_to")
  }

  /// Waits for input.
  ///
  /// - Parameter timeout: The timeout in milliseconds, or -1 to wait forever.
  /// - Returns: `true` if there is input.
  func waitForInput(timeout: Int32) -> Bool {
    var descriptor = pollfd()
    snd_seq_poll_descriptors(handle, &descriptor, 1, Int16(POLLIN))
    return poll(&descriptor, 1, timeout) > 0
  }

  /// Prints the port's address, which tells the parent process to continue.
  func announce() {
    print(address)
    fflush(nil)
  }

  /// Throws an error for a negative result.
  @discardableResult
  static func check(_ result: Int32, _ call: String) throws -> Int32 {
    guard result >= 0 else { throw Failure(call: call, code: result) }
    return result
  }
}
