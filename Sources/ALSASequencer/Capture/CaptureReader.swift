internal import CALSA
internal import Glibc
internal import MIDICore
internal import MIDIRecSystem
internal import Synchronization

/// The thread of a capture that only reads: it moves events from the kernel's pool of 2,000 cells to a much larger
/// buffer.
///
/// It doesn't wait for the rest of the program. The kernel timestamps events on arrival, so the time of reading is
/// irrelevant unless the pool is full. A consumer that never waits for anything else can read in its own thread instead,
/// which saves the time of waking a second one.
final class CaptureReader: @unchecked Sendable {
  // The owner's thread makes the client's connections: each is one kernel call that doesn't touch alsa-lib's read
  // state. Everything else of the client belongs to the reader thread until it has ended. `receivedCellCount` and
  // `failure` are read only after that.

  /// The client that reads.
  let client: SequencerClient
  /// The port that receives events.
  let port: EndpointAddress
  /// The start of the capture on the monotonic clock, which is its time zero.
  let start: Nanoseconds
  let handover: EventRingBuffer
  /// The signal of new events to the consumer.
  let arrival: WakeupSignal
  /// The signal of free space to the reader thread.
  let room: WakeupSignal

  private let stop: StopToken
  /// The request that stops the reader thread when its consumer is gone.
  private let abandonment: StopToken
  private let hasEndedReading = Atomic(false)
  private let wantedBacklog = Atomic(1)
  private let priorityRefusal = Atomic<Int32>(0)
  /// The queue that timestamps events.
  private let queue: Int32
  /// Whether a thread reads. Otherwise, the consumer reads in ``collect()``, and takes all events before the next call.
  let hasThread: Bool
  private var stamps: TimestampConverter
  private var receivedCellCount = 0
  private var failure: SequencerError?
  private var thread: JoinableThread?

  /// The capacity of the buffer: a million events, or 32 MiB. Sending that many takes at least ten seconds, during
  /// which the writer may fall behind.
  private static let handoverCapacity = 1 << 20
  /// The capacity for events that are read and taken at once: more than the kernel's pool and alsa-lib's buffer, 2,000
  /// each.
  private static let inPlaceCapacity = 1 << 13

  /// Opens a port, starts the queue, and starts reading.
  ///
  /// - Parameters:
  ///   - publicName: The name of a client and port to which other clients may connect, or `nil`.
  ///   - program: The name of the program whose current thread reads, or `nil` if a separate thread reads.
  init(as publicName: String?, for program: String? = nil) throws(SequencerError) {
    hasThread = program == nil
    let client = try SequencerClient.open(name: publicName ?? program ?? "midirec")
    try client.enlargeInput()
    queue = try client.createQueue()
    port = try client.createPort(
      name: publicName ?? "capture",
      capabilities: publicName == nil ? .write : [.write, .subscribeWrite],
      stampingQueue: queue)
    // The slowest timer wakes the machine least; timestamps between its interrupts are as fine as with the fastest.
    let isSlow = client.setTimerFrequency(10, ofQueue: queue)
    let period = isSlow ? Nanoseconds.milliseconds(100) : .milliseconds(1)
    start = monotonicTime()
    try client.startQueue(queue)
    guard let arrival = WakeupSignal(), let room = WakeupSignal(), let stop = StopToken(),
      let abandonment = StopToken()
    else {
      throw SequencerError(call: "eventfd", attempt: "start to read", errno: EMFILE, detail: nil)
    }
    self.client = client
    (self.arrival, self.room, self.stop, self.abandonment) = (arrival, room, stop, abandonment)
    stamps = TimestampConverter(period: period, start: start)
    handover = EventRingBuffer(capacity: hasThread ? Self.handoverCapacity : Self.inPlaceCapacity)
    guard hasThread else {
      prepareThread()
      return
    }
    arrival.arm()
    thread = JoinableThread.start { [self] in
      prepareThread()
      arrival.notify()
      read()
      hasEndedReading.store(true, ordering: .sequentiallyConsistent)
      arrival.notify()
    }
    guard thread != nil else {
      throw SequencerError(call: "pthread_create", attempt: "start to read", errno: EAGAIN, detail: nil)
    }
    _ = wait(for: arrival.descriptor, stop: nil, until: nil)
    arrival.disarm()
  }

  private func prepareThread() {
    ALSALibraryMessages.startCollecting()
    RealTimePriority.loadCode()
    priorityRefusal.store(RealTimePriority.acquire().refusal ?? 0, ordering: .sequentiallyConsistent)
  }

  /// The error number of the system's refusal of real-time priority, or `nil` if the thread has it.
  var realTimeRefusal: Int32? {
    let errno = priorityRefusal.load(ordering: .sequentiallyConsistent)
    return errno == 0 ? nil : errno
  }

  // MARK: The reader thread

  private func read() {
    defer { handover.publish() }
    while wait(for: client.descriptor, stop: stop, until: nil) != .stopRequested {
      guard readWhatCame() else { return }
      handover.publish()
      if handover.count >= wantedBacklog.load(ordering: .sequentiallyConsistent) { arrival.notify() }
    }
    // A final read: events before the stop are in the kernel's pool or alsa-lib's buffer.
    while readWhatCame(), client.hasBufferedEvents { handover.publish() }
  }

  /// Reads the available events of the kernel's pool.
  ///
  /// - Returns: `false` after a failure.
  private func readWhatCame() -> Bool {
    repeat {
      do {
        guard var event = try client.nextEvent() else { return true }
        receivedCellCount += event.cellCount
        event.time = stamps.time(of: event.time) { readClocks() }
        waitForRoom { handover.put(event) }
      } catch {
        guard error.errno == ENOSPC else {
          failure = error
          arrival.notify()
          return false
        }
        waitForRoom { handover.put(.overrun(at: monotonicTime() - start)) }
      }
    } while client.hasBufferedEvents
    return true
  }

  private func readClocks() -> TimestampConverter.Reading? {
    let before = monotonicTime()
    guard let queueTime = try? client.time(of: queue) else { return nil }
    return TimestampConverter.Reading(queue: queueTime, before: before, after: monotonicTime())
  }

  /// Waits for space in the buffer. During the wait, events stay in the kernel's pool, which counts its overflows, so every
  /// loss is counted.
  private func waitForRoom(_ put: () -> Bool) {
    while !put() {
      handover.publish()
      arrival.notify()
      room.arm()
      // The consumer doesn't signal space that it freed before the wait.
      let isStillFull = !put()
      let isOver = !isStillFull || wait(for: room.descriptor, stop: abandonment, until: nil) == .stopRequested
      room.disarm()
      if isOver { return }
    }
  }

  // MARK: The consumer

  /// The descriptor that is readable when events have arrived.
  var descriptor: Int32 { hasThread ? arrival.descriptor : client.descriptor }

  /// Ends a wait for ``descriptor``.
  func collect() {
    guard !hasThread else { return arrival.disarm() }
    if !readWhatCame() { hasEndedReading.store(true, ordering: .sequentiallyConsistent) }
    handover.publish()
  }

  /// Prepares to wait for ``descriptor``.
  ///
  /// - Parameter backlog: The number of filled slots at which it is signaled.
  /// - Returns: `true` if a wait is necessary, because fewer slots are filled.
  func listen(forBacklog backlog: Int) -> Bool {
    if hasThread {
      wantedBacklog.store(backlog, ordering: .sequentiallyConsistent)
      arrival.arm()
    }
    return handover.count < backlog
  }

  /// Asks the reader thread to read the events until now, and to end.
  func askToEnd() { stop.requestStop() }

  /// Ends the reader thread at once. The thread keeps the reader alive until then.
  func cancel() {
    stop.requestStop()
    abandonment.requestStop()
    thread.take()?.join()
  }

  /// Whether the reader thread has ended.
  var hasEnded: Bool { hasEndedReading.load(ordering: .sequentiallyConsistent) }

  /// Waits until the reader thread has ended.
  ///
  /// - Throws: `SequencerError` if a read had failed.
  func join() throws(SequencerError) {
    thread.take()?.join()
    if let failure { throw failure }
  }

  /// The number of lost events after the end of reading, or `nil` if it is unknown. Events of variable length count by
  /// their cells.
  var lostEventCount: Int? {
    guard let pool = PoolStatistics.pool(.input, ofClient: client.number) else { return nil }
    return max(0, pool.successCount - pool.usedCount - receivedCellCount + pool.failureCount)
  }
}
