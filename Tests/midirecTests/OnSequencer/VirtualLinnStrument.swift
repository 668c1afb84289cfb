import Foundation
import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// A virtual USB LinnStrument that the test kernel can plug in.
struct VirtualLinnStrument: Sendable {
  /// Whether there is a kernel here that makes them.
  static var isAvailable: Bool { ProcessInfo.processInfo.environment["MIDIREC_TEST_KERNEL"] != nil }

  let unit: Int
  /// The sequencer port of the instrument, as any USB instrument has one.
  let port: String
  /// The sequencer port of its other side: what is sent there is played on the instrument.
  let playerPort: String

  private static let script = TestEnvironment.projectFolder + "/Scripts/virtual-linnstrument"

  /// Plugs one in and waits until its ports are there.
  ///
  /// - Parameters:
  ///   - serial: Its serial number, which may be empty; without one, a number that no other unit has.
  ///   - product: Its name.
  static func plug(
    unit: Int, serial: String? = nil, product: String = "LinnStrument MIDI"
  ) async throws -> VirtualLinnStrument {
    let serialOption = serial.map { ["--serial", $0] } ?? []
    let result = try await Program.run(
      script, ["plug", "--unit", "\(unit)", "--product", product] + serialOption)
    try #require(result.status == 0, "\(result.errors)")
    let port = try #require(result.output.firstMatch(of: /instrument (\d+:\d+)/)?.output.1)
    let playerPort = try #require(result.output.firstMatch(of: /player (\d+:\d+)/)?.output.1)
    return VirtualLinnStrument(unit: unit, port: String(port), playerPort: String(playerPort))
  }

  /// Pulls it out and waits until its ports are gone.
  func unplug() async throws {
    let result = try await Program.run(Self.script, ["unplug", "--unit", "\(unit)"])
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Runs `body`, then waits until all that was played in it has come out of the instrument: an active sensing
  /// message, which captures leave out, is sent after it and has to arrive at a receiver of its own.
  func awaitingArrival(in folder: TemporaryFolder, _ body: () async throws -> Void) async throws {
    let sensing = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(500),
      tracks: [.init(events: [.init(time: .zero, event: .escape([0xFE]))], end: .zero)])
    let file = try folder.write(sensing.encoded(), to: "sensing\(unit).mid")
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", port])
    try await receiver.line(containing: "Source", on: .output)
    try await body()
    let sent = try await Program.midirec("play", file, "--out", playerPort)
    #expect(sent.status == 0, "\(sent.errors)")
    try await receiver.line(containing: "Active Sensing", on: .output)
    _ = await receiver.interrupt()
  }
}
