import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

@Suite struct AnyBytesTests {
  /// Reads any bytes, and expects valid audio of an allowed size or an error that isn't the system's, although
  /// libsndfile can seek to impossible positions.
  private func read(_ bytes: [UInt8]) {
    do throws(SoundError) {
      let file = try AudioFile(decoding: bytes, name: "any")
      let sampleCount = file.buffer.frameCount * file.buffer.channels.count
      #expect(Int64(sampleCount) <= AudioFile.maxSampleCount(ofBytes: Int64(bytes.count)))
    } catch {
      #expect(error.kind == .badData && error.errno == nil, "\(error)")
    }
  }

  @Test(arguments: AudioFormat.allCases)
  func damagedFilesAreAudioOrErrors(_ format: AudioFormat) throws {
    let buffer = try #require(
      AudioBuffer(rate: 44_100, channels: Noise.stereo(frameCount: 500, seed: 3)))
    let whole = try AudioFileWriter.bytes(of: buffer, format: format, comment: "a comment")
    var generator = SeededGenerator(seed: 20_261_122)
    for _ in 0..<400 {
      var bytes = whole
      // The lengths are in the first bytes.
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(
          in: 0..<(Bool.random(using: &generator) ? 120 : bytes.count), using: &generator)
        bytes[place] =
          [0, 0x7F, 0x80, 0xFF, .random(in: 0 ... .max, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      if Bool.random(using: &generator) {
        bytes.removeLast(.random(in: 0..<bytes.count, using: &generator))
      }
      read(bytes)
    }
  }

  @Test(arguments: [
    "RIFF\u{4}\0\0\0WAVE", "fLaC", "OggS\0", "FORM\0\0\0\0AIFF", "caff\0\u{1}", ".snd", "ID3",
  ])
  func randomBytesAfterAHeadAreSoundsOrErrors(_ head: String) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let count = Int.random(in: 0..<600, using: &generator)
      read(Array(head.utf8) + (0..<count).map { _ in .random(in: 0 ... .max, using: &generator) })
    }
  }

  @Test func excessiveLengthInHeaderIsRejected() throws {
    let buffer = try #require(AudioBuffer(rate: 44_100, channels: [[0.5, 0.25]]))
    var bytes = try AudioFileWriter.bytes(of: buffer, format: .s16)
    // The length of the last chunk, before two samples of two bytes each.
    bytes.replaceSubrange((bytes.count - 8)..<(bytes.count - 4), with: [0xF0, 0xFF, 0xFF, 0x7F])
    #expect(try AudioFile(decoding: bytes, name: "a").buffer.channels == [[0.5, 0.25]])
  }
}
