import CALSA
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

@testable import ALSASequencer

/// An instrument with two ports of one name, which is disconnected and reconnected.
@Suite(.onSimulatedMachine)
struct PortsOfOneNameOnSequencerTests {
  private let stop: StopToken

  init() throws { stop = try #require(StopToken()) }

  /// The ports exist as long as this object.
  private final class Instrument {
    private let client: SequencerClient
    let ports: [EndpointAddress]

    init() throws {
      let client = try SequencerClient.open(name: "Launchkey MK4 61")
      ports = try (0...1).map { _ in
        try client.createPort(
          name: "Launchkey MK4 61 Launchkey MK4 ", capabilities: [.read, .subscribeRead])
      }
      self.client = client
    }

    func play(_ note: NoteNumber, on port: Int) {
      let message = Message.noteOn(channel: .number(1), note: note, velocity: 90)
      for event in message.sequencerEvents {
        #expect(client.send(event, from: ports[port].port, to: nil) == nil)
      }
    }
  }

  private func arrivals(
    from capture: inout Capture, until isLast: (Capture.Arrival) -> Bool
  ) throws -> [Capture.Arrival] {
    var arrivals: [Capture.Arrival] = []
    while !arrivals.contains(where: isLast) {
      guard case .arrivals(let more) = try capture.next(until: .seconds(10), stop: stop) else { break }
      arrivals += more
    }
    return arrivals
  }

  private func notes(_ arrivals: [Capture.Arrival]) -> [NoteNumber: Int] {
    arrivals.reduce(into: [:]) { notes, arrival in
      guard case .message(let timed, let source) = arrival, case .noteOn(_, let note, _) = timed.message
      else { return }
      notes[note] = source
    }
  }

  @Test func bothPortsAreCapturedAfterReconnection() throws {
    var instrument: Instrument? = try Instrument()
    let endpoints = try Endpoint.all().filter { $0.clientName.hasPrefix("Launchkey") }
    #expect(endpoints.map(\.address) == instrument?.ports)
    var sources = endpoints.map { TrackedEndpoint($0, direction: .input) }
    _ = sources.follow(try Endpoint.all())
    var capture = try Capture.start(from: sources)
    instrument = nil
    _ = try arrivals(from: &capture) { if case .sourceDisconnected(_, from: 1) = $0 { true } else { false } }
    let returned = try Instrument()
    let reconnections = try arrivals(from: &capture) {
      if case .sourceReconnected(_, from: 1) = $0 { true } else { false }
    }
    #expect(!reconnections.contains { if case .sourceRefused = $0 { true } else { false } })
    #expect(capture.sources.map(\.endpoint?.address) == returned.ports)
    returned.play(60, on: 0)
    returned.play(61, on: 1)
    let played = try arrivals(from: &capture) { notes([$0]) == [61: 1] }
    #expect(notes(played) == [60: 0, 61: 1])
  }
}
