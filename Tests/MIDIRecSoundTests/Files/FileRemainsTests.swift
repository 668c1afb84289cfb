import Foundation
import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

/// Audio files leave no files on disk and no open descriptors. Each test runs in a child process without other files.
@Suite struct FileRemainsTests {
  private static var openCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  @Test func readAndWrittenFilesAreClosed() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = FilePath(folder.path("a.wav"))
      let sound = try #require(AudioBuffer(rate: 8000, channels: [[0.5]]))
      let before = Self.openCount
      for _ in 0..<20 {
        var writer = try AudioFileWriter.create(
          path, rate: 8000, channelCount: 1, format: .s16, replaces: true)
        try writer.write(sound)
        try writer.finish()
        _ = try AudioFile(reading: path)
        _ = try? AudioFile(decoding: [1, 2, 3], name: "b")
        _ = try AudioFileWriter.bytes(of: sound, format: .flac)
      }
      // A leak per round would be at least twenty. The testing library opens and closes some files.
      #expect(Self.openCount < before + 20)
    }
  }

  @Test func temporaryFileHasNoName() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      setenv("TMPDIR", folder.path, 1)
      let sound = try #require(AudioBuffer(rate: 8000, channels: [[0.5]]))
      let bytes = try AudioFileWriter.bytes(of: sound, format: .s16)
      #expect(try AudioFile(decoding: bytes, name: "a").buffer == sound)
      #expect(try folder.names().isEmpty)
    }
  }

  /// A short FLAC file is written entirely at its end, and libsndfile doesn't report a failure.
  @Test(arguments: AudioFormat.allCases)
  func unfinishableFileGetsNoName(_ format: AudioFormat) async {
    await #expect(processExitsWith: .success) { [name = format.rawValue as String] in
      let format = try #require(AudioFormat(rawValue: name))
      let folder = try TemporaryFolder()
      // As on a full disk: no byte can be written beyond this.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let sound = try #require(AudioBuffer(rate: 8000, channels: Noise.stereo(frameCount: 2000, seed: 1)))
      let error = #expect(throws: SoundError.self) {
        var writer = try AudioFileWriter.create(
          FilePath(folder.path("a")), rate: 8000, channelCount: 2, format: format, replaces: false)
        try writer.write(sound)
        try writer.finish()
      }
      #expect(error?.kind == .inputOutput)
      #expect(error?.errno == .fileTooLarge)
      #expect(try folder.names().isEmpty)
    }
  }
}
