import Sound
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

  @Test func aFileThatIsThereStaysUnlessItMayBeReplaced() throws {
    try write([0.5], replaces: false)
    let error = #expect(throws: AudioFileError.self) { try write([0.25], replaces: false) }
    #expect(error?.kind == .cannotCreate)
    #expect(error?.errno == .fileExists)
    #expect(try AudioFile(reading: path).buffer.channels == [[0.5]])
    try write([0.25], replaces: true)
    #expect(try AudioFile(reading: path).buffer.channels == [[0.25]])
    #expect(try folder.names() == ["a.wav"])
  }

  @Test func aNameThatIsTakenMeanwhileIsLeftAlone() throws {
    let writer = try AudioFileWriter.create(
      path, rate: 8000, channelCount: 1, format: .s16, replaces: false)
    try folder.write([1, 2, 3], to: "a.wav")
    do throws(AudioFileError) {
      try writer.finish()
      Issue.record("the name is taken")
    } catch {
      #expect(error.errno == .fileExists)
    }
    #expect(try folder.bytes("a.wav") == [1, 2, 3])
    #expect(try folder.names() == ["a.wav"])
  }

  @Test func aFileHasItsNameOnlyWhenItIsWhole() throws {
    try write([0.5], replaces: false)
    var writer = try AudioFileWriter.create(path, rate: 8000, channelCount: 1, format: .s16, replaces: true)
    try writer.write(try #require(AudioBuffer(rate: 8000, channels: [[0.25]])))
    #expect(try AudioFile(reading: path).buffer.channels == [[0.5]])
    try writer.finish()
    #expect(try AudioFile(reading: path).buffer.channels == [[0.25]])
    #expect(try folder.names() == ["a.wav"])
  }

  @Test func aFileThatIsNeverFinishedLeavesNothing() throws {
    do {
      var writer = try AudioFileWriter.create(
        path, rate: 8000, channelCount: 1, format: .flac, replaces: false)
      try writer.write(try #require(AudioBuffer(rate: 8000, channels: [[0.25]])))
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func aFullDeviceIsAnError() throws {
    let error = #expect(throws: AudioFileError.self) {
      let writer = try AudioFileWriter.create(
        "/dev/full", rate: 8000, channelCount: 1, format: .s16, replaces: false)
      try writer.finish()
    }
    #expect(error?.kind == .inputOutput)
    #expect(error?.errno == .noSpace)
  }

  @Test func whereNobodyCanSeekComesAWholeFile() throws {
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

  @Test(arguments: [(0, 1, nil), (8000, 0, nil), (8000, 9, nil), (700_000, 1, nil), (8000, 1, "a\0b")])
  func whatNoFileCanBeIsAnErrorAtOnce(_ rate: Int, _ channelCount: Int, _ comment: String?) throws {
    let error = #expect(throws: AudioFileError.self) {
      _ = try AudioFileWriter.create(
        path, rate: rate, channelCount: channelCount, format: .flac, comment: comment, replaces: false)
    }
    #expect(error?.kind == .cannotCreate)
    #expect(try folder.names().isEmpty)
  }

  @Test func aFLACFileOfNothingIsAnError() throws {
    let error = #expect(throws: AudioFileError.self) {
      let writer = try AudioFileWriter.create(
        path, rate: 8000, channelCount: 1, format: .flac, replaces: false)
      try writer.finish()
    }
    #expect(error?.kind == .cannotCreate)
    #expect(try folder.names().isEmpty)
  }

  @Test func piecesOfAnotherKindAreAnError() throws {
    var writer = try AudioFileWriter.create(
      path, rate: 8000, channelCount: 1, format: .s16, replaces: false)
    let error = #expect(throws: AudioFileError.self) {
      try writer.write(AudioBuffer(rate: 44_100, channelCount: 1))
    }
    #expect(error?.kind == .cannotCreate)
  }
}
