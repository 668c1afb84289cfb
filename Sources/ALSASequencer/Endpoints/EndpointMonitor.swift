internal import CALSA
package import MIDICore
package import Waiting

/// The list of endpoints that follows the system: what came, what went, what changed its name.
///
/// It listens to the sequencer's announcements (port 0:1), and reads the list anew when there are any: so nothing that
/// vanishes in the meantime can do harm, and a lost announcement neither. Of the announcements themselves only those
/// that something went away count: what was replaced by the same at the same number looks as before in the list. It
/// belongs to the thread that started it.
package struct EndpointMonitor: ~Copyable {
  /// A difference between two lists.
  package enum Change: Hashable, Sendable {
    /// An endpoint that was not there before.
    case came(Endpoint)
    /// An endpoint that is there no longer.
    case left(Endpoint)
    /// The same endpoint under another name, or with other abilities.
    case changed(from: Endpoint, to: Endpoint)
  }

  /// What there is, as of the last ``update(rereading:)``, in the order of their numbers; without the monitor itself.
  package private(set) var endpoints: [Endpoint]

  private let client: SequencerClient

  /// Readable when something was announced.
  var descriptor: Int32 { client.descriptor }

  private init(endpoints: [Endpoint], client: consuming SequencerClient) {
    self.endpoints = endpoints
    self.client = client
  }

  /// Begins to listen, and reads the list.
  package static func start() throws(SequencerError) -> EndpointMonitor {
    let client = try SequencerClient.open(name: "midirec")
    let port = try client.createPort(name: "announcements", capabilities: [.write, .noExport])
    try client.connect(EndpointAddress(client: SND_SEQ_CLIENT_SYSTEM, port: 1), to: port)
    let (endpoints, _) = try client.settledEndpoints()
    return EndpointMonitor(endpoints: endpoints, client: client)
  }

  /// What ended a wait.
  package enum WaitOutcome: Hashable, Sendable {
    /// Something was announced: ``update(rereading:)`` says what.
    case announced
    /// Another descriptor can be read.
    case inputCame
    /// The stop was asked for.
    case stopRequested
    /// Nothing of it.
    case timePassed
  }

  /// Waits until something is announced.
  ///
  /// - Parameters:
  ///   - inputs: Other file descriptors to wait for, such as the keyboard's.
  ///   - time: When to give up; never without one.
  ///   - stop: What ends the wait at once.
  package func wait(
    orInputFrom input: Int32? = nil, or otherInput: Int32? = nil, for time: Nanoseconds? = nil,
    stop: StopToken? = nil
  ) -> WaitOutcome {
    let deadline = time.map { monotonicTime() + $0 }
    let outcome = Waiting.wait(
      for: client.descriptor, input, otherInput, stop: stop, until: deadline)
    switch outcome {
    case .ready(let ready): return ready.contains(.first) ? .announced : .inputCame
    case .stopRequested: return .stopRequested
    case .deadlinePassed: return .timePassed
    }
  }

  /// How often those who show names should call ``update(rereading:)`` with nothing announced: Linux 6.1, for one,
  /// doesn't announce a new name.
  package static let rereadingInterval = Nanoseconds.seconds(1)

  /// Takes all announcements that have come and reads the list anew, if there were any.
  ///
  /// - Parameter isRereading: Whether the list is read anew also without any announcement.
  /// - Returns: What is different: first what left, then what changed, then what came. What left and came again at the
  ///   same number in the meantime is reported as both.
  package mutating func update(rereading isRereading: Bool = false) throws(SequencerError) -> [Change] {
    let announced = try client.takeAnnouncements()
    guard isRereading || announced != nil else { return [] }
    let earlier = endpoints
    let (later, announcedMeanwhile) = try client.settledEndpoints()
    endpoints = later
    return Self.changes(
      from: earlier, to: later, exits: announcedMeanwhile.union(announced ?? Exits()))
  }

  /// The difference of two lists. Endpoints are the same where they have the same number and hardware, and no exit of
  /// that number was announced.
  static func changes(
    from earlier: [Endpoint], to later: [Endpoint], exits: Exits = Exits()
  ) -> [Change] {
    func key(_ endpoint: Endpoint) -> Key { Key(address: endpoint.address, hardware: endpoint.hardware) }
    let lasting = earlier.filter { !exits.include($0.address) }
    let known = Dictionary(lasting.map { (key($0), $0) }) { first, _ in first }
    let present = Set(later.map(key))
    let left = earlier.filter { exits.include($0.address) || !present.contains(key($0)) }.map(Change.left)
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

  /// What was announced to have gone. When a client ends, its ports are not announced one by one.
  struct Exits {
    /// The numbers of the clients that ended.
    var clients: Set<Int32> = []
    /// The ports that went without their clients.
    var ports: Set<EndpointAddress> = []

    /// Whether what had this address went away.
    func include(_ address: EndpointAddress) -> Bool {
      clients.contains(address.client) || ports.contains(address)
    }

    /// What either says.
    func union(_ other: Exits) -> Exits {
      Exits(clients: clients.union(other.clients), ports: ports.union(other.ports))
    }
  }
}

extension SequencerClient {
  /// The endpoints, read anew until nothing is announced meanwhile: so an exit that is announced later is of something
  /// in the list, and not of what had its number before. Where there is no end to the announcements, as they are then.
  ///
  /// - Returns: Also what was announced to have gone.
  fileprivate func settledEndpoints() throws(SequencerError) -> ([Endpoint], EndpointMonitor.Exits) {
    var exits = EndpointMonitor.Exits()
    var endpoints = try endpoints()
    for _ in 0..<8 {
      guard let announced = try takeAnnouncements() else { break }
      exits = exits.union(announced)
      endpoints = try self.endpoints()
    }
    return (endpoints, exits)
  }

  /// Takes all announcements that have come.
  ///
  /// - Returns: What went away; nothing when there was no announcement at all, and none was lost.
  fileprivate func takeAnnouncements() throws(SequencerError) -> EndpointMonitor.Exits? {
    var exits: EndpointMonitor.Exits?
    while true {
      var event: SequencerEvent?
      do {
        event = try nextEvent()
        if event == nil { return exits }
      } catch {
        guard error.errno == ENOSPC else { throw error }
      }
      if exits == nil { exits = EndpointMonitor.Exits() }
      guard let event else { continue }
      if event.type == SND_SEQ_EVENT_CLIENT_EXIT { exits?.clients.insert(event.announced.client) }
      if event.type == SND_SEQ_EVENT_PORT_EXIT { exits?.ports.insert(event.announced) }
    }
  }
}
