import MIDICore
import MIDIFiles
import SystemPackage
import TestSupport
import Testing

@Suite struct TakeFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func create(_ name: String = "take.mid", replacing: Bool = false) throws -> TakeFile {
    try TakeFile.create(at: FilePath(folder.path(name)), trackName: "LinnStrument", replacing: replacing)
  }

  private func recording(_ name: String) throws -> Recording {
    try MIDIFile(decoding: try folder.bytes(name)).recording()
  }

  private static let note = Message.noteOn(channel: 0, note: 60, velocity: 100)

  @Test func aFinishedTakeHasWhatWasAddedAndNothingBesideIt() throws {
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

  @Test func timesGoToTheNearestTickOf16Microseconds() throws {
    var take = try create()
    take.append(Self.note, at: Nanoseconds(rawValue: 7999))
    take.append(Self.note, at: Nanoseconds(rawValue: 8000))
    take.append(Self.note, at: Nanoseconds(rawValue: 24_001))
    try take.finish(at: .zero)
    #expect(try recording("take.mid").messagesInOrder.map(\.time.rawValue) == [0, 16_000, 32_000])
  }

  @Test func theJournalIsAWholeFileAfterEverySync() throws {
    var take = try create()
    #expect(try recording("take.recording.mid").messagesInOrder.isEmpty)
    for count in 1...50 {
      take.append(Self.note, at: .milliseconds(Int64(count) * 100))
      try take.sync()
      #expect(try recording("take.recording.mid").messagesInOrder.count == count)
    }
    try take.finish(at: .seconds(9))
    #expect(try recording("take.mid").messagesInOrder.count == 50)
  }

  @Test func markersStandInTheFileAndAreNotPlayed() throws {
    var take = try create()
    take.appendMarker("overrun", at: .seconds(1))
    try take.finish(at: .seconds(1))
    let events = try MIDIFile(decoding: try folder.bytes("take.mid")).tracks[0].events
    #expect(
      events.last
        == MIDIFile.TrackEvent(
          time: Ticks(rawValue: 62_500), event: .meta(.text(kind: .marker, bytes: Array("overrun".utf8)))))
    #expect(try recording("take.mid").messagesInOrder.isEmpty)
  }

  @Test func aFileThatExistsIsLeftAlone() throws {
    try folder.write([1, 2, 3], to: "take.mid")
    let error = #expect(throws: FileError.self) { _ = try create() }
    #expect(error?.errno == .fileExists)
    #expect(try folder.names() == ["take.mid"])
    #expect(try folder.bytes("take.mid") == [1, 2, 3])
  }

  @Test func aFileIsReplacedOnRequestAndOnlyAtTheEnd() throws {
    try folder.write([1, 2, 3], to: "take.mid")
    let take = try create(replacing: true)
    #expect(try folder.bytes("take.mid") == [1, 2, 3])
    try take.finish(at: .zero)
    #expect(try folder.names() == ["take.mid"])
    #expect(try recording("take.mid").tracks.count == 1)
  }

  @Test func aNameTakenInTheMeantimeLeavesTheTakeInItsJournal() throws {
    var take = try create()
    take.append(Self.note, at: .zero)
    try folder.write([1, 2, 3], to: "take.mid")
    var failure: FileError?
    do { try take.finish(at: .zero) } catch { failure = error }
    #expect(failure?.operation == .create)
    #expect(failure?.errno == .fileExists)
    #expect(try folder.bytes("take.mid") == [1, 2, 3])
    #expect(try recording("take.recording.mid").messagesInOrder.count == 1)
  }

  @Test func aJournalThatWasLeftBehindIsLeftAlone() throws {
    try folder.write([1], to: "take.recording.mid")
    let error = #expect(throws: FileError.self) { _ = try create() }
    #expect(error?.errno == .fileExists)
    #expect(error?.path.lastComponent == "take.recording.mid")
    #expect(try folder.bytes("take.recording.mid") == [1])
  }

  @Test(arguments: [false, true])
  func aFolderIsNeverReplaced(replacing: Bool) throws {
    let error = #expect(throws: FileError.self) { _ = try create(".", replacing: replacing) }
    #expect(error?.errno == .isDirectory)
  }

  @Test func anAbandonedTakeLeavesNothing() throws {
    try create().abandon()
    #expect(try folder.names() == [])
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    let error = #expect(throws: FileError.self) { _ = try create("missing/take.mid") }
    #expect(error?.errno == .noSuchFileOrDirectory)
    #expect(error?.path.lastComponent == "take.mid")
  }
}
