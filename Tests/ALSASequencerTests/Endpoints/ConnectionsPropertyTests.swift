import MIDICore
import TestSupport
import Testing

@testable import ALSASequencer

/// Random orders of replugs, announcements, subscriptions, and messages, in a sequencer that is only a list.
@Suite struct ConnectionsPropertyTests {
  @Test func everyChangeIsReportedOnceAndAtItsTime() {
    var generator = SeededGenerator.forProperties()
    for _ in 0..<2000 {
      var system = ImitatedSequencer(generator)
      for _ in 0..<60 { system.step() }
      system.settle()
      #expect(system.reported == system.happened)
      #expect(system.misattributed.isEmpty)
      system.expectAgreement()
      generator = system.generator
    }
  }

  @Test func lostAnnouncementsLeaveNoLastingError() {
    var generator = SeededGenerator.forProperties()
    for _ in 0..<2000 {
      var system = ImitatedSequencer(generator)
      for _ in 0..<60 {
        system.step()
        if Int.random(in: 0..<8, using: &system.generator) == 0 { system.loseEvents() }
      }
      system.settle()
      system.plugAll()
      system.settle()
      system.expectAlternation()
      system.expectAgreement()
      generator = system.generator
    }
  }
}

/// A sequencer with instruments that are unplugged and plugged in at random, and a port of midirec.
private struct ImitatedSequencer {
  private enum PortEvent {
    case began(EndpointAddress, Nanoseconds)
    case ended(EndpointAddress, Nanoseconds)
    case overrun(Nanoseconds)
    /// A message from an instrument.
    case message(EndpointAddress, instrument: Int)
  }

  var generator: SeededGenerator
  private var connections: Connections
  private var time = Nanoseconds.zero
  /// The plugged instruments.
  private var plugged: [Int: Endpoint] = [:]
  /// The endpoints of the latest list, and the exits that were announced since then.
  private var listed: [Endpoint]
  private var exits = EndpointMonitor.Exits()
  /// The instruments whose ports are connected with midirec's, and whether that was announced.
  private var connected: [Int: Bool] = [:]
  /// The instruments whose connection a different client has removed.
  private var removed: Set<Int> = []
  private var events: [PortEvent] = []

  /// The true beginnings and ends of connections, and the reported ones.
  private(set) var happened: [ConnectionEvent] = []
  private(set) var reported: [ConnectionEvent] = []
  /// The messages that midirec has attributed to a different instrument.
  private(set) var misattributed: [Int] = []

  private static let instrumentCount = 3

  init(_ generator: SeededGenerator) {
    self.generator = generator
    listed = (0..<Self.instrumentCount).map { Self.instrument($0, Int32(20 + $0)) }
    plugged = Dictionary(uniqueKeysWithValues: listed.enumerated().map { ($0.offset, $0.element) })
    connections = Connections(listed.map { TrackedEndpoint($0, direction: .input) })
    for (peer, endpoint) in connections.located {
      connections.recordFirstConnection(peer, as: endpoint)
      connected[peer] = true
    }
  }

  private static func instrument(_ index: Int, _ client: Int32) -> Endpoint {
    .instrument(client, serial: "LS\(index)", path: "1-\(index)", card: index)
  }

  // MARK: Actions

  mutating func step() {
    time = time + .seconds(1)
    let instrument = Int.random(in: 0..<Self.instrumentCount, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: if plugged[instrument] == nil { plug(instrument) } else { unplug(instrument) }
    case 1: toggleByOtherClient(instrument)
    case 2, 3: readList()
    case 4: send(from: instrument)
    default: readEvents(atMost: Int.random(in: 1...4, using: &generator))
    }
  }

  mutating func plugAll() {
    for instrument in 0..<Self.instrumentCount {
      if plugged[instrument] != nil { unplug(instrument) }
      plug(instrument)
    }
  }

  private mutating func plug(_ instrument: Int) {
    // Few numbers, so that they are reused.
    let free = Set(20..<25).subtracting(plugged.values.map { Int($0.address.client) }).sorted()
    guard let number = free.randomElement(using: &generator) else { return }
    plugged[instrument] = Self.instrument(instrument, Int32(number))
    removed.remove(instrument)
  }

  private mutating func unplug(_ instrument: Int) {
    guard let endpoint = plugged.removeValue(forKey: instrument) else { return }
    exits.clients.insert(endpoint.address.client)
    disconnect(instrument, endpoint)
  }

  /// A connection that ends before its announcement isn't an event.
  private mutating func disconnect(_ instrument: Int, _ endpoint: Endpoint) {
    guard let isAnnounced = connected.removeValue(forKey: instrument) else { return }
    events.append(.ended(endpoint.address, time))
    if isAnnounced { happened.append(.lost(peer: instrument, endpoint, at: time)) }
  }

  /// Removes or restores a connection, as a user does, and not within the same moment as a replug.
  private mutating func toggleByOtherClient(_ instrument: Int) {
    settle()
    defer { settle() }
    guard let endpoint = plugged[instrument] else { return }
    if connected[instrument] == true {
      disconnect(instrument, endpoint)
      removed.insert(instrument)
    } else if removed.remove(instrument) != nil {
      connected[instrument] = true
      events.append(.began(endpoint.address, time))
      happened.append(.back(peer: instrument, as: endpoint, at: time))
    }
  }

  private mutating func send(from instrument: Int) {
    guard let endpoint = plugged[instrument], connected[instrument] != nil else { return }
    events.append(.message(endpoint.address, instrument: instrument))
  }

  /// Drops undelivered events, as a full pool does.
  mutating func loseEvents() {
    guard !events.isEmpty else { return }
    events.removeLast(Int.random(in: 1...events.count, using: &generator))
    events.append(.overrun(time))
  }

  // MARK: midirec

  private mutating func readList(whileInstrumentsLeave: Bool = true) {
    let endpoints = plugged.values.sorted { $0.address < $1.address }
    let changes = EndpointMonitor.changes(from: listed, to: endpoints, exits: exits)
    (listed, exits) = (endpoints, EndpointMonitor.Exits())
    for (peer, endpoint) in connections.locate(in: endpoints, after: changes) where plugged[peer] == endpoint
    {
      connected[peer] = false
      connections.recordConnection(peer, as: endpoint)
      if whileInstrumentsLeave, Int.random(in: 0..<4, using: &generator) == 0 { unplug(peer) }
      announce(peer, endpoint)
    }
  }

  private mutating func announce(_ instrument: Int, _ endpoint: Endpoint) {
    events.append(.began(endpoint.address, time))
    guard connected[instrument] == false else { return }
    connected[instrument] = true
    happened.append(.back(peer: instrument, as: endpoint, at: time))
  }

  private mutating func readEvents(atMost count: Int) {
    for _ in 0..<min(count, events.count) {
      switch events.removeFirst() {
      case .began(let address, let time): reported += connections.began(with: address, at: time)
      case .ended(let address, let time): reported += connections.ended(with: address, at: time)
      case .overrun(let time): reported += connections.recover(at: time)
      case .message(let address, let instrument):
        if connections.peer(at: address) != instrument { misattributed.append(instrument) }
      }
    }
  }

  /// Reads the list and all events until midirec knows the present state.
  mutating func settle() {
    for _ in 0..<3 {
      time = time + .seconds(1)
      readList(whileInstrumentsLeave: false)
      readEvents(atMost: .max)
    }
  }

  // MARK: Expectations

  /// Each instrument is lost and back by turns.
  func expectAlternation() {
    for instrument in 0..<Self.instrumentCount {
      var isLost = false
      for event in reported {
        switch event {
        case .lost(instrument, _, _):
          #expect(!isLost)
          isLost = true
        case .back(instrument, _, _):
          #expect(isLost)
          isLost = false
        default: break
        }
      }
    }
  }

  /// midirec knows which instruments are connected.
  func expectAgreement() {
    for instrument in 0..<Self.instrumentCount {
      let isConnected = connected[instrument] != nil
      #expect(connections.endpoint(of: instrument) == (isConnected ? plugged[instrument] : nil))
      #expect(isConnected == (plugged[instrument] != nil && !removed.contains(instrument)))
    }
  }
}
