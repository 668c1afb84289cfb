import Foundation
import MIDICore
import TestSupport
import Testing
import Timelines

/// The command `midirec instrument`.
@Suite(.onSimulatedMachine)
struct InstrumentOnSequencerTests {
  private func instrument(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(TestEnvironment.midirec, ["instrument"] + arguments)
  }

  /// Returns the client number of the instrument that a result of `plug` reports.
  private func client(_ result: Program.Result) throws -> String {
    try #require(result.status == 0, "\(result.errors)")
    return String(try #require(result.output.firstMatch(of: /instrument (\d+):0/)?.output.1))
  }

  @Test func pluggedInstrumentsAreListed() async throws {
    let first = try await instrument("plug")
    #expect(first.output == "instrument 16:0\nplayer 124:0\n")
    _ = try client(try await instrument("plug", "LS0042", "--usb-port", "7"))
    let list = try await instrument("list").output
    #expect(list.contains(#/LS0000 +0 +16:0 +124:0 +/dev/snd/midiC27D0\n/#), "\(list)")
    #expect(list.contains(#/LS0042 +7 +20:0 +96:0 +/dev/snd/midiC20D0\n/#), "\(list)")

    let ambiguous = try await instrument("unplug")
    #expect(ambiguous.status == 69)
    #expect(
      ambiguous.errors == "midirec: 2 instruments match; choose one by its serial number and USB port\n")
    #expect(try await instrument("unplug", "LS0042").status == 0)
    #expect(try await instrument("unplug").status == 0)
    #expect(try await instrument("list", "--json").output == "[\n\n]\n")
    #expect(!(try await Program.midirec("ports").output.contains("LinnStrument")))
  }

  @Test func renumberedInstrumentGetsDifferentClientNumber() async throws {
    let first = try client(try await instrument("plug"))
    for _ in 0..<3 {
      #expect(try await instrument("unplug").status == 0)
      #expect(try client(try await instrument("plug")) == first)
    }
    var last = first
    for _ in 0..<3 {
      #expect(try await instrument("unplug").status == 0)
      let next = try client(try await instrument("plug", "LS0000", "--renumber"))
      #expect(next != last)
      last = next
    }
    #expect(try await instrument("unplug").status == 0)
  }

  @Test func ninthInstrumentIsRejected() async throws {
    for unit in 0..<8 { _ = try client(try await instrument("plug", "--usb-port", "\(unit)")) }
    let ninth = try await instrument("plug")
    #expect(ninth.status == 69)
    #expect(ninth.errors == "midirec: all 8 USB ports are occupied; unplug an instrument first\n")
    let occupied = try await instrument("plug", "LS9", "--usb-port", "3")
    #expect(occupied.errors == "midirec: USB port 3 is occupied by instrument \"LS0003\"; unplug it first\n")
    let repeated = try await instrument("plug", "LS0005")
    #expect(repeated.errors == "midirec: instrument \"LS0005\" is already plugged in\n")
    for unit in 0..<8 { #expect(try await instrument("unplug", "--usb-port", "\(unit)").status == 0) }
    let missing = try await instrument("unplug", "LS0005")
    #expect(missing.errors == "midirec: no instrument \"LS0005\" is plugged in\n")
  }

  @Test func bytesWrittenToPlayerDeviceArriveFromInstrument() async throws {
    let port = "\(try client(try await instrument("plug"))):0"
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", port])
    try await receiver.line(containing: "Source", on: .output)
    let device = try #require(
      try await instrument("list", "--json").output.firstMatch(of: /midiC\d+D0/)?.output)
    try Data([0x90, 60, 100, 0x80, 60, 64]).write(to: URL(filePath: "/dev/snd/\(device)"))
    try await receiver.line(containing: "Note off", on: .output)
    let output = await receiver.interrupt().output
    #expect(output.contains(/Note on +0, note 60, velocity 100/), "\(output)")
    #expect(try await instrument("unplug").status == 0)
  }

  @Test func takeIsPlayedForProgramThatListens() async throws {
    let folder = try TemporaryFolder()
    let take = try folder.write(Samples.file(notesAt: [0, 100, 200]), to: "take.mid")
    _ = try client(try await instrument("plug"))
    #expect(try await Program.midirec("ports").output.contains(#/124:0 +in/out +Player of USB port 0 /#))
    let missing = try await instrument("play", take, "LS0009")
    #expect(missing.status == 69)
    #expect(missing.errors == "midirec: no instrument \"LS0009\" is plugged in\n")

    let player = try Program.start(TestEnvironment.midirec, ["instrument", "play", take])
    let capture = try await Program.startCapture("--in", "LinnStrument", "-o", "copy.mid", in: folder.path)
    let played = await player.result()
    #expect(played.status == 0, "\(played.errors)")
    #expect(played.output.hasPrefix("\(take): 6 messages in 250 ms"), "\(played.output)")
    #expect(await capture.interrupt().status == 0)
    #expect(try compare(take, folder.path("copy.mid"), tolerance: .milliseconds(1)).differences.isEmpty)
    #expect(try await instrument("unplug").status == 0)
  }

  @Test func waitForListenerCanBeInterrupted() async throws {
    _ = try client(try await instrument("plug"))
    let player = try Program.start(TestEnvironment.midirec, ["instrument", "play", Samples.etude, "LS0000"])
    try await player.line(containing: "waiting for a program that listens to 16:0, and then playing ")
    let result = await player.interrupt()
    #expect(result.status == 130)
    #expect(result.errors.hasSuffix("midirec: interrupted before a program listened to 16:0\n"))
    #expect(try await instrument("unplug").status == 0)
  }
}
