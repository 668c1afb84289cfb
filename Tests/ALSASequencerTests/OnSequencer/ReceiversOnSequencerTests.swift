import CALSA
import MIDICore
import TestSupport
import Testing

@testable import ALSASequencer

/// Events for several receivers, one of which refuses them.
@Suite(.onSimulatedMachine)
struct ReceiversOnSequencerTests {
  /// The receiver that had an abandoned event also gets the next one, such as a note-off.
  @Test func abandonedEventDoesNotHideTheNext() throws {
    let client = try SequencerClient.open(name: "receivers")
    let port = try client.createPort(name: "in and out", capabilities: [.read, .write])
    var receivers = Receivers([port, EndpointAddress(client: 190, port: 0)])
    let messages: [Message] = [
      .noteOn(channel: .number(1), note: 60, velocity: 1),
      .noteOff(channel: .number(1), note: 60, velocity: 1),
    ]
    for event in messages.flatMap(\.sequencerEvents) {
      var served: [EndpointAddress] = []
      let answer = receivers.offer(event, served: &served, from: port.port, of: client)
      guard case .refused = answer else {
        Issue.record("\(answer)")
        return
      }
    }
    var types: [UInt32] = []
    while let event = try client.nextEvent() { types.append(event.type.rawValue) }
    #expect(types == [SND_SEQ_EVENT_NOTEON.rawValue, SND_SEQ_EVENT_NOTEOFF.rawValue])
  }
}
