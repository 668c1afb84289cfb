internal import CALSA
internal import Glibc
internal import MIDICore
internal import Synchronization
internal import Waiting

/// The thread of a capture that does nothing but read: it takes events out of the kernel's pool, which holds 2,000, and
/// puts them into memory, which holds many more, whatever the rest of the program waits for.
///
/// The kernel has stamped the events when they came, so when they are read doesn't matter as long as the pool isn't
/// full.
final class CaptureReader: @unchecked Sendable {
  // The client's connections are made by the thread that owns the reader: each is one call into the kernel that
  // touches nothing of what alsa-lib keeps for reading. All else of the client belongs to the reading thread until it
  // has ended. `receivedCellCount` and `failure` are read after that only.

  /// The client that reads.
  let client: SequencerClient
  /// The port that events come to.
  let port: EndpointAddress
  /// When the capture began, by the monotonic clock: its time zero.
  let start: Nanoseconds
  /// Where events wait to be taken.
  let handover: EventRingBuffer
  /// Rings when events came and somebody listens.
  let arrival: WakeupSignal
  /// The reading thread waits for it where the hand-over is full.
  let room: WakeupSignal

  private let stop: StopToken
  /// Made where nobody takes any more what is read.
  private let abandonment: StopToken
  private let hasEndedReading = Atomic(false)
  private let wantedBacklog = Atomic(1)
  private let priorityRefusal = Atomic<Int32>(0)
  /// The clock that stamps.
  private let queue: Int32
  private var stamps: TimestampConverter
  private var receivedCellCount = 0
  private var failure: SequencerError?
  private var thread: JoinableThread?

  /// The size of the hand-over: a million events, 32 MiB, which a machine takes ten seconds and more to send, while the
  /// writing thread may be behind.
  private static let handoverCapacity = 1 << 20

  private init(
    client: consuming SequencerClient, port: EndpointAddress, queue: Int32, stamps: TimestampConverter,
    start: Nanoseconds, arrival: WakeupSignal, room: WakeupSignal,
    stop: StopToken, abandonment: StopToken
  ) {
    self.client = client
    self.port = port
    self.queue = queue
    self.stamps = stamps
    self.start = start
    self.arrival = arrival
    self.room = room
    self.stop = stop
    self.abandonment = abandonment
    handover = EventRingBuffer(capacity: Self.handoverCapacity)
  }

  /// Opens a port, starts the clock, and begins to read.
  ///
  /// - Parameter publicName: What client and port are called where others may connect to the port.
  static func start(as publicName: String?) throws(SequencerError) -> CaptureReader {
    let client = try SequencerClient.open(name: publicName ?? "midirec")
    try client.enlargeInput()
    let queue = try client.createQueue()
    let port = try client.createPort(
      name: publicName ?? "capture",
      capabilities: publicName == nil ? .write : [.write, .subscribeWrite],
      stampingQueue: queue)
    // The slowest timer wakes the machine least; stamps between its interrupts are as fine as with the fastest.
    let isSlow = client.setTimerFrequency(10, ofQueue: queue)
    let period = isSlow ? Nanoseconds.milliseconds(100) : .milliseconds(1)
    let start = monotonicTime()
    try client.startQueue(queue)
    guard let arrival = WakeupSignal(), let room = WakeupSignal(), let stop = StopToken(),
      let abandonment = StopToken()
    else {
      throw SequencerError(call: "eventfd", attempt: "start to read", errno: EMFILE, detail: nil)
    }
    let reader = CaptureReader(
      client: client, port: port, queue: queue, stamps: TimestampConverter(period: period, start: start),
      start: start,
      arrival: arrival, room: room, stop: stop,
      abandonment: abandonment)
    try reader.startThread()
    return reader
  }

  private func startThread() throws(SequencerError) {
    arrival.arm()
    thread = JoinableThread.start { [self] in
      ALSALibraryMessages.takeOver()
      RealTimePriority.loadCode()
      priorityRefusal.store(RealTimePriority.take() ?? 0, ordering: .sequentiallyConsistent)
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

  /// Why the system doesn't grant the reading thread real-time priority, an errno; nothing where it does.
  var realTimeRefusal: Int32? {
    let errno = priorityRefusal.load(ordering: .sequentiallyConsistent)
    return errno == 0 ? nil : errno
  }

  // MARK: The reading thread

  private func read() {
    defer { handover.publish() }
    while wait(for: client.descriptor, stop: stop, until: nil) != .stopRequested {
      guard readWhatCame() else { return }
      handover.publish()
      if handover.count >= wantedBacklog.load(ordering: .sequentiallyConsistent) { arrival.notify() }
    }
    // Once more: what has come before the stop is in the kernel's pool, or in alsa-lib's buffer.
    while readWhatCame(), client.hasBufferedEvents { handover.publish() }
  }

  /// Reads what one look into the kernel's pool brings.
  ///
  /// - Returns: Whether it goes on: false after a failure.
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
        waitForRoom { handover.putOverrun(at: monotonicTime() - start) }
      }
    } while client.hasBufferedEvents
    return true
  }

  private func readClocks() -> TimestampConverter.Reading? {
    let before = monotonicTime()
    guard let queueTime = try? client.time(of: queue) else { return nil }
    return TimestampConverter.Reading(queue: queueTime, before: before, after: monotonicTime())
  }

  /// Where the hand-over is full, what comes meanwhile stays in the kernel's pool, which counts what it has no room for:
  /// so nothing is ever lost without being counted.
  private func waitForRoom(_ put: () -> Bool) {
    while !put() {
      handover.publish()
      arrival.notify()
      room.arm()
      // What was taken just before it began to listen, nobody rings for.
      let isStillFull = !put()
      let outcome = isStillFull ? wait(for: room.descriptor, stop: abandonment, until: nil) : .ready(.first)
      room.disarm()
      if !isStillFull || outcome == .stopRequested { return }
    }
  }

  // MARK: The other thread

  /// Prepares to wait for ``arrival``.
  ///
  /// - Parameter backlog: How many slots of the hand-over are to be filled before it rings.
  /// - Returns: Whether there is something to wait for; else so many are filled already.
  func listen(forBacklog backlog: Int) -> Bool {
    wantedBacklog.store(backlog, ordering: .sequentiallyConsistent)
    arrival.arm()
    return handover.count < backlog
  }

  /// Asks the reading thread to read what has come by now, and to end.
  func askToEnd() { stop.requestStop() }

  /// Ends the reading thread at once. The thread keeps the reader alive until then.
  func cancel() {
    stop.requestStop()
    abandonment.requestStop()
    thread.take()?.join()
  }

  /// Whether the reading thread does nothing any more.
  var hasEnded: Bool { hasEndedReading.load(ordering: .sequentiallyConsistent) }

  /// Waits until the reading thread has ended.
  ///
  /// - Throws: Why reading had ended by itself, if it had.
  func join() throws(SequencerError) {
    thread.take()?.join()
    if let failure { throw failure }
  }

  /// How many events were lost, once reading has ended, those of variable length counted by their cells; nothing where
  /// the system doesn't tell.
  var lostEventCount: Int? {
    guard let pool = PoolStatistics.pool(.input, ofClient: client.number) else { return nil }
    return max(0, pool.successCount - pool.usedCount - receivedCellCount + pool.failureCount)
  }
}
