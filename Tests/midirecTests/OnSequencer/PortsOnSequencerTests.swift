import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct PortsOnSequencerTests {
  @Test func everyPortStandsInOneLine() async throws {
    let result = try await Program.midirec("ports")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("PORT") == true)
    #expect(lines.contains { $0.contains(/^14:0 +in\/out +Midi Through Port-0$/) }, "\(result.output)")
    #expect(!result.output.contains("Announce"))
  }

  @Test func aVirtualPortIsListedWhileItIsThere() async throws {
    let player = try await Program.startPlaying(Samples.etude, as: "Grand Piano")
    let ports = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try await Program.midirec("ports", "--json").output.utf8)) as? [[String: Any]])
    let port = try #require(ports.first { $0["name"] as? String == "Grand Piano" })
    #expect(port["isInput"] as? Bool == true)
    #expect(port["isOutput"] as? Bool == false)
    #expect(port["hardware"] == nil)
    _ = await player.interrupt()
    #expect(!(try await Program.midirec("ports").output.contains("Grand Piano")))
  }
}
