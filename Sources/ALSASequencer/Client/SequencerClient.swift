internal import CALSA
internal import Glibc
package import MIDICore

/// An open connection to the kernel's sequencer: a client with its ports and queues. It is closed on destruction.
///
/// It belongs to the thread that opened it, because alsa-lib doesn't lock.
@safe
package struct SequencerClient: ~Copyable {
  /// alsa-lib's handle, which is valid until `deinit`.
  let handle: OpaquePointer
  /// The client number.
  package let number: Int32
  /// A descriptor that is readable when events have arrived.
  package let descriptor: Int32

  deinit { unsafe snd_seq_close(handle) }

  /// Opens the sequencer in nonblocking mode with a public client name.
  package static func open(name: String) throws(SequencerError) -> SequencerClient {
    ALSALibraryMessages.startCollecting()
    var opened: OpaquePointer?
    try check(
      unsafe snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK),
      "snd_seq_open", "open the ALSA sequencer")
    guard let handle = unsafe opened else {
      throw SequencerError(
        call: "snd_seq_open", attempt: "open the ALSA sequencer", errno: ENODEV, detail: nil)
    }
    var poll = pollfd()
    unsafe snd_seq_poll_descriptors(handle, &poll, 1, Int16(POLLIN))
    let client = unsafe SequencerClient(
      handle: handle, number: snd_seq_client_id(handle), descriptor: poll.fd)
    try check(
      unsafe snd_seq_set_client_name(handle, name), "snd_seq_set_client_name", "take the name \(name)")
    return client
  }

  // MARK: Ports and connections

  /// The capabilities of a port.
  package struct PortCapabilities: OptionSet {
    /// The bits of the set.
    package let rawValue: UInt32

    /// Creates a set from its bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Events come from the port.
    package static let read = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_READ))
    /// Events go to the port.
    package static let write = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_WRITE))
    /// Other clients may subscribe to events from the port.
    package static let subscribeRead = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_SUBS_READ))
    /// Other clients may subscribe the port to events.
    package static let subscribeWrite = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_SUBS_WRITE))
    /// The port is private.
    package static let noExport = PortCapabilities(rawValue: UInt32(SND_SEQ_PORT_CAP_NO_EXPORT))
  }

  /// Creates a port.
  ///
  /// - Parameter stampingQueue: The queue whose real time is the timestamp of every arriving event, or `nil`.
  package func createPort(
    name: String, capabilities: PortCapabilities, stampingQueue: Int32? = nil
  ) throws(SequencerError) -> EndpointAddress {
    var allocated: OpaquePointer?
    try check(unsafe snd_seq_port_info_malloc(&allocated), "snd_seq_port_info_malloc", "make a port")
    defer { unsafe snd_seq_port_info_free(allocated) }
    unsafe snd_seq_port_info_set_name(allocated, name)
    unsafe snd_seq_port_info_set_capability(allocated, capabilities.rawValue)
    unsafe snd_seq_port_info_set_type(
      allocated, UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
    if let stampingQueue {
      unsafe snd_seq_port_info_set_timestamping(allocated, 1)
      unsafe snd_seq_port_info_set_timestamp_real(allocated, 1)
      unsafe snd_seq_port_info_set_timestamp_queue(allocated, stampingQueue)
    }
    try check(unsafe snd_seq_create_port(handle, allocated), "snd_seq_create_port", "make the port \(name)")
    return EndpointAddress(client: number, port: unsafe snd_seq_port_info_get_port(allocated))
  }

  /// Deletes a port of this client with its connections. A missing port isn't an error.
  package func deletePort(_ port: EndpointAddress) {
    _ = unsafe snd_seq_delete_simple_port(handle, port.port)
  }

  /// Connects a sending port to a receiving port.
  package func connect(_ sender: EndpointAddress, to destination: EndpointAddress) throws(SequencerError) {
    try unsafe withSubscription(from: sender, to: destination) { subscription throws(SequencerError) in
      try check(
        unsafe snd_seq_subscribe_port(handle, subscription), "snd_seq_subscribe_port",
        purpose(ofConnecting: sender, to: destination))
    }
  }

  /// Returns the purpose of a connection with the name of the other client's port, if that exists.
  private func purpose(ofConnecting sender: EndpointAddress, to destination: EndpointAddress) -> String {
    let other = sender.client == number ? destination : sender
    guard let names = names(of: other) else { return "connect \(sender) to \(destination)" }
    return
      "connect to \(Endpoint(address: other, clientName: names.client, portName: names.port, directions: []))"
  }

  /// Removes a connection. A missing connection isn't an error.
  package func disconnect(_ sender: EndpointAddress, from destination: EndpointAddress) {
    try? unsafe withSubscription(from: sender, to: destination) { subscription throws(SequencerError) in
      _ = unsafe snd_seq_unsubscribe_port(handle, subscription)
    }
  }

  @unsafe
  private func withSubscription(
    from sender: EndpointAddress, to destination: EndpointAddress,
    _ body: (OpaquePointer?) throws(SequencerError) -> Void
  ) throws(SequencerError) {
    var allocated: OpaquePointer?
    try check(
      unsafe snd_seq_port_subscribe_malloc(&allocated), "snd_seq_port_subscribe_malloc", "make a connection")
    defer { unsafe snd_seq_port_subscribe_free(allocated) }
    var senderAddress = sender.cValue
    var destinationAddress = destination.cValue
    unsafe snd_seq_port_subscribe_set_sender(allocated, &senderAddress)
    unsafe snd_seq_port_subscribe_set_dest(allocated, &destinationAddress)
    try unsafe body(allocated)
  }

  // MARK: The clock of a capture

  /// Creates a queue, whose clock ``startQueue(_:)`` starts.
  package func createQueue() throws(SequencerError) -> Int32 {
    try check(unsafe snd_seq_alloc_queue(handle), "snd_seq_alloc_queue", "make a queue")
  }

  /// Starts a queue's clock at zero.
  func startQueue(_ queue: Int32) throws(SequencerError) {
    try check(
      unsafe snd_seq_control_queue(handle, queue, Int32(SND_SEQ_EVENT_START.rawValue), 0, nil),
      "snd_seq_control_queue", "start queue \(queue)")
    try check(unsafe snd_seq_drain_output(handle), "snd_seq_drain_output", "start queue \(queue)")
  }

  /// Returns the time of a queue's clock in nanoseconds. It allocates no memory, because captures read it often.
  package func time(of queue: Int32) throws(SequencerError) -> Nanoseconds {
    let (result, time) = unsafe withUnsafeTemporaryAllocation(
      byteCount: snd_seq_queue_status_sizeof(), alignment: MemoryLayout<snd_seq_real_time_t>.alignment
    ) { bytes in
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
      let status = OpaquePointer(bytes.baseAddress)
      let result = unsafe snd_seq_get_queue_status(handle, queue, status)
      let time = unsafe snd_seq_queue_status_get_real_time(status).map { unsafe Nanoseconds($0.pointee) }
      return (result, time)
    }
    try check(result, "snd_seq_get_queue_status", "read queue \(queue)")
    return time ?? .zero
  }

  // MARK: Events

  /// Enlarges the kernel's pool and alsa-lib's buffer for arriving events to their maximum: 2,000 cells
  /// (`SNDRV_SEQ_MAX_EVENTS`), and as many events per read.
  package func enlargeInput() throws(SequencerError) {
    try check(
      unsafe snd_seq_set_client_pool_input(handle, Self.maxPoolSize), "snd_seq_set_client_pool_input",
      "enlarge the input pool")
    let buffer = unsafe Self.maxPoolSize * MemoryLayout<snd_seq_event_t>.size
    try check(
      unsafe snd_seq_set_input_buffer_size(handle, buffer), "snd_seq_set_input_buffer_size",
      "enlarge the input buffer")
  }

  /// Reduces the kernel's pool for arriving events to one cell, and drops the events in it.
  package func reduceInput() throws(SequencerError) {
    try check(
      unsafe snd_seq_set_client_pool_input(handle, 1), "snd_seq_set_client_pool_input",
      "reduce the input pool")
  }

  /// Whether alsa-lib's buffer contains events, which ``descriptor`` doesn't show.
  package var hasBufferedEvents: Bool { unsafe snd_seq_event_input_pending(handle, 0) > 0 }

  /// Returns the next event, whose bytes are valid until the next call, or `nil` if there is none.
  ///
  /// - Throws: `SequencerError` with `ENOSPC` once after the kernel has dropped events.
  package func nextEvent() throws(SequencerError) -> SequencerEvent? {
    var event: UnsafeMutablePointer<snd_seq_event_t>?
    let result = unsafe snd_seq_event_input(handle, &event)
    if result == -EAGAIN || result == -EINTR { return nil }
    try check(result, "snd_seq_event_input", "read the events that came in")
    guard let event = unsafe event else { return nil }
    return unsafe SequencerEvent(event.pointee)
  }

  /// Returns the next event as ``nextEvent()`` does, or the mark of an overrun once after the kernel has dropped events.
  package func nextEventOrOverrun() throws(SequencerError) -> SequencerEvent? {
    do {
      return try nextEvent()
    } catch {
      guard error.errno == ENOSPC else { throw error }
      return .overrun(at: .zero)
    }
  }

  /// Sends an event at once: a short message, or a piece of a System Exclusive message.
  ///
  /// - Parameters:
  ///   - port: The number of this client's sending port.
  ///   - destination: The receiver, or `nil` for all subscribers of the port.
  /// - Returns: `nil` on success, otherwise the error number.
  func send(_ event: SequencerEvent, from port: Int32, to destination: EndpointAddress?) -> Int32? {
    let result = unsafe event.withRaw(from: port, to: destination) { event in
      unsafe snd_seq_event_output_direct(handle, event)
    }
    return result < 0 ? -result : nil
  }

  // MARK: The list of endpoints

  /// Returns the current endpoints in order of their numbers, except the client's own.
  func endpoints() throws(SequencerError) -> [Endpoint] {
    var allocatedClient: OpaquePointer?
    var allocatedPort: OpaquePointer?
    try check(
      unsafe snd_seq_client_info_malloc(&allocatedClient), "snd_seq_client_info_malloc", "list clients")
    defer { unsafe snd_seq_client_info_free(allocatedClient) }
    try check(unsafe snd_seq_port_info_malloc(&allocatedPort), "snd_seq_port_info_malloc", "list ports")
    defer { unsafe snd_seq_port_info_free(allocatedPort) }
    guard let client = unsafe allocatedClient, let port = unsafe allocatedPort else { return [] }

    var endpoints: [Endpoint] = []
    unsafe snd_seq_client_info_set_client(client, -1)
    while unsafe snd_seq_query_next_client(handle, client) >= 0 {
      unsafe snd_seq_port_info_set_client(port, snd_seq_client_info_get_client(client))
      unsafe snd_seq_port_info_set_port(port, -1)
      while unsafe snd_seq_query_next_port(handle, port) >= 0 {
        guard let endpoint = unsafe Endpoint(client, port), endpoint.address.client != number else {
          continue
        }
        endpoints.append(endpoint)
      }
    }
    return endpoints
  }
}
