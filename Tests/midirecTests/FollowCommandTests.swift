import Foundation
import MIDICore
import MIDIFiles
import TestSupport
import Testing

@Suite struct FollowCommandTests {
  let folder: TemporaryFolder

  /// The onsets of the performance in milliseconds. The tempo halves, and the fifth note is missing.
  private static let played: [Int64] = [100, 350, 600, 850, 1850, 2350, 2850]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try Self.file((0..<8).map { ($0 * 500, UInt8($0)) }), to: "score.mid")
    let notes = zip(Self.played, [0, 1, 2, 3, 5, 6, 7] as [UInt8]).map { ($0, $1) }
    try folder.write(try Self.file(notes), to: "take.mid")
  }

  private static func file(_ notes: [(Int64, UInt8)]) throws -> [UInt8] {
    let pitches: [UInt8] = [60, 64, 67, 62, 65, 69, 64, 71]
    return try Samples.file(
      notes.flatMap { time, index in
        let note = NoteNumber(masking: pitches[Int(index)])
        return [
          (time, Message.noteOn(channel: .number(1), note: note, velocity: 80)),
          (time + 100, .noteOff(channel: .number(1), note: note, velocity: 64)),
        ]
      })
  }

  private func follow(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(
      TestEnvironment.midirec, ["diff", "--follow"] + arguments, in: folder.path)
  }

  @Test func mistakesAreListedWhateverTheTempo() async throws {
    let result = try await follow("score.mid", "take.mid")
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    #expect(
      result.output == """
        expected: score.mid: 8 notes, 3.6 s
        actual:   take.mid: 7 notes, 2.95 s
        different: 1 missing
        played:   7 of 8 notes, bars 1 to 2
        tempo:    192 BPM, 160% of the expected tempo

        2:1.00  1.350000  F4: missing

        """)
  }

  @Test func performanceOfAllNotesExitsWith0() async throws {
    #expect(try await follow("take.mid", "take.mid").status == 0)
  }

  @Test func jsonHasTheMatches() async throws {
    struct Document: Decodable {
      struct Passage: Decodable { var matches: [[Int]] }
      var passages: [Passage]
    }
    let result = try await follow("score.mid", "take.mid", "--json")
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(
      document.passages.map(\.matches) == [[[0, 0], [1, 1], [2, 2], [3, 3], [5, 4], [6, 5], [7, 6]]])
  }

  @Test func warpedFileHasTheTimesOfTheScore() async throws {
    #expect(try await follow("score.mid", "take.mid", "--warp", "warped.mid").status == 1)
    let file = try MIDIFile.decode(try folder.bytes("warped.mid")).file
    let onsets = try file.recording().tracks.flatMap(\.messages).compactMap { message in
      if case .noteOn = message.message { message.time } else { nil }
    }
    #expect(onsets == [0, 500, 1000, 1500, 2500, 3000, 3500].map { Nanoseconds.milliseconds($0) })
    // A comparison of times then finds only the missing note, because no note starts elsewhere.
    let result = try await Program.run(
      TestEnvironment.midirec,
      ["diff", "score.mid", "warped.mid", "--no-align", "--offset-tolerance", "1s"], in: folder.path)
    #expect(result.output.hasSuffix("different: 1 missing\n\n2.000000  F4 on channel 1: missing\n"))
  }

  @Test func matchFileAndPageAreWritten() async throws {
    let result = try await follow("score.mid", "take.mid", "--match", "take.match", "--html", "take.html")
    #expect(result.status == 1)
    let match = String(decoding: try folder.bytes("take.match"), as: UTF8.self)
    #expect(match.hasPrefix("info(matchFileVersion,1.0.0).\n"))
    #expect(
      match.split(separator: "\n").filter { $0.hasPrefix("snote(") && $0.contains("-note(") }.count == 7)
    #expect(String(decoding: try folder.bytes("take.html"), as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
  }

  @Test func existingFilesAreReplacedOnlyWithForce() async throws {
    try folder.write(Array("mine".utf8), to: "take.match")
    let refused = try await follow("score.mid", "take.mid", "--match", "take.match")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("take.match already exists; use --force to replace it"))
    #expect(try folder.bytes("take.match") == Array("mine".utf8))
    #expect(try await follow("score.mid", "take.mid", "--match", "take.match", "--force").status == 1)
    #expect(try folder.bytes("take.match") != Array("mine".utf8))
  }

  @Test(arguments: [
    (["--tolerance", "5ms"], "--tolerance and --follow can't be used together."),
    (["--metrics"], "--metrics and --follow can't be used together."),
    (["--no-align"], "--no-align and --follow can't be used together."),
    (["--warp", "-"], "--warp needs the name of a file."),
    (["--force"], "--force requires --html, --match, or --warp."),
  ])
  func wrongOptionsAreRejected(options: [String], message: String) async throws {
    let result = try await Program.run(
      TestEnvironment.midirec, ["diff", "--follow", "score.mid", "take.mid"] + options, in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func outputsRequireFollow() async throws {
    let result = try await Program.run(
      TestEnvironment.midirec, ["diff", "score.mid", "take.mid", "--match", "x"], in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.contains("--match requires --follow."))
  }

  @Test func timelinesHaveNoBeats() async throws {
    let timeline = "midirec-timeline 1\n"
    try folder.write(Array(timeline.utf8), to: "notes.txt")
    let result = try await follow("notes.txt", "take.mid", "--warp", "warped.mid")
    #expect(result.status == 64 || result.status == 65, "\(result.errors)")
  }
}
