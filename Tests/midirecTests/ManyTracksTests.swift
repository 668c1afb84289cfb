import Foundation
import TestSupport
import Testing

/// Files with very many tracks. Work per pair of tracks would take minutes and exceed the limit of processor time.
@Suite struct ManyTracksTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a format 1 file with a number of equal tracks.
  private func write(_ count: Int, _ track: [UInt8]) throws {
    let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, UInt8(count >> 8), UInt8(count & 0xFF), 0, 96]
    let chunk = Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track
    try folder.write(header + Array(repeatElement(chunk, count: count).joined()), to: "many.mid")
  }

  private func run(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run("prlimit", ["--cpu=20", TestEnvironment.midirec] + arguments, in: folder.path)
  }

  @Test(arguments: [
    ["show", "many.mid"], ["show", "many.mid", "--events"], ["show", "many.mid", "--json"],
    ["piano", "many.mid"], ["grid", "many.mid"],
  ])
  func emptyTracksAreShown(arguments: [String]) async throws {
    try write(65_535, [0, 0xFF, 0x2F, 0])
    let result = try await run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.output.isEmpty)
  }

  @Test func keyHeldInTwentyThousandTracksIsShown() async throws {
    try write(20_000, [0, 0x90, 60, 100, 96, 0x80, 60, 64, 0, 0xFF, 0x2F, 0])
    let result = try await run(["piano", "many.mid", "--json"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains(#""presses":20000,"#))
    #expect(result.output.split(separator: "\n").last?.hasPrefix(#"{"keys":[],"time":"#) == true)
  }
}
