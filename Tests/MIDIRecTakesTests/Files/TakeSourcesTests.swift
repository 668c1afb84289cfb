import Foundation
import MIDICore
import MIDIFiles
import MIDIRecSystem
import MIDIRecTakes
import SystemPackage
import TestSupport
import Testing

/// The sources of a take, and the tracks of several sources.
@Suite struct TakeSourcesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func create(
    _ sources: [TakeSource], addsSources: Bool = false, date: String? = nil
  ) throws -> TakeFile {
    try TakeFile.create(
      at: FilePath(folder.path("take.mid")), sources: sources, addsSources: addsSources, date: date,
      replacing: false)
  }

  private func file(_ name: String = "take.mid") throws -> MIDIFile {
    try MIDIFile(decoding: try folder.bytes(name))
  }

  private static func note(_ number: NoteNumber) -> Message {
    .noteOn(channel: .number(1), note: number, velocity: 100)
  }

  private static let pair = [TakeSource(name: "Left", portName: "MIDI 1"), TakeSource(name: "Right")]

  @Test func takeStoresSourceAndDate() throws {
    let source = TakeSource(name: "Linn MIDI 1", portName: "MIDI 1", hardware: "USB 1fc9:8124")
    try create([source], date: "2026-11-21T07:55:13Z").finish(at: .zero)
    #expect(
      try file().metaTexts == [
        [
          "3 Linn MIDI 1", "9 MIDI 1", "1 midirec: hardware USB 1fc9:8124",
          "1 midirec: recorded 2026-11-21T07:55:13Z",
        ]
      ])
  }

  @Test func textIsTruncatedTo127BytesAtACharacter() async throws {
    let name = String(repeating: "é", count: 100)
    try create([TakeSource(name: name)]).finish(at: .zero)
    #expect(try file().tracks[0].name == String(repeating: "é", count: 63))
    try await WrittenTake.expectSecondReadersAgree(on: [folder.path("take.mid")])
  }

  @Test func markersAreInTheirSourcesTrackAndNotPlayed() throws {
    var take = try create(Self.pair)
    for (index, marker) in TakeMarker.allCases.enumerated() {
      take.appendMarker(marker, at: .seconds(Int64(index)), from: 1)
    }
    try take.finish(at: .seconds(9))
    #expect(
      try file().metaTexts[1] == [
        "3 Right", "6 midirec: overrun, events were lost here",
        "6 midirec: an event without a MIDI message was dropped here",
        "6 midirec: Right disconnected here", "6 midirec: Right reconnected here",
        "6 midirec: recording resumed here after a gap",
      ])
    #expect(try file().recording().messagesInOrder.isEmpty)
  }

  @Test func addedSourceGetsATrackThatStartsWithItsName() throws {
    var take = try create([Self.pair[0]], addsSources: true)
    take.append(Self.note(60), at: .milliseconds(16), from: 0)
    take.addSource(Self.pair[1])
    take.append(Self.note(61), at: .milliseconds(32), from: 1)
    take.appendMarker(.sourceDisconnected, at: .milliseconds(48), from: 1)
    take.append(Self.note(62), at: .milliseconds(64), from: 0)
    try take.finish(at: .seconds(1))
    let file = try file()
    #expect(file.format == .simultaneousTracks)
    #expect(file.tracks.map(\.name) == ["Left", "Right"])
    let second = Array(file.tracks[1].events)
    #expect(second.map(\.time.rawValue) == [0, 0, 2000, 3000])
    #expect(second[2].event == .message(Self.note(61)))
    #expect(file.metaTexts[1] == ["3 Right", "6 midirec: Right disconnected here"])
  }

  @Test func takeWithoutAddedSourcesHasOneTrack() throws {
    var take = try create([Self.pair[0]], addsSources: true)
    take.append(Self.note(60), at: .milliseconds(16), from: 0)
    try take.finish(at: .seconds(1))
    #expect(try file().format == .singleTrack)
    #expect(try file().tracks.map(\.name) == ["Left"])
  }

  @Test func recoveredTakeHasItsAddedSource() throws {
    do {
      var take = try create([Self.pair[0]], addsSources: true)
      take.addSource(Self.pair[1])
      take.append(Self.note(61), at: .milliseconds(32), from: 1)
      try take.sync()
      _ = consume take
    }
    let journal = try #require(OrphanedJournal(FilePath(folder.path("take.recording.mid"))))
    try journal.recover()
    #expect(try file().tracks.map(\.name) == ["Left", "Right"])
  }

  @Test func takeHasMoreThan256Sources() throws {
    var take = try create((0..<300).map { TakeSource(name: "Port \($0)") })
    for source in [299, 0, 255, 256] {
      take.append(Self.note(NoteNumber(masking: UInt8(source % 100))), at: .milliseconds(16), from: source)
    }
    try take.finish(at: .seconds(1))
    let tracks = try file().tracks
    #expect(tracks.map(\.name) == (0..<300).map { "Port \($0)" })
    let played = tracks.indices.filter { index in
      tracks[index].events.contains {
        $0.event == .message(Self.note(NoteNumber(masking: UInt8(index % 100))))
      }
    }
    #expect(played == [0, 255, 256, 299])
  }

  @Test func eachSourceGetsATrackWithItsName() throws {
    var take = try create(Self.pair)
    take.append(Self.note(60), at: .milliseconds(16), from: 0)
    take.append(Self.note(61), at: .milliseconds(16), from: 1)
    take.append(Self.note(62), at: .milliseconds(32), from: 1)
    take.append(Self.note(63), at: .milliseconds(48), from: 0)
    try take.finish(at: .seconds(1))

    #expect(try folder.names() == ["take.mid"])
    let file = try file()
    #expect(file.format == .simultaneousTracks)
    #expect(file.metaTexts == [["3 Left", "9 MIDI 1"], ["3 Right"]])
    #expect(file.tracks.map(\.end.rawValue) == [62_500, 62_500])
    let recording = try file.recording()
    #expect(recording.tracks.map(\.name) == ["Left", "Right"])
    #expect(recording.tracks.map(\.port) == [0, 1])
    #expect(
      recording.tracks.map { $0.messages.map(\.message) } == [
        [Self.note(60), Self.note(63)], [Self.note(61), Self.note(62)],
      ])
    #expect(
      recording.tracks.map { $0.messages.map(\.time.rawValue) } == [
        [16_000_000, 48_000_000], [16_000_000, 32_000_000],
      ])
  }

  @Test func journalOfSeveralSourcesPlaysAllOfThem() async throws {
    var take = try create(Self.pair)
    take.append(Self.note(60), at: .milliseconds(16), from: 0)
    take.append(Self.note(61), at: .milliseconds(32), from: 1)
    try take.sync()
    let journal = try file("take.recording.mid")
    #expect(journal.format == .singleTrack)
    #expect(try journal.recording().messagesInOrder.map(\.message) == [Self.note(60), Self.note(61)])
    try await WrittenTake.expectSecondReadersAgree(on: [folder.path("take.recording.mid")])
    take.abandon()
  }

  @Test func damageOfJournalDoesNotReachTheTake() throws {
    var take = try create(Self.pair)
    take.append(Self.note(60), at: .zero, from: 0)
    take.append(Self.note(61), at: .zero, from: 1)
    try take.sync()
    // The velocity of the first note, which strict decoding rejects.
    let path = folder.path("take.recording.mid")
    let offset = try #require(try folder.bytes("take.recording.mid").lastIndex(of: 60))
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(offset + 1))
    try file.write(contentsOf: [0xE4])
    try file.close()
    try take.finish(at: .zero)
    let finished = try MIDIFile(decoding: folder.bytes("take.mid"))
    #expect(finished.tracks.map(\.name) == ["Left", "Right"])
    #expect(try finished.recording().messagesInOrder.map(\.message) == [Self.note(60), Self.note(61)])
  }

  @Test func laterNameConflictKeepsAllSourcesInJournal() throws {
    var take = try create(Self.pair)
    take.append(Self.note(61), at: .zero, from: 1)
    try folder.write([1], to: "take.mid")
    var failure: UnfinishedTake?
    do { try take.finish(at: .zero) } catch { failure = error }
    #expect(failure?.cause.errno == .fileExists)
    #expect(failure?.part?.isWhole == true)
    try failure?.save(to: FilePath(folder.path("other.mid")), replacing: false)
    for name in ["take.recording.mid", "other.mid"] {
      #expect(try file(name).recording().messagesInOrder.map(\.message) == [Self.note(61)])
    }
    #expect(try file("other.mid").tracks.map(\.name) == ["Left", "Right"])
  }
}

extension MIDIFile {
  /// The texts of each track with their types, such as `3 Left`.
  fileprivate var metaTexts: [[String]] {
    tracks.map { track in
      track.events.compactMap { event in
        switch event.event {
        case .meta(.text(let kind, let bytes)): "\(kind.rawValue) \(String(decoding: bytes, as: UTF8.self))"
        default: nil
        }
      }
    }
  }
}
