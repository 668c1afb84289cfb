import TestSupport
import Testing

@testable import MIDIRecSimulation

/// The relay of a command's output.
@Suite struct OutputRelayTests {
  @Test func closedSourceIsRejected() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([], to: "output")
    #expect(throws: SimulationError.self) { try OutputRelay(from: .max, to: file, stream: 1) }
  }
}
