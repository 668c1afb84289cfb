import Foundation
import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// A virtual USB LinnStrument of the simulated machine that runs the tests.
struct VirtualLinnStrument: Sendable {
  /// The USB port.
  let unit: Int
  /// The sequencer port of the instrument.
  let port: String
  /// The sequencer port of the player. The instrument plays the events that are sent to it.
  let playerPort: String

  /// Connects an instrument and waits for its ports.
  ///
  /// - Parameters:
  ///   - unit: The USB port.
  ///   - serial: The serial number, which may be empty, or `nil` for LS000 and the USB port.
  ///   - product: The name.
  static func plug(
    unit: Int, serial: String? = nil, product: String = "LinnStrument MIDI"
  ) async throws -> VirtualLinnStrument {
    let serials = serial.map { [$0] } ?? []
    let result = try await Program.run(
      TestEnvironment.midirec,
      ["instrument", "plug", "--usb-port", "\(unit)", "--product", product] + serials)
    try #require(result.status == 0, "\(result.errors)")
    let port = try #require(result.output.firstMatch(of: /instrument (\d+:\d+)/)?.output.1)
    let playerPort = try #require(result.output.firstMatch(of: /player (\d+:\d+)/)?.output.1)
    return VirtualLinnStrument(unit: unit, port: String(port), playerPort: String(playerPort))
  }

  /// Disconnects the instrument and waits until its ports are gone.
  func unplug() async throws {
    let result = try await Program.midirec("instrument", "unplug", "--usb-port", "\(unit)")
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Runs `body`, then waits until the instrument has sent all its events.
  ///
  /// An active sensing message follows them, which captures drop. The function waits until a receiver gets it.
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
