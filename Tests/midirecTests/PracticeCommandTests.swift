import Foundation
import MIDICore
import TestSupport
import Testing

/// `midirec diff --follow` with several takes.
@Suite struct PracticeCommandTests {
  let folder: TemporaryFolder

  /// A melody of 32 quarter notes at 120 BPM: eight bars.
  private static let pitches = (0..<32).map { UInt8(48 + ($0 * 23) % 31) }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try Self.file(Self.pitches), to: "score.mid")
    var pitches = Self.pitches
    for index in 8...10 { pitches[index] += 1 }
    try folder.write(try Self.file(pitches, step: 625), to: "monday.mid")
    pitches = Self.pitches
    pitches[8] += 1
    try folder.write(try Self.file(pitches), to: "火曜日.mid")
    try folder.write(Array("no take".utf8), to: "broken.mid")
  }

  private static func file(_ pitches: [UInt8], step: Int64 = 500) throws -> [UInt8] {
    try Samples.file(
      pitches.enumerated().flatMap { index, pitch in
        let (time, note) = (Int64(index) * step, NoteNumber(masking: pitch))
        return [
          (time, Message.noteOn(channel: .number(1), note: note, velocity: 80)),
          (time + 100, .noteOff(channel: .number(1), note: note, velocity: 64)),
        ]
      })
  }

  private func follow(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(
      TestEnvironment.midirec, ["diff", "--follow", "score.mid"] + arguments, in: folder.path)
  }

  @Test func takesAreTable() async throws {
    let result = try await follow("monday.mid", "火曜日.mid")
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    #expect(
      result.output == """
        expected: score.mid

        played  mistakes  tempo  steady  hardest    take
           90%         3    80%     ±0%  bar 3 (3)  monday.mid
           96%         1   100%     ±0%             火曜日.mid

        improved: bar 3
        still hard: bar 3

        """)
  }

  @Test func takesWithoutMistakesExitWith0() async throws {
    #expect(try await follow("score.mid", "score.mid").status == 0)
  }

  @Test func unreadableTakesAreReportedAndOthersCompared() async throws {
    let result = try await follow("broken.mid", "monday.mid", "absent.mid")
    #expect(result.status == 65)
    #expect(result.errors.contains("broken.mid"))
    #expect(result.errors.contains("absent.mid"))
    #expect(result.output.contains("  monday.mid\n"))
    #expect(try await follow("monday.mid", "absent.mid").status == 66)
  }

  @Test func jsonHasFailures() async throws {
    struct Document: Decodable {
      struct Named: Decodable { var name: String }
      var takes: [Named]
      var failures: [Named]
    }
    let result = try await follow("monday.mid", "absent.mid", "--json")
    #expect(result.status == 66)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.takes.map(\.name) == ["monday.mid"])
    #expect(document.failures.map(\.name) == ["absent.mid"])
  }

  @Test func pageIsWritten() async throws {
    #expect(try await follow("monday.mid", "火曜日.mid", "--html", "progress.html").status == 1)
    let page = String(decoding: try folder.bytes("progress.html"), as: UTF8.self)
    #expect(page.contains("<title>Takes of score.mid</title>"))
  }

  @Test(arguments: [
    (["--follow", "--match", "x.match"], "--match requires a single actual take (found 2)."),
    (["--follow", "--warp", "x.mid"], "--warp requires a single actual take (found 2)."),
    (["--follow", "--all"], "--all requires a single actual take (found 2)."),
    (["--follow", "--metrics"], "--metrics and --follow can't be used together."),
    ([], "Several actual takes require --follow."),
  ])
  func optionsOfOneTakeAreRejected(options: [String], message: String) async throws {
    let result = try await Program.run(
      TestEnvironment.midirec, ["diff", "score.mid", "monday.mid", "火曜日.mid"] + options, in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
