internal import CALSA
public import MIDICore

/// The list of endpoints that follows the system: what came, what went, what changed its name.
///
/// It listens to the sequencer's announcements (port 0:1), and reads the list anew when there are any: so nothing that
/// vanishes in the meantime can do harm, and a lost announcement neither. It belongs to the thread that started it.
public struct EndpointMonitor: ~Copyable {
  /// A difference between two lists.
  public enum Change: Hashable, Sendable {
    /// An endpoint that was not there before.
    case came(Endpoint)
    /// An endpoint that is there no longer.
    case left(Endpoint)
    /// The same endpoint under another name, or with other abilities.
    case changed(from: Endpoint, to: Endpoint)
  }

  /// What there is, as of the last ``update()``, in the order of their numbers; without the monitor itself.
  public private(set) var endpoints: [Endpoint]

  private let client: SequencerClient

  /// Readable when something was announced.
  var descriptor: Int32 { client.descriptor }

  private init(endpoints: [Endpoint], client: consuming SequencerClient) {
    self.endpoints = endpoints
    self.client = client
  }

  /// Begins to listen, and reads the list.
  public static func start() throws(SequencerError) -> EndpointMonitor {
    let client = try SequencerClient.open(name: "midirec")
    let port = try client.createPort(name: "announcements", capabilities: [.write, .noExport])
    try client.connect(EndpointAddress(client: SND_SEQ_CLIENT_SYSTEM, port: 1), to: port)
    let endpoints = try client.endpoints()
    return EndpointMonitor(endpoints: endpoints, client: client)
  }

  /// What ended a wait.
  public enum WaitOutcome: Hashable, Sendable {
    /// Something was announced: ``update()`` says what.
    case announced
    /// The other descriptor can be read.
    case inputCame
    /// The stop was asked for.
    case stopRequested
    /// Nothing of it.
    case timePassed
  }

  /// Waits until something is announced.
  ///
  /// - Parameters:
  ///   - input: Another file descriptor to wait for, such as the keyboard's.
  ///   - time: When to give up; never without one.
  ///   - stop: What ends the wait at once.
  public func wait(
    orInputFrom input: Int32? = nil, for time: Nanoseconds? = nil, stop: StopRequest? = nil
  ) -> WaitOutcome {
    let deadline = time.map { monotonicTime() + $0 }
    switch ALSASequencer.wait(for: client.descriptor, input, stop: stop, until: deadline) {
    case .ready(let ready): return ready.contains(.first) ? .announced : .inputCame
    case .stopRequested: return .stopRequested
    case .deadlinePassed: return .timePassed
    }
  }

  /// Takes all announcements that have come and reads the list anew, if there were any.
  ///
  /// - Returns: What is different: first what left, then what changed, then what came.
  public mutating func update() throws(SequencerError) -> [Change] {
    guard try client.discardEvents() else { return [] }
    let earlier = endpoints
    endpoints = try client.endpoints()
    return Self.changes(from: earlier, to: endpoints)
  }

  /// The difference of two lists. Endpoints are the same where they have the same number and hardware.
  static func changes(from earlier: [Endpoint], to later: [Endpoint]) -> [Change] {
    func key(_ endpoint: Endpoint) -> Key { Key(address: endpoint.address, hardware: endpoint.hardware) }
    let known = Dictionary(earlier.map { (key($0), $0) }) { first, _ in first }
    let present = Set(later.map(key))
    let left = earlier.filter { !present.contains(key($0)) }.map(Change.left)
    let changed = later.compactMap { endpoint -> Change? in
      guard let before = known[key(endpoint)], before != endpoint else { return nil }
      return .changed(from: before, to: endpoint)
    }
    let came = later.filter { known[key($0)] == nil }.map(Change.came)
    return left + changed + came
  }

  private struct Key: Hashable {
    var address: EndpointAddress
    var hardware: HardwareIdentity?
  }
}

extension SequencerClient {
  /// Takes all events that have come.
  ///
  /// - Returns: Whether there were any, or some were lost.
  fileprivate func discardEvents() throws(SequencerError) -> Bool {
    var isAny = false
    while true {
      do {
        guard try nextEvent() != nil else { return isAny }
      } catch {
        guard error.errno == ENOSPC else { throw error }
      }
      isAny = true
    }
  }
}
