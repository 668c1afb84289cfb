internal import CALSA

/// Queues, which deliver events at their times.
extension SequencerClient {
  /// The maximum number of cells for a client's scheduled events (`SNDRV_SEQ_MAX_EVENTS`).
  static var maxPoolSize: Int { 2000 }

  /// Enlarges the kernel's pool for scheduled events and alsa-lib's buffer to their maximum.
  package func enlargeOutput() throws(SequencerError) {
    try check(
      unsafe snd_seq_set_client_pool_output(handle, Self.maxPoolSize), "snd_seq_set_client_pool_output",
      "enlarge the output pool")
    let buffer = unsafe Self.maxPoolSize * MemoryLayout<snd_seq_event_t>.size
    try check(
      unsafe snd_seq_set_output_buffer_size(handle, buffer), "snd_seq_set_output_buffer_size",
      "enlarge the output buffer")
  }

  /// Asks the kernel to report each event that a receiver couldn't accept, by an event of type `BOUNCE` to the sending
  /// port.
  func askForBounces() throws(SequencerError) {
    var allocated: OpaquePointer?
    try check(
      unsafe snd_seq_client_info_malloc(&allocated), "snd_seq_client_info_malloc",
      "read the client's settings")
    defer { unsafe snd_seq_client_info_free(allocated) }
    try check(
      unsafe snd_seq_get_client_info(handle, allocated), "snd_seq_get_client_info",
      "read the client's settings")
    unsafe snd_seq_client_info_set_error_bounce(allocated, 1)
    try check(
      unsafe snd_seq_set_client_info(handle, allocated), "snd_seq_set_client_info", "ask for lost events")
  }

  /// Sets the frequency of a queue's timer, effective at the queue's next start.
  ///
  /// - Returns: `true` if the kernel accepts it.
  func setTimerFrequency(_ hertz: UInt32, ofQueue queue: Int32) -> Bool {
    var allocated: OpaquePointer?
    guard unsafe snd_seq_queue_timer_malloc(&allocated) == 0 else { return false }
    defer { unsafe snd_seq_queue_timer_free(allocated) }
    guard unsafe snd_seq_get_queue_timer(handle, queue, allocated) == 0 else { return false }
    unsafe snd_seq_queue_timer_set_resolution(allocated, hertz)
    return unsafe snd_seq_set_queue_timer(handle, queue, allocated) == 0
  }

  /// Stops a queue's clock and its timer.
  package func stopQueue(_ queue: Int32) {
    unsafe snd_seq_control_queue(handle, queue, Int32(SND_SEQ_EVENT_STOP.rawValue), 0, nil)
    unsafe snd_seq_drain_output(handle)
  }

  /// Adds an event to alsa-lib's buffer, which a queue delivers at the event's time. ``flush()`` passes it to the kernel.
  ///
  /// - Returns: `false` if the buffer is full.
  package func schedule(
    _ event: SequencerEvent, on queue: Int32, from port: Int32, to destination: EndpointAddress?
  ) -> Bool {
    unsafe event.withRaw(from: port, to: destination, on: queue) { event in
      unsafe snd_seq_event_output_buffer(handle, event) >= 0
    }
  }

  /// Passes alsa-lib's buffer to the kernel, as far as its pool has space. The next call passes the rest.
  package func flush() throws(SequencerError) {
    let result = unsafe snd_seq_drain_output(handle)
    if result == -EAGAIN || result == -EINTR { return }
    try check(result, "snd_seq_drain_output", "schedule events")
  }

  /// Removes all scheduled events that weren't delivered yet.
  package func removeScheduled() throws(SequencerError) {
    var allocated: OpaquePointer?
    try check(
      unsafe snd_seq_remove_events_malloc(&allocated), "snd_seq_remove_events_malloc", "take back events")
    defer { unsafe snd_seq_remove_events_free(allocated) }
    unsafe snd_seq_remove_events_set_condition(allocated, UInt32(SND_SEQ_REMOVE_OUTPUT))
    try check(
      unsafe snd_seq_remove_events(handle, allocated), "snd_seq_remove_events", "take back events")
  }
}
