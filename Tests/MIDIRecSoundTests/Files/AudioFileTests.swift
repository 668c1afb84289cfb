import Foundation
import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

@Suite struct AudioFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func written(
    _ samples: [[Float]], _ format: AudioFormat, comment: String? = nil, name: String = "a"
  ) throws -> AudioFile {
    let buffer = try #require(AudioBuffer(rate: 48_000, channels: samples))
    var writer = try AudioFileWriter.create(
      FilePath(folder.path(name)), rate: 48_000, channelCount: samples.count, format: format,
      comment: comment, replaces: false)
    try writer.write(buffer)
    try writer.finish()
    return try AudioFile(reading: FilePath(folder.path(name)))
  }

  @Test func floatsRoundTrip() throws {
    let samples: [[Float]] = [[0, 0.1, -1, 1.5, -3, 1e-30], [1, 0.25, 0, -0.5, 2, 1]]
    let file = try written(samples, .float)
    #expect(file.buffer.channels == samples)
    #expect(file.buffer.rate == 48_000)
  }

  @Test func integersAreRoundedHalfToEven() throws {
    let step: Float = 1 / 32_768
    let file = try written([[0.5 * step, 1.5 * step, 2.4 * step, -0.5 * step, -1.6 * step]], .s16)
    #expect(file.buffer.channels == [[0, 2 * step, 2 * step, 0, -2 * step]])
  }

  @Test(arguments: [(AudioFormat.s16, Float(32_768)), (.s24, 8_388_608), (.flac, 8_388_608)])
  func loudSamplesAreClippedAndInvalidOnesSilent(_ format: AudioFormat, _ steps: Float) throws {
    let file = try written([[1, 1.5, -1, -1.5, .nan, .infinity, -.infinity]], format)
    let top = 1 - 1 / steps
    #expect(file.buffer.channels == [[top, top, -1, -1, 0, top, -1]])
  }

  @Test(arguments: [(AudioFormat.s16, Float(32_768)), (.s24, 8_388_608), (.flac, 8_388_608)])
  func integersRoundTrip(_ format: AudioFormat, _ steps: Float) throws {
    let samples = stride(from: -steps, to: steps, by: steps / 512).map { ($0 + 1) / steps }
    #expect(try written([samples, samples.reversed()], format).buffer.channels[0] == samples)
  }

  @Test(arguments: AudioFormat.allCases)
  func equalSamplesGiveEqualBytes(_ format: AudioFormat) throws {
    let samples = Noise.stereo(frameCount: 10_000, seed: 1)
    _ = try written(samples, format, comment: "one", name: "a")
    _ = try written(samples, format, comment: "one", name: "b")
    let bytes = try folder.bytes("a")
    #expect(try folder.bytes("b") == bytes)
    #expect(!String(decoding: bytes.prefix(4096), as: UTF8.self).contains("PEAK"))
    let buffer = try #require(AudioBuffer(rate: 48_000, channels: samples))
    #expect(try AudioFileWriter.bytes(of: buffer, format: format, comment: "one") == bytes)
  }

  @Test(arguments: AudioFormat.allCases)
  func commentRoundTrips(_ format: AudioFormat) throws {
    let comment = "sha256 0f\nfont TimGM6mb ♪ " + String(repeating: "x", count: 1960)
    #expect(try written([[0, 0.5]], format, comment: comment).comment == comment)
    #expect(try written([[0, 0.5]], format, name: "b").comment == nil)
  }

  @Test(arguments: AudioFormat.allCases)
  func maximumCommentIsReadAndLongerOneRejected(_ format: AudioFormat) throws {
    let comment = String(repeating: "x", count: 2000)
    #expect(try written([[0, 0.5]], format, comment: comment).comment == comment)
    let error = #expect(throws: SoundError.self) {
      try written([[0, 0.5]], format, comment: comment + "x", name: "b")
    }
    #expect(error?.kind == .cannotCreate)
  }

  @Test(arguments: [AudioFormat.float, .s16, .s24])
  func emptyWAVFileIsValid(_ format: AudioFormat) throws {
    #expect(try written([[], []], format).buffer == AudioBuffer(rate: 48_000, channelCount: 2))
  }

  @Test(.enabled(if: TestEnvironment.hasProgram("flac")))
  func flacProgramReadsSameSamples() async throws {
    let samples = Noise.stereo(frameCount: 10_000, seed: 2)
    _ = try written(samples, .flac, name: "a.flac")
    _ = try written(samples, .s24, name: "a.wav")
    let result = try await Program.run(
      "flac", ["--silent", "--decode", "--force-raw-format", "--endian=little", "--sign=signed", "a.flac"],
      in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.bytes("a.raw") == folder.bytes("a.wav").suffix(60_000))
  }

  @Test func excessiveSampleCountIsRejected() throws {
    _ = try written([[Float](repeating: 0, count: 100_000)], .flac)
    #expect(try folder.bytes("a").count < 10_000)
    let error = #expect(throws: SoundError.self) {
      try AudioFile(reading: FilePath(folder.path("a")), maxSampleCount: 99_999)
    }
    #expect(error?.kind == .badData)
    #expect(AudioFile.maxSampleCount(ofBytes: 1000) == 1 << 27)
    #expect(AudioFile.maxSampleCount(ofBytes: 100_000_000) == 6_400_000_000)
    #expect(AudioFile.maxSampleCount(ofBytes: .max) == .max)
  }

  @Test func samplesOfAllChannelsCount() throws {
    _ = try written([[0, 0.5], [0, 0.25]], .s16)
    let path = FilePath(folder.path("a"))
    #expect(try AudioFile(reading: path, maxSampleCount: 4).buffer.frameCount == 2)
    #expect(throws: SoundError.self) { try AudioFile(reading: path, maxSampleCount: 3) }
  }

  @Test func pipeIsReadToEnd() async throws {
    let buffer = try #require(AudioBuffer(rate: 8000, channels: Noise.stereo(frameCount: 5000, seed: 6)))
    let bytes = try AudioFileWriter.bytes(of: buffer, format: .float)
    let pipe = try FileDescriptor.pipe()
    defer { try? pipe.readEnd.close() }
    // A page at a time, by F_SETPIPE_SZ, which the Glibc module lacks.
    try #require(fcntl(pipe.writeEnd.rawValue, 1031, 4096) == 4096)
    async let written: Void = onOwnThread {
      defer { try? pipe.writeEnd.close() }
      _ = try pipe.writeEnd.writeAll(bytes)
    }
    let file = try? AudioFile(reading: FilePath("/proc/self/fd/\(pipe.readEnd.rawValue)"))
    #expect(file?.buffer == buffer)
    // Reads the rest, so that the other thread ends.
    var rest = [UInt8](repeating: 0, count: 4096)
    while try rest.withUnsafeMutableBytes({ try pipe.readEnd.read(into: $0) }) > 0 {}
    try await written
  }

  /// Otherwise, it would silently be shorter.
  @Test func damagedFLACFileIsRejected() throws {
    let buffer = try #require(
      AudioBuffer(rate: 48_000, channels: Noise.stereo(frameCount: 20_000, seed: 5)))
    var bytes = try AudioFileWriter.bytes(of: buffer, format: .flac)
    for place in bytes.count / 2..<bytes.count / 2 + 100 { bytes[place] ^= 0x55 }
    let error = #expect(throws: SoundError.self) { try AudioFile(decoding: bytes, name: "a") }
    #expect(error?.kind == .badData)
  }

  @Test(arguments: ["", "RIFF", "this is a text, and it isn't audio at all", "MThd\0\0\0\u{6}\0\0\0\u{1}"])
  func otherFileIsBadData(_ text: String) {
    let error = #expect(throws: SoundError.self) {
      try AudioFile(decoding: Array(text.utf8), name: "a")
    }
    #expect(error?.kind == .badData && error?.errno == nil)
  }

  /// libsndfile supports this MIDI Sample Dump, and prints errors for it to standard output.
  @Test func audioFileOfUnsupportedKindIsRejected() {
    let header: [UInt8] = [0xF0, 0x7E, 0, 1, 0, 0, 16, 0x48, 0x50, 7, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF7]
    let bytes = header + [UInt8](repeating: 0, count: 3 * 127)
    let error = #expect(throws: SoundError.self) { try AudioFile(decoding: bytes, name: "a") }
    #expect(error?.description == "a: it isn't a WAV, AIFF, FLAC, Ogg, CAF, AU, or W64 file")
  }

  /// libsndfile then seeks to a negative position, which the system rejects. The error must name the actual cause.
  @Test func truncatedAIFFFileIsBadData() {
    let bytes: [UInt8] =
      Array("FORM".utf8) + [0, 0, 0x17, 0x9E] + Array("AIFFCOMM".utf8) + [0, 0, 0, 18]
      // One channel, 3,000 frames, 16 bits, and 44,100 Hz as an 80-bit number.
      + [0, 1, 0, 0, 0x0B, 0xB8, 0, 16, 0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let error = #expect(throws: SoundError.self) { try AudioFile(decoding: bytes, name: "a") }
    #expect(error?.kind == .badData && error?.errno == nil)
  }

  @Test func missingFileIsReported() {
    let error = #expect(throws: SoundError.self) { try AudioFile(reading: "/nowhere/a.wav") }
    #expect(error?.kind == .noInput)
    #expect(error?.description == "/nowhere/a.wav: No such file or directory")
  }

  @Test func folderIsRejected() {
    let error = #expect(throws: SoundError.self) { try AudioFile(reading: FilePath(folder.path)) }
    #expect(error?.errno == .isDirectory)
  }

  @Test(arguments: AudioFormat.allCases)
  func audioIsRecognizedByFirstBytes(_ format: AudioFormat) throws {
    _ = try written([[0]], format)
    #expect(AudioFile.isSound(try folder.bytes("a")))
  }

  @Test(arguments: [
    "RIFF\0\0\0\0WAVE", "RIFX\0\0\0\0WAVE", "RF64\0\0\0\0WAVE", "FORM\0\0\0\0AIFF", "FORM\0\0\0\0AIFC",
    "fLaC\0\0\0\0\0\0\0\0", "OggS\0\0\0\0\0\0\0\0", "caff\0\u{1}\0\0desc", ".snd\0\0\0\u{18}\0\0\0\0",
  ])
  func soundsOfOtherKindsAreKnownToo(_ start: String) { #expect(AudioFile.isSound(start.utf8)) }

  @Test(arguments: ["MThd\0\0\0\u{6}\0\0\0\u{1}", "RIFF\0\0\0\0RMID", "0.000000  note", "", "RIFF"])
  func otherFilesAreRejected(_ start: String) { #expect(!AudioFile.isSound(start.utf8)) }
}
