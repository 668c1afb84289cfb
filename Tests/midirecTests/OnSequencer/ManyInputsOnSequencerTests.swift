import MIDICore
import MIDIFiles
import TestSupport
import Testing

@testable import ALSASequencer

/// A recording of more inputs than one byte can number.
@Suite(.onSimulatedMachine)
struct ManyInputsOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func moreThan256InputsHaveATrackEach() async throws {
    let programs = try ["First", "Second"].map { try ManyPorts($0) }
    let capture = try await Program.startCapture("--in", "all", in: folder.path)
    let message = Message.noteOn(channel: .number(1), note: 60, velocity: 100)
    for program in programs {
      for event in message.sequencerEvents {
        #expect(program.client.send(event, from: program.lastPort, to: nil) == nil)
      }
    }
    let result = await capture.interrupt()
    // An optimized build would close the ports after their last use.
    withExtendedLifetime(programs) {}
    #expect(result.status == 0, "\(result.errors)")
    let name = try #require(try folder.names().first)
    #expect(name.contains(/^\d+-inputs-[\d-]+\.mid$/))
    let tracks = try MIDIFile(decoding: try folder.bytes(name)).tracks
    let played = tracks.filter { track in track.events.contains { $0.event == .message(message) } }
    #expect(tracks.count >= 300)
    #expect(played.map(\.name) == ["First Port 149", "Second Port 149"])
  }

  /// A client with 150 ports.
  private final class ManyPorts {
    let client: SequencerClient
    let lastPort: Int32

    init(_ name: String) throws {
      let client = try SequencerClient.open(name: name)
      let ports = try (0..<150).map {
        try client.createPort(name: "Port \($0)", capabilities: [.read, .subscribeRead])
      }
      lastPort = ports[149].port
      self.client = client
    }
  }
}
