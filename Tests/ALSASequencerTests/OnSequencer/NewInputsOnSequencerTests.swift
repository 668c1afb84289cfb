import CALSA
import Glibc
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

@testable import ALSASequencer

/// Captures to which inputs of other programs are added while they run, and inputs that a program uses exclusively.
///
/// A program that sends with `midirec send --as` is a different process.
@Suite(.onSimulatedMachine)
struct NewInputsOnSequencerTests {
  private let stop: StopToken

  init() throws { stop = try #require(StopToken()) }

  /// Returns the arrivals until one of them is the last, or for ten seconds.
  private func arrivals(
    from capture: inout Capture, until isLast: (Capture.Arrival) -> Bool
  ) throws -> [Capture.Arrival] {
    var arrivals: [Capture.Arrival] = []
    while !arrivals.contains(where: isLast) {
      guard case .arrivals(let more) = try capture.next(until: capture.elapsed + .seconds(10), stop: stop)
      else { break }
      arrivals += more
    }
    return arrivals
  }

  private static func names(joining arrivals: [Capture.Arrival]) -> [String] {
    arrivals.compactMap { if case .sourceJoined(let name, _, _) = $0 { name } else { nil } }
  }

  private func allInputs() throws -> [TrackedEndpoint] {
    try Endpoint.all().filter { $0.directions.contains(.input) }
      .map { TrackedEndpoint($0, direction: .input) }
  }

  private func sender(_ name: String, _ words: String = "ss 7") async throws -> Program {
    let program = try Program.start(TestEnvironment.midirec, ["send", "--as", name, "--wait", words])
    try await program.line(containing: "waiting")
    return program
  }

  @Test(arguments: [nil, "Own Port"])
  func newInputHasTheNextIndex(ownName: String?) async throws {
    let sources = try allInputs()
    var capture = try Capture.start(from: sources, as: ownName, addsNewInputs: true)
    let program = try await sender("Late")
    let index = sources.count + (ownName == nil ? 0 : 1)
    let seven = Message.songSelect(7)
    let arrivals = try arrivals(from: &capture) {
      if case .message(let timed, _) = $0 { timed.message == seven } else { false }
    }
    _ = await program.result()
    #expect(Self.names(joining: arrivals) == ["Late"])
    let messages = arrivals.compactMap { if case .message(_, let source) = $0 { source } else { nil } }
    #expect(messages == [index])
    #expect(capture.sourceNames.count == index + 1)
    #expect(capture.sourceNames.last == "Late")
    #expect(!arrivals.contains { if case .sourceReconnected = $0 { true } else { false } })
  }

  @Test func portsOfThisProcessAreNotAdded() async throws {
    var capture = try Capture.start(from: try allInputs(), addsNewInputs: true)
    let own = try VirtualPorts.open(named: ["Own"])
    let program = try await sender("Late")
    let arrivals = try arrivals(from: &capture) { !Self.names(joining: [$0]).isEmpty }
    #expect(Self.names(joining: arrivals) == ["Late"])
    _ = program
    _ = consume own
  }

  @Test func inputIsNotAddedToChosenSources() async throws {
    let sources = try allInputs()
    var capture = try Capture.start(from: sources)
    let program = try await sender("Late")
    #expect(try capture.next(until: capture.elapsed + .seconds(1), stop: stop) == .deadlinePassed)
    #expect(capture.sources.count == sources.count)
    _ = program
  }

  @Test(arguments: [true, false])
  func inputThatVanishedBeforeItsConnectionIsFollowed(addsNewInputs: Bool) throws {
    let present = try VirtualPorts.open(named: ["Present"])
    let endpoints: [Endpoint]
    do {
      let vanishing = try VirtualPorts.open(named: ["Vanishing"])
      endpoints = vanishing.endpoints + present.endpoints
      _ = consume vanishing
    }
    var capture = try Capture.start(
      from: endpoints.map { TrackedEndpoint($0, direction: .input) }, addsNewInputs: addsNewInputs)
    let back = try VirtualPorts.open(named: ["Vanishing"])
    func isReturn(_ arrival: Capture.Arrival) -> Bool {
      if case .sourceReconnected(_, let source) = arrival { source == 0 } else { false }
    }
    #expect(try arrivals(from: &capture, until: isReturn).contains(where: isReturn))
    _ = consume back
    _ = consume present
  }

  /// Subscribes a port of this client to another one exclusively.
  private func subscribeExclusively(
    _ client: borrowing SequencerClient, from sender: EndpointAddress, to port: EndpointAddress
  ) throws {
    var allocated: OpaquePointer?
    try #require(snd_seq_port_subscribe_malloc(&allocated) == 0)
    defer { snd_seq_port_subscribe_free(allocated) }
    var (from, to) = (sender.cValue, port.cValue)
    snd_seq_port_subscribe_set_sender(allocated, &from)
    snd_seq_port_subscribe_set_dest(allocated, &to)
    snd_seq_port_subscribe_set_exclusive(allocated, 1)
    try #require(snd_seq_subscribe_port(client.handle, allocated) == 0)
  }

  @Test func exclusivePortIsReportedInPlainWords() throws {
    let ports = try VirtualPorts.open(named: ["Held"])
    let holder = try SequencerClient.open(name: "Holder")
    let port = try holder.createPort(name: "in", capabilities: [.write, .subscribeWrite])
    try subscribeExclusively(holder, from: ports.endpoints[0].address, to: port)
    let error = #expect(throws: SequencerError.self) { _ = try Capture.start(from: ports.endpoints) }
    #expect(
      error?.description
        == "can't connect to \(ports.endpoints[0].address) Held: another program uses it exclusively; "
        + "close that program, or choose another port")
  }

  @Test func exclusiveInputIsReportedAndOthersAreCaptured() async throws {
    let program = try await sender("Free")
    let ports = try VirtualPorts.open(named: ["Held"])
    let holder = try SequencerClient.open(name: "Holder")
    let port = try holder.createPort(name: "in", capabilities: [.write, .noExport])
    try subscribeExclusively(holder, from: ports.endpoints[0].address, to: port)
    var capture = try Capture.start(from: try allInputs(), addsNewInputs: true)
    let seven = Message.songSelect(7)
    let arrivals = try arrivals(from: &capture) {
      if case .message(let timed, _) = $0 { timed.message == seven } else { false }
    }
    #expect(arrivals.count { if case .inputRefused = $0 { true } else { false } } == 1)
    #expect(arrivals.contains { if case .message = $0 { true } else { false } })
    _ = await program.result()
  }

  @Test func exclusiveNewInputIsAddedWhenItIsFree() async throws {
    var capture = try Capture.start(from: try allInputs(), addsNewInputs: true)
    // The holder's connection starts it.
    let program = try await sender("Held", "ss 7 +100s ss 8")
    let address = try #require(EndpointQuery("Held")).choose(from: try Endpoint.all(), direction: .input)
      .address
    do {
      let holder = try SequencerClient.open(name: "Holder")
      let port = try holder.createPort(name: "in", capabilities: [.write, .noExport])
      try subscribeExclusively(holder, from: address, to: port)
      func isRefused(_ arrival: Capture.Arrival) -> Bool {
        if case .inputRefused = arrival { true } else { false }
      }
      #expect(try arrivals(from: &capture, until: isRefused).count(where: isRefused) == 1)
      _ = consume holder
    }
    let joined = try arrivals(from: &capture) { !Self.names(joining: [$0]).isEmpty }
    #expect(Self.names(joining: joined) == ["Held"])
    _ = program
  }
}
