import Testing
import Timelines

@testable import Reports

@Suite struct TimelineLineChangesTests {
  private func timeline(_ lines: String..., sources: [String] = [""]) throws -> Timeline {
    let heading = ["midirec timeline 1"] + sources.enumerated().map { "source \($0 + 1) \"\($1)\"" }
    return try Timeline(text: Array(((heading + lines).joined(separator: "\n") + "\n").utf8))
  }

  private func changes(_ first: Timeline, _ second: Timeline) -> [String] {
    TimelineLineChanges(from: first, to: second).changes.map { "\($0.sign) \($0.line)" }
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
}
