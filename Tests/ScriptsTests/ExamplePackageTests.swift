import Foundation
import TestSupport
import Testing

/// The tutorials, step by step: `swift test` in separate packages, with both test frameworks.
@Suite(
  .serialized,
  .enabled(if: TestEnvironment.isFull, "builds another package: Scripts/test --full"))
struct ExamplePackageTests {
  /// Returns the paths of the pending files in the folder of a package's tests.
  private func pendingFiles(_ tests: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: tests).filter { $0.contains(".pending.") }.sorted()
  }

  /// Expects that the output has the lines of the article's block that starts with the given text.
  ///
  /// The times of takes that were recorded on a simulated machine depend on its programs.
  private func expectBlock(
    _ start: String, of article: Article, in output: String, dropping count: Int = 0, times: Bool = true
  ) throws {
    let block = try #require(article.blocks().first { $0.hasPrefix(start) })
    for line in block.split(separator: "\n").dropLast(count) {
      let line = line.trimmingCharacters(in: .whitespaces)
      #expect(output.contains(times ? line : line.replacing(/^\d+\.\d{6}/, with: "")), "\(line)")
    }
  }

  @Test func tutorialLeadsToAcceptedExpectationsAndFindsRegression() async throws {
    let article = try Article("Sources/MIDIRecTesting/MIDIRecTesting.docc/MIDIRecTesting.md")
    let package = try ExamplePackage("mapper", of: article)
    let tests = package.folder + "/Tests/MapperTests"
    try Data(Samples.file(notesAt: [0, 500, 1000])).write(to: URL(filePath: package.folder + "/take.mid"))
    _ = try await package.run(try #require(article.blocks("sh").first { $0.hasPrefix("midirec new") }))
    func expectBlock(_ start: String, in output: String, dropping count: Int = 0) throws {
      try self.expectBlock(
        start, of: article, in: output.replacing(package.folder, with: "…"), dropping: count)
    }

    let new = try await package.test(ci: "")
    #expect(new.status == 1, "\(new.errors)")
    let output = new.output + new.errors
    try expectBlock("TriadTests (triad): new", in: output)
    for (name, call) in [
      ("TriadTests", "expectTimeline("), ("ScaleTests", "expectSession("),
      ("ToleranceTests", "expectSession("),
    ] {
      let line = try package.line(of: call, in: "Tests/MapperTests/\(name).swift")
      #expect(output.contains("recorded an issue at \(name).swift:\(line):"), "\(name)")
    }
    let line = try package.line(of: "expectSession(", in: "Tests/MapperTests/RecordingsTests.swift")
    #expect(
      output.contains(
        "issue with 1 argument session → \"Recordings/scale\" at RecordingsTests.swift:\(line):"))
    let lineInXCTest = try package.line(of: "expectSession(", in: "Tests/MapperTests/MapperXCTests.swift")
    #expect(
      output.contains(
        "MapperXCTests.swift:\(lineInXCTest): error: MapperXCTests.testScaleIsPlayedAnOctaveHigher : "
          + "failed - Recordings/scale (mapper): new: no expected result yet"))
    #expect(
      try pendingFiles(tests) == [
        "Recordings/scale/mapper.pending.txt", "__Snapshots__/TriadTests/triad.pending.txt",
      ])

    try expectBlock(
      "MapperTests/__Snapshots__",
      in: try await package.run("midirec review Tests --filter TriadTests").output)
    let accepted = try await package.run("midirec accept Tests")
    #expect(accepted.status == 0, "\(accepted.errors)")
    let passed = try await package.test(ci: "")
    #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
    #expect(try pendingFiles(tests).isEmpty)

    let storms = "Tests/MapperTests/StormTests.swift"
    let undeclared = try String(contentsOfFile: "\(package.folder)/\(storms)", encoding: .utf8)
    try package.write(
      undeclared.replacing("expectInvariants {", with: "expectInvariants(transposing: 12) {"), to: storms)
    let clamped = try await package.test(ci: "1")
    try expectBlock("transposes: ", in: clamped.output + clamped.errors)
    try package.write(undeclared, to: storms)

    let mapper = "Sources/Mapper/Mapper.swift"
    let source = try String(contentsOfFile: "\(package.folder)/\(mapper)", encoding: .utf8)
    try package.write(source.replacing("0x80...0x9F", with: "0x90...0x9F"), to: mapper)
    let different = try await package.test(ci: "1")
    #expect(different.status == 1)
    // The last two lines are about the pending file.
    try expectBlock(
      "TriadTests (triad): different", in: different.output + different.errors, dropping: 2)
    #expect((different.output + different.errors).contains("No file was written, because CI is set."))
    #expect(try pendingFiles(tests).isEmpty)
    let attached = package.attachments + "/TriadTests.triad"
    let text = try String(contentsOfFile: "\(attached).pending.txt", encoding: .utf8)
    #expect(text.contains("note C4 60 stray-note-off"))
    let page = try String(contentsOfFile: "\(attached).html", encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<title>TriadTests (triad)</title>"))
  }

  @Test func programLightsHeldNotes() async throws {
    let article = try Article("Sources/ALSASequencer/ALSASequencer.docc/MIDIInSwiftOnLinux.md")
    let package = try ExamplePackage("lights", of: article)
    let session = package.folder + "/Tests/LightsTests/Recordings/chord"
    try FileManager.default.createDirectory(atPath: session, withIntermediateDirectories: true)
    let program = TestEnvironment.projectFolder + "/.build/example/build/debug/Lights"
    func runBlock(with part: String) async throws -> Program.Result {
      let block = try #require(article.blocks("sh").first { $0.contains(part) })
      return try await package.run(block.replacing(".build/debug/Lights", with: program))
    }
    let recorded = try await runBlock(with: "midirec capture")
    #expect(recorded.status == 0, "\(recorded.errors)")

    let new = try await package.test(ci: "")
    #expect(
      (new.output + new.errors).contains("Recordings/chord (lights): new: no expected result yet"), "\(new)")
    let pending = try String(contentsOfFile: session + "/lights.pending.txt", encoding: .utf8)
    try expectBlock("1.070336 1 1 light", of: article, in: pending, times: false)
    #expect(try await package.run("midirec accept Tests").status == 0)
    #expect(try await package.test(ci: "1").status == 0)

    let played = try await runBlock(with: "midirec monitor")
    try expectBlock("LinnStrument is connected", of: article, in: played.output, times: false)
    let replugged = try await package.run(
      """
      midirec simulate --linnstrument -- sh -c '
        timeout 9 "\(program)" & sleep 1; midirec send --out Player on C4 100; sleep 1
        midirec instrument unplug; midirec instrument plug; sleep 1
        midirec monitor --in Player --for 3s & sleep 1; midirec send --out Player on C4 100; wait'
      """)
    #expect(replugged.output.contains("control change 22 value 5"), "\(replugged)")

    let logic = "Sources/LightsCore/HeldNotes.swift"
    let source = try String(contentsOfFile: "\(package.folder)/\(logic)", encoding: .utf8)
    let change = try #require(article.blocks("swift").first { $0.hasPrefix("var highlights") })
    try package.write(source.replacing("let highlights = tracker.highlights\n", with: change), to: logic)
    let different = try await package.test(ci: "1")
    try expectBlock(
      "Recordings/chord (lights): different", of: article, in: different.output + different.errors,
      times: false)
  }
}
