import Testing
import Timelines

@testable import MIDIRecSessions

@Suite struct ContextLinesTests {
  private func timeline(_ lines: String..., sources: [String] = [""]) throws -> Timeline {
    let heading = ["midirec timeline 1"] + sources.enumerated().map { "source \($0 + 1) \"\($1)\"" }
    return try Timeline(text: Array(((heading + lines).joined(separator: "\n") + "\n").utf8))
  }

  private func changes(_ first: Timeline, _ second: Timeline) -> [String] {
    ContextLines(from: first, to: second).lines.filter { "+-".contains($0.sign) && !$0.sign.isEmpty }
      .map { "\($0.sign) \($0.line)" }
  }

  @Test func equalTimelinesHaveNoChanges() throws {
    let timeline = try timeline("0.000000 1 1 pedal sustain 127", "1.000000 end")
    #expect(changes(timeline, timeline) == [])
  }

  @Test func extraLineShiftsNoOthers() throws {
    let first = try timeline(
      "0.000000 1 1 program 1", "1.000000 1 1 program 1", "2.000000 1 1 program 1", "3.000000 end")
    let second = try timeline(
      "0.000000 1 1 program 1", "0.500000 1 1 program 1", "1.000000 1 1 program 1", "2.000000 1 1 program 1",
      "3.000000 end")
    #expect(changes(first, second) == ["+ 0.500000 1 1 program 1"])
    #expect(changes(second, first) == ["- 0.500000 1 1 program 1"])
  }

  @Test func linesWithOneTimeStayTogether() throws {
    let first = try timeline("1.000000 1 1 program 1", "1.000000 1 2 program 2", "2.000000 end")
    let second = try timeline("1.000000 1 1 program 3", "1.000000 1 2 program 2", "2.000000 end")
    #expect(changes(first, second) == ["- 1.000000 1 1 program 1", "+ 1.000000 1 1 program 3"])
  }

  @Test func repeatedLinesAreCountedSeparately() throws {
    let line = "1.000000 1 - clock F8"
    let first = try timeline(line, line, line, "2.000000 end")
    #expect(changes(first, try timeline(line, "2.000000 end")) == ["- \(line)", "- \(line)"])
  }

  @Test func sourcesAndEndAreCompared() throws {
    let first = try timeline("1.000000 end", sources: ["a"])
    let second = try timeline("2.000000 end", sources: ["b"])
    #expect(
      changes(first, second) == ["- source 1 \"a\"", "+ source 1 \"b\"", "- 1.000000 end", "+ 2.000000 end"])
  }

  @Test func twoEqualLinesAreShownAroundDifferences() throws {
    let texts = ["1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "1\n2\n3\nx\n5\n6\n7\n8\n9\n10\n12\n13\n"]
    let lines = ContextLines(TextComparison(expected: texts[0], actual: texts[1]), of: texts[1]).lines
    #expect(
      lines.map { $0.sign + $0.line } == [
        " 2", " 3", "-4", "+x", " 5", " 6", "", " 9", " 10", "-11", " 12", "+13",
      ])
  }

  @Test func equalEntriesOfOneTimeAreContext() throws {
    let first = try timeline("1.000000 1 1 program 1", "1.000000 1 2 program 2", "2.000000 end")
    let second = try timeline("1.000000 1 1 program 3", "1.000000 1 2 program 2", "2.000000 end")
    let lines = ContextLines(from: first, to: second).lines.map { $0.sign + $0.line }
    #expect(
      lines == [
        " source 1 \"\"", " 1.000000 1 2 program 2", "-1.000000 1 1 program 1", "+1.000000 1 1 program 3",
        " 2.000000 end",
      ])
  }
}
