import MIDICore
import MIDIFiles
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

/// The code of the module's article, which `ArticleCodeTests` finds here.
@Suite struct ArticleTests {
  let folder: TemporaryFolder
  var path: FilePath { FilePath(folder.path("chord.mid")) }

  init() throws { folder = try TemporaryFolder() }

  @Test func takeIsRecordedAndFinished() throws {
    var take = try TakeFile.create(at: path, sources: [TakeSource(name: "Keyboard")], replacing: false)
    take.append(.noteOn(channel: .number(1), note: 60, velocity: 100), at: .zero)
    try take.sync()
    take.append(.noteOff(channel: .number(1), note: 60, velocity: 64), at: .milliseconds(500))
    try take.finish(at: .seconds(1))

    let recording = try Recording(contentsOf: path)
    #expect(recording.tracks.map(\.name) == ["Keyboard"])
    #expect(recording.messagesInOrder.map(\.time) == [.zero, .milliseconds(500)])
    #expect(recording.duration == .seconds(1))
  }

  @Test func abandonedJournalIsRecovered() throws {
    let folder = FilePath(folder.path)
    do {
      var take = try TakeFile.create(at: path, sources: [TakeSource(name: "Keyboard")], replacing: false)
      take.append(.noteOn(channel: .number(1), note: 60, velocity: 100), at: .zero)
      try take.sync()
    }
    #expect(OrphanedJournal.all(in: folder).map(\.path.lastComponent?.string) == ["chord.recording.mid"])

    for journal in OrphanedJournal.all(in: folder) where !journal.isInUse {
      try journal.recover()
    }
    #expect(try self.folder.names() == ["chord.mid"])
    #expect(try Recording(contentsOf: path).messagesInOrder.count == 1)
  }
}
