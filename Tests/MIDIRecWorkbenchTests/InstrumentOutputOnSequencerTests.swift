import ALSASequencer
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

@testable import MIDIRecWorkbench

/// The lights of an instrument that is disconnected again before midirec has reconnected them.
@Suite(.onSimulatedMachine)
struct InstrumentOutputOnSequencerTests {
  @Test func displayContinuesWithoutReconnectedInstrument() throws {
    let stop = try #require(StopToken())
    let ports = try VirtualPorts.open(named: ["Lights"])
    let endpoint = ports.endpoints[0]
    let output = try InstrumentOutput(to: endpoint, as: nil, source: 0, stop: stop)
    let gone = Endpoint(
      address: EndpointAddress(client: 191, port: 0), clientName: "Lights", portName: "Lights",
      directions: [.input, .output])
    output.sourceReconnected(0, as: gone)
    #expect(output.failure?.message == "the output disconnected before the end")
    try output.send([.songSelect(1)])
    output.sourceReconnected(0, as: endpoint)
    #expect(output.failure == nil)
    try output.send([.songSelect(2)])
    let messages = try ports.readArrivals().compactMap {
      if case .message(let message) = $0.content { message } else { nil }
    }
    #expect(messages == [.songSelect(2)])
  }
}
