import ALSASequencer
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

/// Senders with slow or several receivers.
@Suite(.onSimulatedMachine)
struct MessageSenderOnSequencerTests {
  private let stop: StopToken

  init() throws { stop = try #require(StopToken()) }

  private static let flood = (0..<6000).map { Message.songPosition(UInt14(masking: UInt16($0))) }

  /// Sends the flood from a virtual port as soon as `count` clients have connected.
  private func startFlood(as name: String, listeners count: Int) async -> ThreadWork<Int> {
    let stop = stop
    let (portIsThere, announcePort) = AsyncStream.makeStream(of: Void.self)
    let sending = ThreadWork {
      var sender = try MessageSender.open(as: name)
      announcePort.yield()
      _ = try sender.waitForConnection(of: count, stop: stop)
      for message in Self.flood {
        if try sender.send(message, stop: stop) != nil { break }
      }
      return sender.sentCount
    }
    _ = await portIsThere.first { true }
    return sending
  }

  private func endpoint(_ name: String) throws -> Endpoint {
    try #require(EndpointQuery(name)).choose(from: try Endpoint.all(), direction: .input)
  }

  private func messages(_ outcome: Capture.Delivery) -> [Message] {
    guard case .arrivals(let arrivals) = outcome else { return [] }
    return arrivals.compactMap { if case .message(let timed, _) = $0 { timed.message } else { nil } }
  }

  @Test func lateReceiverGetsEveryMessage() async throws {
    let sending = await startFlood(as: "Patient", listeners: 1)
    var capture = try Capture.start(from: [try endpoint("Patient")])
    // The kernel has space for 2,000; reading starts after that is used up.
    try await Task.sleep(for: .seconds(1))
    var received: [Message] = []
    while received.count < Self.flood.count {
      let more = messages(try capture.next(until: capture.elapsed + .seconds(10), stop: stop))
      if more.isEmpty { break }
      received += more
    }
    #expect(received == Self.flood)
    #expect(try await sending.value == Self.flood.count)
  }

  /// A recorder waits up to a quarter of a second for more. It would fall behind if it did so after each batch.
  @Test func patientReceiverWaitsOnceForAFlood() async throws {
    let sending = await startFlood(as: "Patient", listeners: 1)
    var capture = try Capture.start(from: [try endpoint("Patient")])
    _ = try await sending.value
    let start = capture.elapsed
    var received: [Message] = []
    while received.count < Self.flood.count, capture.elapsed - start < .seconds(10) {
      let deadline = capture.elapsed + .milliseconds(250)
      received += messages(try capture.next(until: deadline, isPatient: true, stop: stop))
    }
    #expect(received == Self.flood)
    #expect(capture.elapsed - start < .seconds(1))
  }

  @Test func eachReceiverGetsEveryMessageOnce() async throws {
    let sending = await startFlood(as: "Twice", listeners: 2)
    let source = try endpoint("Twice")
    var first = try Capture.start(from: [source])
    var second = try Capture.start(from: [source])
    // Alternately on one thread: the sender waits for the slower receiver, and blocks a separate thread.
    var received: [[Message]] = [[], []]
    while received.contains(where: { $0.count < Self.flood.count }), first.elapsed < .seconds(60) {
      received[0] += try messages(first.next(until: first.elapsed + .milliseconds(1), stop: stop))
      received[1] += try messages(second.next(until: second.elapsed + .milliseconds(1), stop: stop))
    }
    #expect(received[0] == Self.flood)
    #expect(received[1] == Self.flood)
    #expect(try await sending.value == Self.flood.count)
  }
}
