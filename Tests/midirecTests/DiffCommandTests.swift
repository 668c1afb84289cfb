import Foundation
import TestSupport
import Testing

@Suite struct DiffCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Samples.file(notesAt: [0, 500, 1000]), to: "expected.mid")
  }

  private func diff(_ actual: [Int64], _ options: String...) async throws -> Program.Result {
    try folder.write(Samples.file(notesAt: actual), to: "actual.mid")
    return try await Program.run(
      TestEnvironment.midirec, ["diff", "expected.mid", "actual.mid"] + options, in: folder.path)
  }

  @Test func theSameIsExitCode0() async throws {
    let result = try await diff([250, 750, 1250])
    #expect(result.status == 0)
    #expect(
      result.output == """
        expected: expected.mid: 3 notes, 0 other messages
        actual:   actual.mid: 3 notes, 0 other messages
        aligned:  the actual recording is 0.250000 s later as a whole
        same: every note and message within 5.000 ms, onsets at most 0.000 ms off

        """)
    #expect(result.errors.isEmpty)
  }

  @Test func aDifferenceIsExitCode1() async throws {
    let result = try await diff([0, 510, 1000])
    #expect(result.status == 1)
    #expect(result.output.contains("\n0.500000  C#4 on channel 1: late by 10.000 ms\n"))
    #expect(result.output.hasSuffix("\ndifferent: 1 late\n"))
    #expect(result.errors.isEmpty)
  }

  @Test func theToleranceIsAnOption() async throws {
    #expect(try await diff([0, 510, 1000], "--tolerance", "10ms").status == 0)
    #expect(try await diff([0, 510, 1000], "--tolerance", "9.999ms").status == 1)
  }

  @Test func alignmentCanBeSwitchedOff() async throws {
    #expect(try await diff([250, 750, 1250], "--no-align").status == 1)
  }

  @Test func allDifferencesAreListedOnRequest() async throws {
    let extra = (0..<30).map { Int64(2000 + $0 * 100) }
    #expect(try await diff([0, 500, 1000] + extra).output.contains("… and 10 more"))
    let all = try await diff([0, 500, 1000] + extra, "--all").output
    #expect(all.split(separator: "\n").filter { $0.contains("on channel 1: extra") }.count == 30)
  }

  @Test func otherProgramsGetJSON() async throws {
    let result = try await diff([0, 510, 1000], "--json")
    #expect(result.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(document["isSame"] as? Bool == false)
    #expect(document["expectedNotes"] as? Int == 3)
    let differences = try #require(document["differences"] as? [[String: Any]])
    #expect(differences.count == 1)
    #expect(differences[0]["kinds"] as? [String] == ["late"])
    #expect(differences[0]["time"] as? Int == 500_000_000)
  }
}
