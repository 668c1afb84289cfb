import Foundation
import TestSupport
import Testing

@Suite struct VerifyCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Samples.file(notesAt: (0..<600).map { $0 * 100 }), to: "take.mid")
    var damaged = try folder.bytes("take.mid")
    damaged[9] = 7  // the format
    try folder.write(damaged, to: "damaged.mid")
    try folder.write(Array("Dear diary".utf8), to: "diary.mid")
  }

  private func verify(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(TestEnvironment.midirec, ["verify"] + arguments, in: folder.path)
  }

  @Test func intactFileExitsWith0() async throws {
    let result = try await verify("take.mid")
    #expect(result.status == 0)
    #expect(result.output == "take.mid: 1,200 events in 1 track; verified with libsmf\n")
    #expect(result.errors.isEmpty)
  }

  @Test func fileThatLibsmfCannotReadPasses() async throws {
    var bytes = try folder.bytes("take.mid")
    bytes[9] = 2  // format 2
    try folder.write(bytes, to: "pieces.mid")
    let result = try await verify("pieces.mid")
    #expect(result.status == 0)
    #expect(
      result.output
        == "pieces.mid: 1,200 events in 1 track; not verified with libsmf: libsmf reads only formats 0 and 1\n"
    )
  }

  @Test func damagedFileExitsWith65AndOthersAreChecked() async throws {
    let result = try await verify("damaged.mid", "missing.mid", "take.mid")
    #expect(result.status == 65)
    #expect(
      result.output == """
        damaged.mid: 1,200 events in 1 track; damaged, 1 violation of the specification:
          byte 8: expected format 0, 1, or 2, found 7; read as format 1
        take.mid: 1,200 events in 1 track; verified with libsmf

        """)
    #expect(result.errors == "midirec: can't read missing.mid: No such file or directory\n")
  }

  @Test func invalidFileExitsWith65() async throws {
    let result = try await verify("diary.mid", "take.mid")
    #expect(result.status == 65)
    #expect(result.output == "take.mid: 1,200 events in 1 track; verified with libsmf\n")
    #expect(
      result.errors
        == "midirec: diary.mid: byte 0: expected a Standard MIDI File, which begins with MThd, found \"Dear\"…\n"
    )
  }

  @Test func missingFileExitsWith66() async throws {
    let result = try await verify("missing.mid", "take.mid")
    #expect(result.status == 66)
    #expect(result.output == "take.mid: 1,200 events in 1 track; verified with libsmf\n")
  }

  @Test func standardInputIsAccepted() async throws {
    let command = "'\(TestEnvironment.midirec)' verify - <take.mid"
    let result = try await Program.run("sh", ["-c", command], in: folder.path)
    #expect(result.status == 0)
    #expect(result.output == "standard input: 1,200 events in 1 track; verified with libsmf\n")
  }

  @Test func resultIsPrintedAsJSON() async throws {
    let result = try await verify("--json", "damaged.mid", "missing.mid", "take.mid")
    #expect(result.status == 65)
    let documents = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(documents.map { $0["file"] as? String } == ["damaged.mid", "missing.mid", "take.mid"])
    #expect(documents.map { $0["isGood"] as? Bool } == [false, false, true])
    #expect(documents.map { $0["events"] as? Int } == [1200, 0, 1200])
    #expect(documents.map { $0["tracks"] as? Int } == [1, 0, 1])
    #expect(documents.map { $0["violationCount"] as? Int } == [1, 0, 0])
    #expect(
      documents.map { $0["error"] as? String } == [
        nil, "can't read missing.mid: No such file or directory", nil,
      ])
    #expect((documents.first?["violations"] as? [[String: Any]])?.first?["offset"] as? Int == 8)
    #expect(documents.last?["libsmf"] as? String == "agrees")
  }
}
