import Foundation
import MIDIRecSound
import SystemPackage
import TestSupport
import Testing

@Suite struct AudioFileWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: FilePath { FilePath(folder.path("a.wav")) }

  private func write(_ samples: [Float], replaces: Bool) throws {
    var writer = try AudioFileWriter.create(
      path, rate: 8000, channelCount: 1, format: .s16, replaces: replaces)
    try writer.write(try #require(AudioBuffer(rate: 8000, channels: [samples])))
    try writer.finish()
  }

  @Test func existingFileIsReplacedOnlyIfAllowed() throws {
    try write([0.5], replaces: false)
    let error = #expect(throws: SoundError.self) { try write([0.25], replaces: false) }
    #expect(error?.kind == .cannotCreate)
    #expect(error?.errno == .fileExists)
    #expect(try AudioFile(reading: path).buffer.channels == [[0.5]])
    try write([0.25], replaces: true)
    #expect(try AudioFile(reading: path).buffer.channels == [[0.25]])
    #expect(try folder.names() == ["a.wav"])
  }

  /// An error at the end would waste a long rendering.
  @Test func existingFileIsReportedAtOnce() throws {
    try write([0.5], replaces: false)
    let error = #expect(throws: SoundError.self) {
      _ = try AudioFileWriter.create(path, rate: 8000, channelCount: 1, format: .s16, replaces: false)
    }
    #expect(error?.kind == .cannotCreate)
    #expect(error?.errno == .fileExists)
  }

  @Test(arguments: [false, true]) func folderIsNeverReplaced(_ replaces: Bool) throws {
    try folder.makeFolder("a.wav")
    let error = #expect(throws: SoundError.self) {
      _ = try AudioFileWriter.create(path, rate: 8000, channelCount: 1, format: .s16, replaces: replaces)
    }
    #expect(error?.kind == .cannotCreate)
    #expect(error?.errno == .isDirectory)
    #expect(try folder.names() == ["a.wav"])
  }

  @Test func fileHasDefaultPermissions() throws {
    try write([0.5], replaces: false)
    let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
    let mode = try #require(attributes[.posixPermissions] as? Int)
    let mask = try #require(Self.creationMask)
    #expect(mode == 0o644 & ~mask)
  }

  /// The permissions that the process removes from new files. Reading them with `umask` would change them.
  private static var creationMask: Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("Umask:") }
    return line?.split(separator: "\t").last.flatMap { Int($0, radix: 8) }
  }

  @Test func fileCreatedMeanwhileIsKept() throws {
    let writer = try AudioFileWriter.create(
      path, rate: 8000, channelCount: 1, format: .s16, replaces: false)
    try folder.write([1, 2, 3], to: "a.wav")
    do throws(SoundError) {
      try writer.finish()
      Issue.record("the name is taken")
    } catch {
      #expect(error.errno == .fileExists)
    }
    #expect(try folder.bytes("a.wav") == [1, 2, 3])
    #expect(try folder.names() == ["a.wav"])
  }

  @Test func onlyCompleteFileHasName() throws {
    try write([0.5], replaces: false)
    var writer = try AudioFileWriter.create(path, rate: 8000, channelCount: 1, format: .s16, replaces: true)
    try writer.write(try #require(AudioBuffer(rate: 8000, channels: [[0.25]])))
    #expect(try AudioFile(reading: path).buffer.channels == [[0.5]])
    try writer.finish()
    #expect(try AudioFile(reading: path).buffer.channels == [[0.25]])
    #expect(try folder.names() == ["a.wav"])
  }

  /// The bytes are synced first, then the name, then the folder, so that a named file is complete even after a power
  /// failure.
  @Test(.enabled(if: TestEnvironment.hasProgram("strace"), "strace isn't installed; run Scripts/setup peers"))
  func fileIsSyncedBeforeItIsNamed() async throws {
    let log = folder.path("log")
    // Runs the previous test, which creates a file and replaces it.
    let result = try await Program.run(
      "strace",
      [
        "-f", "--seccomp-bpf", "-o", log, "-e", "trace=fdatasync,fsync,/^link,/^rename",
        CommandLine.arguments[0],
        "--testing-library", "swift-testing", "--filter", "onlyCompleteFileHasName",
      ])
    try #require(result.status == 0, "\(result.errors)")
    // A thread ID and the call. A failing call shows that a name exists.
    let calls = String(decoding: try folder.bytes("log"), as: UTF8.self).split(separator: "\n").compactMap {
      line -> String? in
      if line.contains("EEXIST") { return nil }
      let call = line.drop { $0 != " " }.drop { $0 == " " }
      return ["fdatasync", "fsync", "link", "rename"].first { call.hasPrefix($0) }
    }
    #expect(calls == ["fdatasync", "link", "fsync", "fdatasync", "link", "rename", "fsync"])
  }

  @Test func unfinishedFileLeavesNoFile() throws {
    do {
      var writer = try AudioFileWriter.create(
        path, rate: 8000, channelCount: 1, format: .flac, replaces: false)
      try writer.write(try #require(AudioBuffer(rate: 8000, channels: [[0.25]])))
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func fullDeviceIsReported() throws {
    let error = #expect(throws: SoundError.self) {
      let writer = try AudioFileWriter.create(
        "/dev/full", rate: 8000, channelCount: 1, format: .s16, replaces: false)
      try writer.finish()
    }
    #expect(error?.kind == .inputOutput)
    #expect(error?.errno == .noSpace)
  }

  @Test func unseekableOutputGetsCompleteFile() throws {
    let buffer = try #require(AudioBuffer(rate: 8000, channels: [[0.5, 0.25]]))
    let pipe = try FileDescriptor.pipe()
    var writer = try AudioFileWriter.create(
      copyingTo: pipe.writeEnd, name: "standard output", rate: 8000, channelCount: 1, format: .float)
    try writer.write(buffer)
    try writer.finish()
    try pipe.writeEnd.close()
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = try bytes.withUnsafeMutableBytes { try pipe.readEnd.read(into: $0) }
    try pipe.readEnd.close()
    #expect(Array(bytes.prefix(count)) == (try AudioFileWriter.bytes(of: buffer, format: .float)))
    #expect(try AudioFile(decoding: Array(bytes.prefix(count)), name: "-").buffer == buffer)
  }

  /// The reader waits for the end.
  @Test func namedPipeIsClosedAtEnd() throws {
    try #require(mkfifo(path.string, 0o600) == 0)
    let reader = try FileDescriptor.open(path, .readOnly, options: .nonBlocking)
    defer { try? reader.close() }
    let buffer = try #require(AudioBuffer(rate: 8000, channels: [[0.5, 0.25]]))
    var writer = try AudioFileWriter.create(
      path, rate: 8000, channelCount: 1, format: .s16, replaces: false)
    try writer.write(buffer)
    try writer.finish()
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = try bytes.withUnsafeMutableBytes { try reader.read(into: $0) }
    #expect(try AudioFile(decoding: Array(bytes.prefix(count)), name: "a").buffer == buffer)
    // A child that another test starts at this moment has the pipe open until it runs its program.
    var polled = pollfd(fd: reader.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 60_000) == 1)
    #expect(try bytes.withUnsafeMutableBytes { try reader.read(into: $0) } == 0)
  }

  /// 2,096,640 frames of 1,024 channels are 4 GiB minus the reserved megabyte.
  @Test func excessiveWAVFileIsRejectedBeforeWriting() throws {
    var writer = try AudioFileWriter.create(
      path, rate: 8000, channelCount: 1024, format: .s16, replaces: false)
    // All channels share one array.
    let silence = [Float](repeating: 0, count: 2_096_641)
    let piece = try #require(AudioBuffer(rate: 8000, channels: Array(repeating: silence, count: 1024)))
    let error = #expect(throws: SoundError.self) { try writer.write(piece) }
    #expect(error?.kind == .cannotCreate)
  }

  @Test(arguments: [(0, 1, nil), (8000, 0, nil), (8000, 9, nil), (700_000, 1, nil), (8000, 1, "a\0b")])
  func impossibleFormatIsRejectedAtOnce(_ rate: Int, _ channelCount: Int, _ comment: String?) throws {
    let error = #expect(throws: SoundError.self) {
      _ = try AudioFileWriter.create(
        path, rate: rate, channelCount: channelCount, format: .flac, comment: comment, replaces: false)
    }
    #expect(error?.kind == .cannotCreate)
    #expect(try folder.names().isEmpty)
  }

  @Test func emptyFLACFileIsRejected() throws {
    let error = #expect(throws: SoundError.self) {
      let writer = try AudioFileWriter.create(
        path, rate: 8000, channelCount: 1, format: .flac, replaces: false)
      try writer.finish()
    }
    #expect(error?.kind == .cannotCreate)
    #expect(try folder.names().isEmpty)
  }

  @Test func mismatchedPieceIsRejected() throws {
    var writer = try AudioFileWriter.create(
      path, rate: 8000, channelCount: 1, format: .s16, replaces: false)
    let error = #expect(throws: SoundError.self) {
      try writer.write(AudioBuffer(rate: 44_100, channelCount: 1))
    }
    #expect(error?.kind == .cannotCreate)
  }
}
