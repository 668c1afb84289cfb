internal import CALSA
internal import Glibc
public import MIDICore

/// Listens to endpoints and stamps what comes with the kernel's real-time clock, one clock for all.
///
/// Times count from the start of the capture. It belongs to the thread that started it, and ends when it goes.
public struct Capture: ~Copyable {
  /// What can come. A source is said by its index in ``sources``.
  public enum Arrival: Hashable, Sendable {
    /// A message.
    case message(TimedMessage, from: Int)
    /// The kernel had to drop events because nobody read them in time; how many, and whose, it doesn't say.
    case overrun(at: Nanoseconds)
    /// An event that no MIDI message stands for, or whose values are out of range.
    case unreadableEvent(at: Nanoseconds, from: Int)
    /// The endpoint went away, and its connection with it. Nothing more will come from it.
    case sourceLeft(at: Nanoseconds, from: Int)
  }

  /// What a wait for arrivals brought.
  public enum Outcome: Hashable, Sendable {
    /// What came, in order.
    case arrivals([Arrival])
    /// The time has passed and nothing came.
    case deadlinePassed
    /// The stop was asked for. ``readRemaining()`` has what came before it.
    case stopRequested
  }

  /// What is listened to.
  public let sources: [Endpoint]

  private let client: SequencerClient
  private let queue: Int32
  private let startTime: Nanoseconds
  /// One for each source: each may be in the middle of a System Exclusive message.
  private var decoders: [MessageDecoder]

  /// How many events are read before the stop and the time are looked at again, so that no flood can put off either;
  /// also where a slow machine takes a millisecond for an event.
  private static let largestBatch = 250
  /// How many can wait at most: in the kernel's pool and in alsa-lib's buffer, 2,000 each.
  private static let largestBacklog = 4000

  /// Starts to listen.
  ///
  /// - Parameter sources: One or more endpoints, all different.
  /// - Throws: What the sequencer refused: there is none, an endpoint is gone, it is in use by a program that
  ///   shares it with nobody.
  public static func start(from sources: [Endpoint]) throws(SequencerError) -> Capture {
    precondition(!sources.isEmpty, "a capture needs a source")
    let client = try SequencerClient.open(name: "midirec")
    try client.enlargeInput()
    let queue = try client.createQueue()
    let port = try client.createPort(name: "capture", capabilities: .write, stampingQueue: queue)
    try client.startQueue(queue)
    let startTime = monotonicTime()
    for source in sources { try client.connect(source.address, to: port) }
    return Capture(sources: sources, client: client, queue: queue, startTime: startTime)
  }

  private init(
    sources: [Endpoint], client: consuming SequencerClient, queue: Int32, startTime: Nanoseconds
  ) {
    self.sources = sources
    self.client = client
    self.queue = queue
    self.startTime = startTime
    decoders = sources.map { _ in MessageDecoder() }
  }

  /// The time since the start.
  public var elapsed: Nanoseconds { monotonicTime() - startTime }

  /// Waits until something comes.
  ///
  /// - Parameters:
  ///   - deadline: When to give up, since the start of the capture; never, if there is none.
  ///   - stop: What ends the wait at once.
  public mutating func next(until deadline: Nanoseconds?, stop: StopRequest) throws(SequencerError) -> Outcome
  {
    let deadline = client.hasBufferedEvents ? .zero : deadline.map { startTime + $0 }
    switch wait(for: client.descriptor, stop: stop, until: deadline) {
    case .stopRequested: return .stopRequested
    case .ready, .deadlinePassed: break
    }
    let arrivals = try readArrivals(atMost: Self.largestBatch)
    return arrivals.isEmpty ? .deadlinePassed : .arrivals(arrivals)
  }

  /// What has come and was not read yet: to be called once more when the capture is to end.
  public mutating func readRemaining() throws(SequencerError) -> [Arrival] {
    try readArrivals(atMost: Self.largestBacklog)
  }

  private mutating func readArrivals(atMost limit: Int) throws(SequencerError) -> [Arrival] {
    var arrivals: [Arrival] = []
    while arrivals.count < limit {
      do {
        guard let event = try client.nextEvent() else { break }
        arrivals += interpret(event)
      } catch {
        guard error.errno == ENOSPC else { throw error }
        arrivals.append(.overrun(at: try client.time(of: queue)))
      }
    }
    return arrivals
  }

  private mutating func interpret(_ event: SequencerEvent) -> [Arrival] {
    switch event.type {
    case SND_SEQ_EVENT_PORT_SUBSCRIBED:
      return []
    case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
      return index(of: event.connection.sender).map { [.sourceLeft(at: event.time, from: $0)] } ?? []
    default:
      // What a program sends to the port without having been asked for is kept, too: with the first source.
      let source = index(of: event.sender) ?? 0
      switch decoders[source].decode(event) {
      case .messages(let messages):
        return messages.map { .message(TimedMessage(time: event.time, message: $0), from: source) }
      case .notMIDI:
        return [.unreadableEvent(at: event.time, from: source)]
      }
    }
  }

  private func index(of address: EndpointAddress) -> Int? {
    sources.firstIndex { $0.address == address }
  }
}
