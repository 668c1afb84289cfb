import Foundation
import TestSupport
import Testing

/// How another package's tests fail and pass with MIDIRecTesting, in both frameworks: by `swift test`, as its users do.
@Suite(
  .serialized,
  .enabled(if: TestEnvironment.isFull, "builds another package: Scripts/test --full"))
struct ExamplePackageTests {
  private var pendingFiles: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: ExamplePackage.session)
        .filter { $0.contains(".pending.") }.sorted()
    }
  }

  /// The shell's lines by which the messages say that what came is accepted.
  private func acceptingLines(_ output: String) -> Set<String> {
    let words = "To accept it: "
    return Set(
      output.split(separator: "\n").compactMap { line in
        line.range(of: words).map { String(line[$0.upperBound...]) }
      })
  }

  @Test func testsFailAtTheirLinesAndPassOnceAPersonHasAccepted() async throws {
    let package = try ExamplePackage()

    let new = try await package.test(ci: "")
    #expect(new.status == 1, "\(new.errors)")
    let said = new.output + new.errors
    let own = #"expectSession("Recordings/scale", subject"#
    let line = try package.line(of: own, in: "MapperTests.swift")
    #expect(said.contains("recorded an issue at MapperTests.swift:\(line):"))
    let each = try package.line(of: "expectSession(session)", in: "MapperTests.swift")
    #expect(
      said.contains(
        "recorded an issue with 1 argument session → \"Recordings/scale\" at MapperTests.swift:\(each):"))
    let lineInXCTest = try package.line(of: own, in: "MapperXCTests.swift")
    #expect(
      said.contains(
        "MapperXCTests.swift:\(lineInXCTest): error: MapperXCTests.testTheMapperPlaysAnOctaveHigher : "
          + "failed - Recordings/scale (mapper): new: nothing is expected so far"))
    #expect(try pendingFiles == ["mapper.pending.txt", "notes.pending.txt"])

    let lines = acceptingLines(said)
    #expect(lines.count == 1, "\(lines)")
    for line in lines {
      let accepted = try await Program.run(
        "sh", ["-c", line.replacing("midirec accept", with: "'\(TestEnvironment.midirec)' accept")])
      #expect(accepted.status == 0, "\(line): \(accepted.errors)")
    }
    let passed = try await package.test(ci: "")
    #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
    #expect(try pendingFiles.isEmpty)

    // The message of the article: a note that isn't played any more.
    let expectation = ExamplePackage.session + "/mapper.expected.txt"
    let text = try String(contentsOfFile: expectation, encoding: .utf8)
    try text.replacing("velocity 100", with: "velocity 90").write(
      toFile: expectation, atomically: true, encoding: .utf8)
    let different = try await package.test(ci: "1")
    #expect(different.status == 1)
    let count =
      (different.output + different.errors)
      .components(separatedBy: "Recordings/scale (mapper): different: 3 wrong velocity\n").count - 1
    #expect(count == 2, "once in each framework")
    #expect((different.output + different.errors).contains("What came isn't kept, because CI is set."))
    #expect(try pendingFiles.isEmpty)
  }
}
