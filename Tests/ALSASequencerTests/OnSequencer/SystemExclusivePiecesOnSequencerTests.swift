import CALSA
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

@testable import ALSASequencer

/// System Exclusive messages that two clients send in pieces, at the same time, to the same port of midirec.
@Suite(.onSimulatedMachine)
struct SystemExclusivePiecesOnSequencerTests {
  private let stop: StopToken

  init() throws { stop = try #require(StopToken()) }

  /// A client with a sending port.
  private final class Sender {
    let client: SequencerClient
    let port: EndpointAddress

    init(_ name: String, to receiver: EndpointAddress) throws {
      let client = try SequencerClient.open(name: name)
      port = try client.createPort(name: name, capabilities: [.read, .subscribeRead])
      try client.connect(port, to: receiver)
      self.client = client
    }

    func send(_ bytes: [UInt8]) {
      let event = SequencerEvent(type: SND_SEQ_EVENT_SYSEX, bytes: bytes)
      #expect(client.send(event, from: port.port, to: nil) == nil)
    }
  }

  private static let expected: [Message] = [0x22, 0x33].map { value in
    .systemExclusive(SystemExclusive(payload: .init(repeating: value, count: 4)))
  }

  private func sendInterleaved(to receiver: EndpointAddress) throws {
    let first = try Sender("First", to: receiver)
    let second = try Sender("Second", to: receiver)
    first.send([0xF0, 0x22, 0x22])
    second.send([0xF0, 0x33, 0x33])
    first.send([0x22, 0x22, 0xF7])
    second.send([0x33, 0x33, 0xF7])
  }

  /// Starts a message in a client that exits, then ends it in another client with the same address.
  private func sendInHalves(to receiver: EndpointAddress) throws {
    let former: EndpointAddress
    do {
      let sender = try Sender("Former", to: receiver)
      former = sender.port
      sender.send([0xF0, 0x22, 0x22])
      _ = consume sender
    }
    let sender = try Sender("Later", to: receiver)
    try #require(sender.port == former)
    sender.send([0x22, 0x22, 0xF7])
    sender.send([0xF0, 0x33, 0x33, 0x33, 0x33, 0xF7])
  }

  private func captured(_ send: (EndpointAddress) throws -> Void) throws -> [Message] {
    var capture = try Capture.start(from: [TrackedEndpoint]())
    try send(capture.reader.port)
    capture.end()
    var messages: [Message] = []
    while let arrivals = try capture.remaining() {
      for case .message(let timed, _) in arrivals { messages.append(timed.message) }
    }
    return messages
  }

  private func received(_ send: (EndpointAddress) throws -> Void) throws -> [Message] {
    let ports = try VirtualPorts.open(named: ["Test In"])
    try send(ports.endpoints[0].address)
    return try ports.readArrivals().compactMap {
      if case .message(let message) = $0.content { message } else { nil }
    }
  }

  @Test func captureKeepsSendersApart() throws {
    #expect(try captured(sendInterleaved) == Self.expected)
  }

  @Test func virtualPortKeepsSendersApart() throws {
    #expect(try received(sendInterleaved) == Self.expected)
  }

  @Test func captureDoesNotJoinMessageOfFormerClient() throws {
    #expect(try captured(sendInHalves) == [Self.expected[1]])
  }

  @Test func virtualPortDoesNotJoinMessageOfFormerClient() throws {
    #expect(try received(sendInHalves) == [Self.expected[1]])
  }
}
