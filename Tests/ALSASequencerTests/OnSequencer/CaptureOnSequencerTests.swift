import ALSASequencer
import TestSupport
import Testing

/// Captures whose owner drops them without ending them.
@Suite(.onSimulatedMachine)
struct CaptureOnSequencerTests {
  private func isConnectable(_ name: String) throws -> Bool {
    try Endpoint.all().contains { $0.description.contains(name) }
  }

  @Test func droppedCaptureIsClosed() throws {
    do {
      let capture = try Capture.start(from: [ChosenEndpoint](), as: "Dropped")
      #expect(try isConnectable("Dropped"))
      #expect(capture.sources.isEmpty)
    }
    #expect(try !isConnectable("Dropped"))
  }

  @Test func captureThatCannotConnectIsClosed() throws {
    let gone: Endpoint
    do {
      let playback = try Playback.open(as: "Gone")
      gone = try #require(EndpointQuery("Gone")).choose(from: try Endpoint.all(), direction: .input)
      _ = consume playback
    }
    #expect(throws: SequencerError.self) {
      _ = try Capture.start(from: [ChosenEndpoint(gone, direction: .input)], as: "Refused")
    }
    #expect(try !isConnectable("Refused"))
  }
}
