import MIDICore
import TestSupport
import Testing

/// Tracks of one port in the views of instruments.
@Suite struct PortTracksTests {
  @Test(arguments: ["grid", "piano"])
  func tracksOfOnePortShowLikeOneTrack(command: String) async throws {
    let folder = try TemporaryFolder()
    let messages: [(milliseconds: Int64, message: Message)] = [
      (0, .controlChange(channel: .number(1), controller: .sustain, value: 127)),
      (100, .noteOn(channel: .number(1), note: 60, velocity: 100)),
      (200, .noteOff(channel: .number(1), note: 60, velocity: 64)),
      (300, .noteOn(channel: .number(1), note: 60, velocity: 90)),
      (400, .controlChange(channel: .number(1), controller: .sustain, value: 0)),
      (500, .noteOff(channel: .number(1), note: 60, velocity: 64)),
    ]
    func states(_ tracks: [[(milliseconds: Int64, message: Message)]]) async throws -> String {
      try folder.write(Samples.file(tracks: tracks), to: "tracks.mid")
      let result = try await Program.run(
        TestEnvironment.midirec, [command, folder.path("tracks.mid"), "--json"])
      return result.output.replacing(/"source":\d/, with: #""source":1"#)
    }
    // The pedal and each note's end come from a different track.
    let several = messages.indices.map { [messages[$0]] }
    let expected = try await states([messages])
    #expect(expected.split(separator: "\n").count > 3)
    #expect(try await states(several) == expected)
  }
}
