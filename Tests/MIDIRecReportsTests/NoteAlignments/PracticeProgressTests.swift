import Following
import Foundation
import MIDICore
import Testing
import Timelines

@testable import MIDIRecReports

@Suite struct PracticeProgressTests {
  @Test func takesAreRowsInTheGivenOrder() {
    #expect(
      AlignmentSamples.progress().text == """
        expected: score.mid

        played  mistakes  tempo  steady  hardest  take
           87%         4    83%     ±0%           1.mid
           93%         1    83%     ±0%           2.mid
          100%         0    83%     ±0%           3.mid

        improved: bar 1
        """)
  }

  @Test func barsWithMistakesInTheLastTakesRemainHard() {
    var progress = AlignmentSamples.progress(names: ["1.mid", "2.mid"])
    #expect(progress.hardBars == [0] && progress.improvedBars.isEmpty)
    progress.append(AlignmentSamples.alignment, name: "3.mid")
    #expect(progress.hardBars == [0])
    #expect(progress.barLists == ["still hard: bar 1"])
  }

  @Test func otherPieceIsMarked() {
    var progress = AlignmentSamples.progress(names: [])
    let other = AlignmentSamples.performance((0..<20).map { ($0 * 300, 30 + ($0 * 7) % 11, 64) }, length: 90)
    progress.append(
      NoteAlignment(expected: AlignmentSamples.alignment.expected, actual: other), name: "other.mid")
    #expect(progress.text.hasSuffix("other.mid (another piece?)"), "\(progress.text)")
  }

  @Test func namesArePrintable() {
    let progress = AlignmentSamples.progress(names: ["\u{1B}[31m", "曲.mid", "a\nb"])
    #expect(!progress.text.contains("\u{1B}"))
    #expect(progress.text.contains("  曲.mid\n"))
  }

  @Test func documentHasNumbersPerBar() throws {
    let document = PracticeProgressDocument(
      AlignmentSamples.progress(), failures: [("4.mid", "no such file")])
    let data = Data(try JSONText.of(document).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let takes = try #require(object["takes"] as? [[String: Any]])
    #expect(takes.map { $0["name"] as? String } == ["1.mid", "2.mid", "3.mid"])
    #expect(takes.map { $0["mistakes"] as? Int } == [4, 1, 0])
    #expect(takes[0]["mistakesPerBar"] as? [Int] == [1, 1, 1, 1])
    #expect(takes[1]["playedPerBar"] as? [Int] == [3, 4, 4, 4])
    #expect(object["improvedBars"] as? [Int] == [1])
    #expect((object["failures"] as? [[String: String]]) == [["name": "4.mid", "error": "no such file"]])
  }

  @Test func pageSizeIsLinear() {
    func size(_ count: Int) -> Int {
      PracticeProgressPage.bytes(of: Self.progress(names: (0..<3).map { "\($0).mid" }, repeated: count)).count
    }
    // The list for browsers without scripts has at most 200 takes.
    let sizes = [300, 400, 500].map(size)
    #expect(abs(sizes[2] - 2 * sizes[1] + sizes[0]) < 16, "\(sizes)")
    #expect(sizes[2] - sizes[1] < 2000, "\(sizes)")
  }

  private static func progress(names: [String], repeated count: Int) -> PracticeProgress {
    var progress = AlignmentSamples.progress(names: names)
    for _ in 0..<count { progress.append(AlignmentSamples.alignment, name: "again.mid") }
    return progress
  }
}
