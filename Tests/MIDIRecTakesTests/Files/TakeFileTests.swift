import MIDICore
import MIDIFiles
import MIDIRecSystem
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

@Suite struct TakeFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func create(_ name: String = "take.mid", replacing: Bool = false) throws -> TakeFile {
    try TakeFile.create(
      at: FilePath(folder.path(name)), sources: [TakeSource(name: "LinnStrument")], replacing: replacing)
  }

  private func recording(_ name: String) throws -> Recording {
    try MIDIFile(decoding: try folder.bytes(name)).recording()
  }

  private static let note = Message.noteOn(channel: .number(1), note: 60, velocity: 100)

  @Test func finishedTakeHasAddedEventsAndNoOtherFiles() throws {
    var take = try create()
    take.append(Self.note, at: .milliseconds(16))
    take.append(.systemExclusive(SystemExclusive(payload: [0x7E, 1])), at: .milliseconds(32))
    take.append(.start, at: .milliseconds(48))
    try take.finish(at: .seconds(2))

    #expect(try folder.names() == ["take.mid"])
    let recording = try recording("take.mid")
    #expect(recording.tracks.map(\.name) == ["LinnStrument"])
    #expect(
      recording.messagesInOrder == [
        TimedMessage(time: .milliseconds(16), message: Self.note),
        TimedMessage(
          time: .milliseconds(32), message: .systemExclusive(SystemExclusive(payload: [0x7E, 1]))),
        TimedMessage(time: .milliseconds(48), message: .start),
      ])
    let file = try MIDIFile(decoding: try folder.bytes("take.mid"))
    #expect(file.format == .singleTrack)
    #expect(file.division == .ticksPerQuarter(31_250))
    #expect(file.tracks[0].end == Ticks(rawValue: 125_000))
  }

  @Test func timesAreRoundedToTicksOf16Microseconds() throws {
    var take = try create()
    take.append(Self.note, at: Nanoseconds(rawValue: 7999))
    take.append(Self.note, at: Nanoseconds(rawValue: 8000))
    take.append(Self.note, at: Nanoseconds(rawValue: 24_001))
    try take.finish(at: .zero)
    #expect(try recording("take.mid").messagesInOrder.map(\.time.rawValue) == [0, 16_000, 32_000])
  }

  @Test func journalIsValidAndCompleteAfterEachSync() throws {
    var take = try create()
    #expect(try recording("take.recording.mid").messagesInOrder.isEmpty)
    for count in 1...50 {
      take.append(Self.note, at: .milliseconds(Int64(count) * 100))
      #expect(try recording("take.recording.mid").messagesInOrder.count == count - 1)
      try take.sync()
      #expect(try recording("take.recording.mid").messagesInOrder.count == count)
    }
    try take.finish(at: .seconds(9))
    #expect(try recording("take.mid").messagesInOrder.count == 50)
    #expect(try folder.names() == ["take.mid"])
  }

  @Test func visibleJournalFileIsNeverWrittenTo() throws {
    var take = try create()
    var shown = try FileDescriptor.open(folder.path("take.recording.mid"), .readOnly)
    for count in 1...5 {
      let before = try recording("take.recording.mid").messagesInOrder.count
      take.append(Self.note, at: .milliseconds(Int64(count)))
      try take.sync()
      // After the sync, the previously visible file is unchanged, whatever its name.
      var bytes = [UInt8](repeating: 0, count: 1000)
      let length = try bytes.withUnsafeMutableBytes { try shown.read(fromAbsoluteOffset: 0, into: $0) }
      let old = try MIDIFile(decoding: Array(bytes.prefix(length))).recording()
      #expect(old.messagesInOrder.count == before)
      try shown.close()
      shown = try FileDescriptor.open(folder.path("take.recording.mid"), .readOnly)
    }
    try shown.close()
    take.abandon()
  }

  @Test func existingFileIsKept() throws {
    try folder.write([1, 2, 3], to: "take.mid")
    let error = #expect(throws: FileError.self) { _ = try create() }
    #expect(error?.errno == .fileExists)
    #expect(try folder.names() == ["take.mid"])
    #expect(try folder.bytes("take.mid") == [1, 2, 3])
  }

  @Test func existingFileIsReplacedOnlyWhenFinished() throws {
    try folder.write([1, 2, 3], to: "take.mid")
    let take = try create(replacing: true)
    #expect(try folder.bytes("take.mid") == [1, 2, 3])
    try take.finish(at: .zero)
    #expect(try folder.names() == ["take.mid"])
    #expect(try recording("take.mid").tracks.count == 1)
  }

  @Test func laterNameConflictKeepsTakeInJournal() throws {
    var take = try create()
    take.append(Self.note, at: .zero)
    try folder.write([1, 2, 3], to: "take.mid")
    var failure: UnfinishedTake?
    do { try take.finish(at: .zero) } catch { failure = error }
    #expect(failure?.cause.operation == .create)
    #expect(failure?.cause.errno == .fileExists)
    #expect(failure?.part?.isWhole == true)
    #expect(failure?.part?.path.lastComponent == "take.recording.mid")
    let path = FilePath(folder.path("take"))
    #expect(
      failure?.description
        == "can't create \(path).mid: File exists; \(path).recording.mid holds the first 0 ms")
    #expect(try folder.bytes("take.mid") == [1, 2, 3])
    #expect(try recording("take.recording.mid").messagesInOrder.count == 1)
  }

  @Test(arguments: ["take.recording.mid", ".take.recording.next.mid", ".take.recording.last.mid"])
  func orphanedJournalIsKept(name: String) throws {
    try folder.write([1], to: name)
    let error = #expect(throws: FileError.self) { _ = try create() }
    #expect(error?.errno == .fileExists)
    #expect(error?.path.lastComponent == "take.recording.mid")
    #expect(try folder.names() == [name])
    #expect(try folder.bytes(name) == [1])
  }

  @Test(arguments: [false, true])
  func folderIsNeverReplaced(replacing: Bool) throws {
    let error = #expect(throws: FileError.self) { _ = try create(".", replacing: replacing) }
    #expect(error?.errno == .isDirectory)
  }

  @Test func abandonedTakeLeavesNoFiles() throws {
    try create().abandon()
    #expect(try folder.names() == [])
  }

  @Test func missingFolderIsAnError() {
    let error = #expect(throws: FileError.self) { _ = try create("missing/take.mid") }
    #expect(error?.errno == .noSuchFileOrDirectory)
    #expect(error?.path.lastComponent == "take.mid")
  }
}
