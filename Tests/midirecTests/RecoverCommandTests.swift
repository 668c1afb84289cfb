import Foundation
import MIDICore
import MIDIFiles
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

/// The effects and messages of `midirec recover`.
@Suite struct RecoverCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a journal with a note of one second, like a killed capture.
  private func leaveJournal(_ name: String = "take.mid", sources: [String] = ["Linn"]) throws {
    var take = try TakeFile.create(
      at: FilePath(folder.path(name)), sources: sources.map { TakeSource(name: $0) }, replacing: false)
    take.append(.noteOn(channel: .number(1), note: 60, velocity: 100), at: .seconds(1))
    take.append(
      .noteOff(channel: .number(1), note: 60, velocity: 64), at: .seconds(2), from: sources.count - 1)
    try take.sync()
  }

  @Test(arguments: ["take.mid", "take.recording.mid"])
  func takeIsFinishedAndDescribed(name: String) async throws {
    try leaveJournal()
    let result = try await Program.midirec("recover", name, in: folder.path)
    #expect(result.status == 0)
    #expect(result.output == "take.mid: 1 note, 2 messages, 2 s\n")
    #expect(result.errors.isEmpty)
    #expect(try folder.names() == ["take.mid"])
  }

  @Test func resultIsPrintedAsJSON() async throws {
    try leaveJournal(sources: ["Left", "Right"])
    let result = try await Program.midirec("recover", "take.mid", "-o", "new.mid", "--json", in: folder.path)
    #expect(result.status == 0)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(document["file"] as? String == "new.mid")
    #expect(document["events"] as? Int == 2)
    #expect(document["notes"] as? Int == 1)
    #expect(document["duration"] as? Int == 2_000_000_000)
    let tracks = try Samples.recording(folder.path("new.mid")).tracks
    #expect(tracks.map(\.name) == ["Left", "Right"])
    #expect(tracks.map(\.messages.count) == [1, 1])
  }

  @Test func existingFileIsReplacedOnlyWithForce() async throws {
    try leaveJournal()
    try folder.write([1], to: "take.mid")
    let refused = try await Program.midirec("recover", "take.mid", in: folder.path)
    #expect(refused.status == 73)
    #expect(
      refused.errors == """
        midirec: take.mid already exists; use --force to replace it, or choose another name with -o

        """)
    #expect(try folder.bytes("take.mid") == [1])
    #expect(try await Program.midirec("recover", "take.mid", "--force", in: folder.path).status == 0)
    #expect(try Samples.recording(folder.path("take.mid")).messagesInOrder.count == 2)
  }

  @Test func missingJournalIsReported() async throws {
    try folder.write([1], to: "take.mid")
    let result = try await Program.midirec("recover", "take.mid", in: folder.path)
    #expect(result.status == 66)
    #expect(result.errors == "midirec: no journal found for take.mid\n")
  }

  @Test func takeInProgressIsNotChanged() async throws {
    let take = try TakeFile.create(
      at: FilePath(folder.path("take.mid")), sources: [TakeSource(name: "Linn")], replacing: false)
    let result = try await Program.midirec("recover", "take.mid", in: folder.path)
    #expect(result.status == 73)
    #expect(
      result.errors
        == "midirec: take.recording.mid is still being recorded; end its capture with Ctrl-C\n")
    try take.finish(at: .zero)
    #expect(try folder.names() == ["take.mid"])
  }

  @Test func invalidTakeIsNamedWithOffset() async throws {
    try folder.write(Array("RIFF, which is something else".utf8), to: "take.recording.mid")
    let result = try await Program.midirec("recover", "take.mid", in: folder.path)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("midirec: take.recording.mid: byte 0: expected a Standard MIDI File"))
    #expect(try folder.names() == ["take.recording.mid"])
  }
}
