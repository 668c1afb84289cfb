import CALSA
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

@testable import ALSASequencer

/// The list of endpoints follows the actions of programs.
@Suite(.onSimulatedMachine)
struct EndpointMonitorOnSequencerTests {
  private let stop: StopToken

  init() throws { stop = try #require(StopToken()) }

  /// Waits at most five seconds for the next changes.
  private func changes(_ monitor: inout EndpointMonitor) throws -> [EndpointChange] {
    while true {
      let deadline = monotonicTime() + .seconds(5)
      guard wait(for: monitor.descriptor, stop: nil, until: deadline) == .first else { return [] }
      let changes = try monitor.update()
      if !changes.isEmpty { return changes }
    }
  }

  @Test func virtualPortIsReported() throws {
    var monitor = try EndpointMonitor.start()
    let before = monitor.endpoints
    var ports: VirtualPorts? = try VirtualPorts.open(named: ["Visitor"])
    let visitor = try #require(ports?.endpoints.first)
    #expect(try changes(&monitor) == [.came(visitor)])
    #expect(monitor.endpoints == before + [visitor])
    #expect(try Endpoint.all().contains(visitor))
    ports = nil
    #expect(try changes(&monitor) == [.left(visitor)])
    #expect(monitor.endpoints == before)
  }

  @Test func existingEndpointsAreListedWithoutTheMonitor() throws {
    let ports = try VirtualPorts.open(named: ["Before"])
    let visitor = try #require(ports.endpoints.first)
    let monitor = try EndpointMonitor.start()
    #expect(monitor.endpoints.contains(visitor))
    #expect(!monitor.endpoints.contains { $0.portName == "announcements" })
    #expect(try Endpoint.all() == monitor.endpoints)
  }

  @Test func newNameIsAChange() throws {
    var opened: OpaquePointer?
    try #require(snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, 0) == 0)
    let handle = try #require(opened)
    defer { snd_seq_close(handle) }
    snd_seq_set_client_name(handle, "Old")
    let port = snd_seq_create_simple_port(
      handle, "port", UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ),
      UInt32(SND_SEQ_PORT_TYPE_APPLICATION))
    var monitor = try EndpointMonitor.start()
    let earlier = try #require(monitor.endpoints.first { $0.clientName == "Old" })
    snd_seq_set_client_name(handle, "New")
    let later = Endpoint(
      address: EndpointAddress(client: snd_seq_client_id(handle), port: port), clientName: "New",
      portName: "port", directions: .input)
    #expect(try monitor.update(rereading: true) == [.changed(from: earlier, to: later)])
    snd_seq_delete_simple_port(handle, port)
    #expect(try changes(&monitor) == [.left(later)])
  }

  @Test func unobservedReplacementIsReportedAsBoth() throws {
    var ports: VirtualPorts? = try VirtualPorts.open(named: ["Twice"])
    let first = try #require(ports?.endpoints.first)
    var monitor = try EndpointMonitor.start()
    var chosen = TrackedEndpoint(first, direction: .input)
    ports = nil
    ports = try VirtualPorts.open(named: ["Twice"])
    try #require(ports?.endpoints.first == first)
    let changes = try changes(&monitor)
    #expect(changes == [.left(first), .came(first)])
    #expect(
      chosen.follow(monitor.endpoints, after: changes) == [.left(first), .came(first)])
  }

  @Test func replacementBeforeFirstListIsNotReported() throws {
    // Changes that were announced before the first list aren't reported.
    for _ in 0..<20 {
      var ports: VirtualPorts? = try VirtualPorts.open(named: ["Number"])
      ports = nil
      ports = try VirtualPorts.open(named: ["Number"])
      var monitor = try EndpointMonitor.start()
      #expect(try monitor.update().isEmpty)
      _ = ports
    }
  }

  // The scheduler interrupts a thread only if time passes while it computes.
  @Test(.onSimulatedMachine(clock: .real)) func endpointThatVanishesDuringReadIsHarmless() async throws {
    let before = try Endpoint.all()
    let stop = stop
    let restless = ThreadWork {
      var count = 0
      while MIDIRecSystem.wait(stop: stop, until: .zero) != .stopRequested {
        let ports = try VirtualPorts.open(named: ["Restless \(count % 3)", "Restless too"])
        count += ports.endpoints.count
      }
      return count
    }
    var monitor = try EndpointMonitor.start()
    for _ in 0..<200 {
      for endpoint in try Endpoint.all() where !before.contains(endpoint) {
        // Until a client sets its name, it has the kernel's default name.
        #expect(endpoint.clientName.hasPrefix("Restless") || endpoint.clientName.hasPrefix("Client-"))
      }
      _ = try monitor.update()
    }
    stop.requestStop()
    #expect(try await restless.value > 0)
    _ = try monitor.update()
    #expect(monitor.endpoints == before)
  }

  @Test func overflowOfAnnouncementsIsHandled() throws {
    var monitor = try EndpointMonitor.start()
    let before = monitor.endpoints
    // The pool has space for 200.
    for _ in 0..<150 { _ = try VirtualPorts.open(named: ["Burst"]) }
    let ports = try VirtualPorts.open(named: ["After the burst"])
    let visitor = try #require(ports.endpoints.first)
    #expect(try changes(&monitor).contains(.came(visitor)))
    #expect(monitor.endpoints == before + [visitor])
  }

  @Test func waitEndsForEachReason() throws {
    let monitor = try EndpointMonitor.start()
    func wait(_ input: Int32? = nil, stop: StopToken? = nil, for time: Nanoseconds) -> WaitOutcome {
      MIDIRecSystem.wait(for: monitor.descriptor, input, stop: stop, until: monotonicTime() + time)
    }
    #expect(wait(for: .milliseconds(1)) == .deadlinePassed)
    var descriptors: [Int32] = [-1, -1]
    try #require(pipe(&descriptors) == 0)
    defer { descriptors.forEach { close($0) } }
    _ = write(descriptors[1], "x", 1)
    #expect(wait(descriptors[0], for: .seconds(5)) == .second)
    stop.requestStop()
    #expect(wait(descriptors[0], stop: stop, for: .seconds(5)) == .stopRequested)
  }
}
