import MIDIFiles
import TestSupport
import Testing

/// A take that mido and libsmf can't open is named with an option, and the option makes it a take that they can open.
@Suite struct PeerAdviceTests {
  /// The takes with System Common or System Real-Time messages, as drum machines and other sequencers send them.
  private static var takes: some Sequence<WildTake> {
    WildTake.seeds.lazy.map { WildTake(seed: $0) }.filter { take in
      take.format < 2 && take.tracks.contains { $0.events.contains { isSystemPacket($0.bytes.dropFirst(2)) } }
    }.prefix(TestEnvironment.isFull ? 300 : 6)
  }

  /// Returns whether an F7 packet's data begins with a message that files have no other form for.
  private static func isSystemPacket(_ data: some Collection<UInt8>) -> Bool {
    data.first.map { 0xF1...0xF6 ~= $0 || 0xF8..<0xFF ~= $0 } ?? false
  }

  private static func hasSystemPackets(_ bytes: [UInt8]) throws -> Bool {
    try MIDIFile.decode(bytes).file.tracks.contains { track in
      track.events.contains { if case .escape(let data) = $0.event { isSystemPacket(data) } else { false } }
    }
  }

  @Test func namedOptionLeavesOutWhatPeersCannotOpen() async throws {
    let folder = try TemporaryFolder()
    for take in Self.takes {
      let name = "\(take.seed).mid"
      try folder.write(take.bytes, to: name)
      guard try Self.hasSystemPackets(take.bytes) else { continue }
      let result = try await Program.midirec("convert", name, "-o", "whole-\(name)", in: folder.path)
      let words = result.errors.firstMatch(of: #/use --drop (\S+) to leave them out/#)?.output.1
      guard let words else {
        Issue.record("MIDIREC_SEED=\(take.seed): \(result.errors.prefix(300))")
        continue
      }
      let other = try await Program.midirec(
        "convert", name, "-o", "part-\(name)", "--drop", "\(words)", in: folder.path)
      #expect(other.status == 0, "MIDIREC_SEED=\(take.seed): \(other.errors.prefix(300))")
      #expect(!other.errors.contains("can't open"), "MIDIREC_SEED=\(take.seed)")
      #expect(try !Self.hasSystemPackets(folder.bytes("part-\(name)")), "MIDIREC_SEED=\(take.seed)")
    }
  }
}
