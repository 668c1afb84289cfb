import ALSASequencer
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

@Suite(.onSimulatedMachine)
struct VirtualPortsOnSequencerTests {
  private let stop: StopToken

  init() throws { stop = try #require(StopToken()) }

  private func recording(_ messages: [Message]) -> Recording {
    Recording(tracks: [.init(messages: messages.map { TimedMessage(time: .zero, message: $0) })])
  }

  private func songs(_ count: Int) -> [Message] {
    (0..<count).map { .songSelect(UInt7(masking: UInt8($0 % 128))) }
  }

  /// Sends messages to a port.
  private func send(_ messages: [Message], to endpoint: Endpoint) throws -> PlaybackReport {
    var playback = try Playback.open(to: TrackedEndpoint(endpoint, direction: .output))
    return try playback.play(try #require(RepeatedRecording(of: recording(messages))), stop: stop)
  }

  @Test func eachPortHasAClientOfItsName() throws {
    let ports = try VirtualPorts.open(named: ["Test In 1", "Test In 2"])
    let listed = try Endpoint.all().filter { $0.clientName.hasPrefix("Test In") }
    #expect(listed == ports.endpoints)
    #expect(listed.map(\.clientName) == ["Test In 1", "Test In 2"])
    #expect(listed.map(\.portName) == ["Test In 1", "Test In 2"])
    #expect(listed.allSatisfy { $0.directions == [.input, .output] })
  }

  @Test func arrivalsAreInOrderWithTheirPort() throws {
    let ports = try VirtualPorts.open(named: ["One", "Two"])
    let sent = songs(50)
    #expect(try send(sent, to: ports.endpoints[1]).sentCount == 50)
    #expect(try send(sent, to: ports.endpoints[0]).sentCount == 50)
    var arrivals: [VirtualPorts.Arrival] = []
    while arrivals.count < 100, let more = try ports.next(stop: stop) { arrivals += more }
    #expect(arrivals.map(\.portIndex) == .init(repeating: 1, count: 50) + .init(repeating: 0, count: 50))
    #expect(arrivals.map(\.time) == arrivals.map(\.time).sorted())
    let messages = arrivals.compactMap { if case .message(let message) = $0.content { message } else { nil } }
    #expect(messages == sent + sent)
  }

  @Test func virtualPortsCanBeCaptured() throws {
    let ports = try VirtualPorts.open(named: ["Source"])
    let capture = try Capture.start(from: ports.endpoints)
    _ = consume capture
    #expect(try ports.readArrivals().isEmpty)
  }

  @Test func overrunIsReported() throws {
    let ports = try VirtualPorts.open(named: ["Flooded"])
    let report = try send(songs(6000), to: ports.endpoints[0])
    #expect(report.lostCount > 0)
    let arrivals = try ports.readArrivals()
    #expect(arrivals.contains { $0.content == .overrun })
  }

  @Test func stopEndsWait() throws {
    let ports = try VirtualPorts.open(named: ["Stopped"])
    stop.requestStop()
    #expect(try ports.next(stop: stop) == nil)
  }
}
