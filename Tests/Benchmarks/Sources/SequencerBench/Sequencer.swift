import CALSA
import Glibc

/// A client of the sequencer with one port, by alsa-lib alone.
final class Sequencer {
  /// A call that failed.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let code: Int32
    var description: String { "\(call): \(String(cString: snd_strerror(code)))" }
  }

  /// The most cells that the kernel gives to a pool (`SNDRV_SEQ_MAX_EVENTS`).
  static let maxPoolSize = 2000

  /// alsa-lib's handle.
  let handle: OpaquePointer
  /// The port's address.
  let address: PortAddress
  /// The queue that stamps; negative where none does.
  private var queue: Int32 = -1

  /// Opens the sequencer and makes a port of the same name.
  ///
  /// - Parameters:
  ///   - capabilities: What others may do with the port.
  ///   - stampingRate: How often a second the timer of a queue fires that starts now and whose time is stamped on what
  ///     comes in; without it, nothing is stamped.
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

  /// What the clock of the stamping queue says now, in nanoseconds.
  var queueTime: Int64? {
    var status: OpaquePointer?
    guard snd_seq_queue_status_malloc(&status) == 0 else { return nil }
    defer { snd_seq_queue_status_free(status) }
    guard snd_seq_get_queue_status(handle, queue, status) == 0,
      let time = snd_seq_queue_status_get_real_time(status)
    else { return nil }
    return Int64(time.pointee.tv_sec) * 1_000_000_000 + Int64(time.pointee.tv_nsec)
  }

  /// Makes a queue's timer fire so many times a second.
  ///
  /// The kernel reckons a stamp from the last time it fired, as if it had been punctual then: so stamps err by as much as
  /// that was late.
  private static func setTimer(of queue: Int32, to rate: UInt32, _ handle: OpaquePointer) throws {
    var timer: OpaquePointer?
    try check(snd_seq_queue_timer_malloc(&timer), "snd_seq_queue_timer_malloc")
    defer { snd_seq_queue_timer_free(timer) }
    try check(snd_seq_get_queue_timer(handle, queue, timer), "snd_seq_get_queue_timer")
    snd_seq_queue_timer_set_resolution(timer, rate)
    try check(snd_seq_set_queue_timer(handle, queue, timer), "snd_seq_set_queue_timer")
  }

  /// Makes the kernel's pool for arriving events so large, and alsa-lib's buffer as large as it makes sense.
  func setInputPool(_ cellCount: Int) throws {
    try Self.check(snd_seq_set_client_pool_input(handle, cellCount), "snd_seq_set_client_pool_input")
    let buffer = Self.maxPoolSize * MemoryLayout<snd_seq_event_t>.size
    try Self.check(snd_seq_set_input_buffer_size(handle, buffer), "snd_seq_set_input_buffer_size")
  }

  /// Lets what comes out of another's port go into this one.
  func connect(from sender: PortAddress) throws {
    try Self.check(
      snd_seq_connect_from(handle, Int32(address.port), Int32(sender.client), Int32(sender.port)),
      "snd_seq_connect_from")
  }

  /// Lets what comes out of this port go into another's. A device only opens for a sender that has subscribed.
  func connect(to receiver: PortAddress) throws {
    try Self.check(
      snd_seq_connect_to(handle, Int32(address.port), Int32(receiver.client), Int32(receiver.port)),
      "snd_seq_connect_to")
  }

  /// Waits until something can be read.
  ///
  /// - Parameter timeout: In milliseconds; for ever where it is -1.
  /// - Returns: `true` if something can.
  func waitForInput(timeout: Int32) -> Bool {
    var descriptor = pollfd()
    snd_seq_poll_descriptors(handle, &descriptor, 1, Int16(POLLIN))
    return poll(&descriptor, 1, timeout) > 0
  }

  /// Tells the program that started this one the port's address, and that it may go on.
  func announce() {
    print(address)
    fflush(nil)
  }

  /// Turns a negative result into an error.
  @discardableResult
  static func check(_ result: Int32, _ call: String) throws -> Int32 {
    guard result >= 0 else { throw Failure(call: call, code: result) }
    return result
  }
}
