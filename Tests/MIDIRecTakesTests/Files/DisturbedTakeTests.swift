import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSystem
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

/// Takes whose files a different program deletes, replaces, or moves.
@Suite struct DisturbedTakeTests {
  let folder: TemporaryFolder
  private let foreign: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("takes")
    foreign = try Samples.file(notesAt: (0..<500).map { $0 * 100 })
  }

  private static func message(_ index: Int) -> Message {
    .controlChange(channel: .number(1), controller: 1, value: UInt7(masking: UInt8(index % 128)))
  }

  private func create(sources: Int = 1) throws -> TakeFile {
    try TakeFile.create(
      at: FilePath(folder.path("takes/take.mid")),
      sources: (0..<sources).map { TakeSource(name: "Source \($0)") }, date: "2026-11-21T07:55:13Z",
      replacing: false)
  }

  private func record(_ range: Range<Int>, to take: inout TakeFile) throws {
    for index in range {
      take.append(
        Self.message(index), at: .milliseconds(Int64(index)), from: index % take.sources.count)
    }
    try take.sync()
  }

  private func messages(_ path: FilePath) throws -> [Message] {
    try Recording(contentsOf: path).messagesInOrder.map(\.message)
  }

  @Test(arguments: Disturbance.allCases, [1, 2])
  func finishedTakeHasAllEvents(disturbance: Disturbance, sources: Int) throws {
    var take = try create(sources: sources)
    try record(0..<100, to: &take)
    try disturbance.apply(in: folder.path("takes"), foreign: foreign)
    try record(100..<200, to: &take)
    let path = try take.finish(at: .seconds(1))
    #expect(path.string == folder.path(disturbance.movesTake ? "takes-renamed/take.mid" : "takes/take.mid"))
    #expect(try messages(path) == (0..<200).map(Self.message))
    // Only the other program's file is left.
    for name in try folder.names() {
      for file in try folder.names(in: name) where file != "take.mid" {
        #expect(try folder.bytes("\(name)/\(file)") == foreign, "\(name)/\(file)")
      }
    }
  }

  @Test(arguments: Disturbance.allCases, [1, 2])
  func killedTakeIsRecovered(disturbance: Disturbance, sources: Int) throws {
    let journalPath: FilePath
    do {
      var take = try create(sources: sources)
      try record(0..<100, to: &take)
      try disturbance.apply(in: folder.path("takes"), foreign: foreign)
      // A regular sync without new events notices it.
      try take.sync()
      journalPath = take.journalPath
    }
    let recovered = try #require(OrphanedJournal(ofFile: journalPath)).recover()
    #expect(recovered.kept.isEmpty)
    #expect(try messages(recovered.path) == (0..<100).map(Self.message))
  }

  @Test func takeStaysInMemoryIfItsFolderCannotBeCreatedAgain() throws {
    var take = try create()
    try record(0..<100, to: &take)
    try folder.remove("takes")
    try folder.write([1], to: "takes")
    var failure: UnfinishedTake?
    do { try take.finish(at: .seconds(1)) } catch { failure = error }
    let unfinished = try #require(failure)
    #expect(unfinished.part == nil)
    let other = FilePath(folder.path("other.mid"))
    try unfinished.save(to: other, replacing: false)
    #expect(try messages(other) == (0..<100).map(Self.message))
    #expect(try folder.bytes("takes") == [1])
  }

  @Test func takeIsNotWrittenOverFileThatHasItsName() throws {
    var take = try create()
    try record(0..<100, to: &take)
    try Disturbance.folderReplaced.apply(in: folder.path("takes"), foreign: foreign)
    try folder.write(foreign, to: "takes-renamed/take.mid")
    var failure: UnfinishedTake?
    do { try take.finish(at: .seconds(1)) } catch { failure = error }
    #expect(failure?.cause.errno == .fileExists)
    #expect(failure?.part?.path.string == folder.path("takes-renamed/take.recording.mid"))
    #expect(failure?.part?.isWhole == true)
    #expect(try folder.bytes("takes-renamed/take.mid") == foreign)
  }

  @Test func touchedJournalIsStillUsed() throws {
    var take = try create()
    try record(0..<100, to: &take)
    for name in try folder.names(in: "takes") {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path("takes/\(name)"))
    }
    try record(100..<200, to: &take)
    #expect(take.restartCount == 0)
    #expect(try messages(try take.finish(at: .seconds(1))) == (0..<200).map(Self.message))
  }
}
