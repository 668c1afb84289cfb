import Foundation
import Instruments
import MIDICore
import TestSupport
import Testing
import Timelines

/// `midirec piano` without a terminal.
@Suite struct PianoCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 127)),
        (100, .controlChange(channel: .number(1), controller: 64, value: 127)),
        (200, .noteOff(channel: .number(1), note: 60, velocity: 64)),
        (300, .noteOn(channel: .number(2), note: 60, velocity: 64)),
        (400, .noteOff(channel: .number(2), note: 60, velocity: 64)),
        (500, .controlChange(channel: .number(1), controller: 64, value: 0)),
      ]), to: "notes.mid")
  }

  private func piano(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(TestEnvironment.midirec, ["piano"] + arguments, in: folder.path)
  }

  @Test func timelineOfFileIsPrinted() async throws {
    let result = try await piano("notes.mid", "--set", "names=german", "--middle-c", "3")
    #expect(result.status == 0, "\(result.errors)")
    let recording = try Samples.recording(folder.path("notes.mid"))
    let naming = KeyNaming(.german, middleC: .octave3)
    #expect(result.output == Timeline(piano: recording, naming: naming).text)
    #expect(result.output.contains("key="))
  }

  @Test func everyChangeHasALineOfJSON() async throws {
    let result = try await piano("notes.mid", "--json")
    #expect(result.status == 0, "\(result.errors)")
    func line(_ time: Int, _ state: String, presses: Int, velocity: Int, tint: Int) -> String {
      #"{"keys":[{"name":"C4","note":60,"presses":\#(presses),"state":"\#(state)","tint":\#(tint),"#
        + #""velocity":\#(velocity)}],"time":\#(time)}"#
    }
    #expect(
      result.output == """
        \(line(0, "pressed", presses: 1, velocity: 127, tint: 100))
        \(line(200_000_000, "sustained", presses: 0, velocity: 127, tint: 100))
        \(line(300_000_000, "pressed", presses: 1, velocity: 64, tint: 50))
        \(line(400_000_000, "sustained", presses: 0, velocity: 127, tint: 100))
        {"keys":[],"time":500000000}

        """)
  }

  @Test func momentIsDrawn() async throws {
    let result = try await piano("notes.mid", "--at", "0s", "--svg", "piano.svg", "--all-labels")
    #expect(result.status == 0, "\(result.errors)")
    let all = String(decoding: try folder.bytes("piano.svg"), as: UTF8.self)
    #expect(all.hasPrefix("<svg") && all.contains(">D4<"))
    let some = try await piano("notes.mid", "--at", "0s", "--svg", "-").output
    #expect(some.hasPrefix("<svg") && !some.contains(">D4<") && some.contains(">C4<"))
    #expect(try await piano("notes.mid", "--at", "0s").output.split(separator: "\n").count > 3)
  }

  @Test(arguments: [
    (["--velocity", "0", "notes.mid"], "--velocity must be from 1 to 127 (found 0)."),
    (["--channel", "17", "notes.mid"], "--channel must be from 1 to 16 (found 17)."),
    (["--center", "H4", "notes.mid"], "--center must be a key such as C4 or a number from 0 to 127"),
    (["--center", "128", "notes.mid"], "--center must be a key"),
    (["--out", "none"], "--out requires a terminal, where the pointer plays the keys."),
    (["--out", "none", "notes.mid"], "--out requires a terminal, where the pointer plays the keys."),
    (["--out", "none", "--json"], "--out requires a terminal, where the pointer plays the keys."),
    (["--set", "names=french", "notes.mid"], "french"),
  ])
  func wrongUsageIsExplained(arguments: [String], message: String) async throws {
    let result = try await Program.run(TestEnvironment.midirec, ["piano"] + arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
