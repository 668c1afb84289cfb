import TestSupport
import Testing
import Timelines

@Suite struct TextComparisonTests {
  /// Returns the changes in the form of a diff.
  private func changes(_ expected: String, _ actual: String) -> [String] {
    TextComparison(expected: expected, actual: actual).changes.map {
      "\($0.kind == .missing ? "-" : "+")\($0.line) \($0.text)"
    }
  }

  @Test func equalTextsDoNotDiffer() {
    #expect(changes("a\nb\n", "a\nb\n") == [])
    #expect(changes("", "") == [])
  }

  @Test func replacementFollowsReplacedLine() {
    #expect(changes("a\nb\nc\n", "a\nx\nc\n") == ["-2 b", "+2 x"])
  }

  @Test func missingAndExtraLinesHaveTheirPositions() {
    #expect(changes("a\nb\nc\nd\n", "b\nc\nx\nd\ny\n") == ["-1 a", "+3 x", "+5 y"])
  }

  @Test func allLinesCanDiffer() {
    #expect(changes("a\nb\n", "c\nd\ne\n") == ["-1 a", "-2 b", "+1 c", "+2 d", "+3 e"])
  }

  @Test func finalLineFeedCounts() {
    #expect(changes("a\n", "a") == ["-2 "])
    #expect(changes("", "a\n") == ["+1 a"])
  }

  @Test func linesAreComparedAsBytes() {
    #expect(changes("\u{E9}\n", "e\u{301}\n") == ["-1 \u{E9}", "+1 e\u{301}"])
    #expect(changes("a\r\n", "a\n") == ["-1 a\r", "+1 a"])
  }

  /// Two exchanged lines are few changes among many repeated lines.
  @Test func repeatedLinesAreMatchedInOrder() {
    #expect(changes("a\nb\na\nb\na\n", "a\nb\nb\na\n") == ["-3 a"])
  }

  /// For all texts, undoing the changes gives the first text.
  @Test func changesTransformOneTextToTheOther() {
    var random = SeededGenerator(seed: 71)
    for round in 0..<(TestEnvironment.isFull ? 300 : 60) {
      let kinds = [2, 5, 40, 4000][round % 4]
      func lines() -> [String] {
        (0..<Int.random(in: 1...(round % 10 == 0 ? 1500 : 40), using: &random)).map { _ in
          "\(Int.random(in: 0..<kinds, using: &random))"
        }
      }
      let (expected, actual) = (lines(), lines())
      let comparison = TextComparison(
        expected: expected.joined(separator: "\n"), actual: actual.joined(separator: "\n"))
      #expect(rebuilt(actual, without: comparison) == expected)
      #expect(inOrder(comparison))
    }
  }

  private func rebuilt(_ actual: [String], without comparison: TextComparison) -> [String] {
    var lines = actual
    for change in comparison.changes.reversed() where change.kind == .extra {
      #expect(lines[change.line - 1] == change.text)
      lines.remove(at: change.line - 1)
    }
    for change in comparison.changes where change.kind == .missing {
      lines.insert(change.text, at: change.line - 1)
    }
    return lines
  }

  private func inOrder(_ comparison: TextComparison) -> Bool {
    [TextComparison.Change.Kind.missing, .extra].allSatisfy { kind in
      let lines = comparison.changes.filter { $0.kind == kind }.map(\.line)
      return zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  /// The minimum number of changes, unless there are many.
  @Test func numberOfChangesIsMinimal() {
    var random = SeededGenerator(seed: 72)
    for _ in 0..<200 {
      let (first, second) = (letters(&random), letters(&random))
      let count = TextComparison(
        expected: first.joined(separator: "\n"), actual: second.joined(separator: "\n")
      ).changes.count
      #expect(count == first.count + second.count - 2 * longestCommon(first, second))
    }
  }

  private func letters(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 1...30, using: &random)).map { _ in "\(Int.random(in: 0..<4, using: &random))" }
  }

  private func longestCommon(_ first: [String], _ second: [String]) -> Int {
    var last = Array(repeating: 0, count: second.count + 1)
    for line in first {
      var current = [0]
      for (index, other) in second.enumerated() {
        current.append(line == other ? last[index] + 1 : max(last[index + 1], current[index]))
      }
      last = current
    }
    return last[second.count]
  }

  /// The square of the number of lines, 10¹⁰ steps, would be too slow.
  @Test(.timeLimit(.minutes(1)), arguments: [0, 1, 2])
  func manyDifferentLinesTakeLinearTime(kind: Int) {
    let count = 100_000
    let numbers = Array(0..<count)
    let expected = numbers.map { "\($0)" }
    let actual =
      switch kind {
      case 0: numbers.map { "other \($0)" }
      case 1: numbers.reversed().map { "\($0)" }
      default: numbers.map { "\($0 * 7919 % count)" }
      }
    let comparison = TextComparison(
      expected: expected.joined(separator: "\n"), actual: actual.joined(separator: "\n"))
    #expect(comparison.changes.count > count)
    #expect(comparison.changes.count <= 2 * count)
  }

  @Test(.timeLimit(.minutes(1))) func fewChangesAmongManyLinesAreFound() {
    var lines = (0..<100_000).map { "\($0 % 7)" }
    let expected = lines.joined(separator: "\n")
    for index in stride(from: 99_000, to: 0, by: -5_000) { lines.remove(at: index) }
    #expect(changes(expected, lines.joined(separator: "\n")).count == 20)
  }
}
