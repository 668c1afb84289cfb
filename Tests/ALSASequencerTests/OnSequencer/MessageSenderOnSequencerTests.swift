import ALSASequencer
import MIDICore
import TestSupport
import Testing

/// What a sender sends to receivers that are slow, or several.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct MessageSenderOnSequencerTests {
  private let stop: StopRequest

  init() throws { stop = try #require(StopRequest()) }

  private static let flood = (0..<6000).map { Message.songPosition(UInt14(masking: UInt16($0))) }

  /// Sends the flood from a virtual port as soon as `count` have connected.
  private func startFlood(as name: String, listeners count: Int) async -> Task<Int, any Error> {
    let stop = stop
    let (portIsThere, announcePort) = AsyncStream.makeStream(of: Void.self)
    let task = Task.detached {
      var sender = try MessageSender.open(as: name)
      announcePort.yield()
      _ = try sender.waitForConnection(of: count, stop: stop)
      for message in Self.flood {
        if let reason = try sender.send(message, stop: stop) { Issue.record("not sent: \(reason)") }
      }
      return sender.sentCount
    }
    _ = await portIsThere.first { true }
    return task
  }

  private func endpoint(_ name: String) throws -> Endpoint {
    try #require(EndpointQuery(name)).choose(from: try Endpoint.all(), direction: .input)
  }

  /// Reads until all of the flood has come, or for ten seconds.
  private func receive(_ capture: inout Capture) throws -> [Message] {
    var messages: [Message] = []
    while messages.count < Self.flood.count {
      guard case .arrivals(let arrivals) = try capture.next(until: capture.elapsed + .seconds(10), stop: stop)
      else { break }
      messages += arrivals.compactMap { if case .message(let timed, _) = $0 { timed.message } else { nil } }
    }
    return messages
  }

  @Test func aReceiverThatReadsLateGetsEverything() async throws {
    let sending = await startFlood(as: "Patient", listeners: 1)
    var capture = try Capture.start(from: [try endpoint("Patient")])
    // The kernel has room for 2,000; nothing is read before that has run out.
    try await Task.sleep(for: .seconds(1))
    #expect(try receive(&capture) == Self.flood)
    #expect(try await sending.value == Self.flood.count)
  }

  @Test func eachOfTwoListenersGetsEverythingOnce() async throws {
    let sending = await startFlood(as: "Twice", listeners: 2)
    let source = try endpoint("Twice")
    let other = Task.detached { [self] in
      var capture = try Capture.start(from: [source])
      return try receive(&capture)
    }
    var capture = try Capture.start(from: [source])
    #expect(try receive(&capture) == Self.flood)
    #expect(try await other.value == Self.flood)
    #expect(try await sending.value == Self.flood.count)
  }
}
