import Foundation
import TestSupport
import Testing

/// The tutorial on MIDIRecTesting, step by step: `swift test` in a separate package, with both test frameworks.
@Suite(
  .serialized,
  .enabled(if: TestEnvironment.isFull, "builds another package: Scripts/test --full"))
struct ExamplePackageTests {
  /// The paths of the pending files in the folder of the tests.
  private var pendingFiles: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: ExamplePackage.tests)
        .filter { $0.contains(".pending.") }.sorted()
    }
  }

  /// Expects that the output has the lines of the article's block that starts with the given text.
  private func expectBlock(_ start: String, in output: String, dropping count: Int = 0) throws {
    let article = try Article("Sources/MIDIRecTesting/MIDIRecTesting.docc/MIDIRecTesting.md")
    let block = try #require(article.blocks().first { $0.hasPrefix(start) })
    let output = output.replacing(ExamplePackage.folder, with: "…")
    for line in block.split(separator: "\n").dropLast(count) {
      #expect(output.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }

  @Test func tutorialLeadsToAcceptedExpectationsAndFindsRegression() async throws {
    let package = try await ExamplePackage()

    let new = try await package.test(ci: "")
    #expect(new.status == 1, "\(new.errors)")
    let output = new.output + new.errors
    try expectBlock("TriadTests (triad): new", in: output)
    for (name, call) in [
      ("TriadTests", "expectTimeline("), ("ScaleTests", "expectSession("),
      ("ToleranceTests", "expectSession("),
    ] {
      let line = try package.line(of: call, in: "\(name).swift")
      #expect(output.contains("recorded an issue at \(name).swift:\(line):"), "\(name)")
    }
    let line = try package.line(of: "expectSession(", in: "RecordingsTests.swift")
    #expect(
      output.contains(
        "issue with 1 argument session → \"Recordings/scale\" at RecordingsTests.swift:\(line):"))
    let lineInXCTest = try package.line(of: "expectSession(", in: "MapperXCTests.swift")
    #expect(
      output.contains(
        "MapperXCTests.swift:\(lineInXCTest): error: MapperXCTests.testScaleIsPlayedAnOctaveHigher : "
          + "failed - Recordings/scale (mapper): new: no expected result yet"))
    #expect(
      try pendingFiles == [
        "Recordings/scale/mapper.pending.txt", "__Snapshots__/TriadTests/triad.pending.txt",
      ])

    try expectBlock(
      "MapperTests/__Snapshots__",
      in: try await ExamplePackage.run("midirec review Tests --filter TriadTests").output)
    let accepted = try await ExamplePackage.run("midirec accept Tests")
    #expect(accepted.status == 0, "\(accepted.errors)")
    let passed = try await package.test(ci: "")
    #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
    #expect(try pendingFiles.isEmpty)

    let mapper = "Sources/Mapper/Mapper.swift"
    let source = try String(contentsOfFile: "\(ExamplePackage.folder)/\(mapper)", encoding: .utf8)
    try ExamplePackage.write(source.replacing("0x80...0x9F", with: "0x90...0x9F"), to: mapper)
    let different = try await package.test(ci: "1")
    #expect(different.status == 1)
    // The last two lines are about the pending file.
    try expectBlock(
      "TriadTests (triad): different", in: different.output + different.errors, dropping: 2)
    #expect((different.output + different.errors).contains("No file was written, because CI is set."))
    #expect(try pendingFiles.isEmpty)
    let attached = ExamplePackage.attachments + "/TriadTests.triad"
    let text = try String(contentsOfFile: "\(attached).pending.txt", encoding: .utf8)
    #expect(text.contains("note C4 60 stray-note-off"))
    let page = try String(contentsOfFile: "\(attached).html", encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<title>TriadTests (triad)</title>"))
  }
}
