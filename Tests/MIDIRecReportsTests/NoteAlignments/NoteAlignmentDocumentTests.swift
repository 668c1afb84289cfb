import Following
import Foundation
import MIDICore
import Testing
import Timelines

@testable import MIDIRecReports

@Suite struct NoteAlignmentDocumentTests {
  private func document(meter: Bool) throws -> [String: Any] {
    let document = NoteAlignmentDocument(
      AlignmentSamples.alignment, expectedName: "score.mid", actualName: "take.mid",
      meter: meter ? AlignmentSamples.meter : nil)
    let data = Data(try JSONText.of(document).utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func matchesAndMistakesAreIndicesOfNotes() throws {
    let document = try document(meter: true)
    #expect(document["isSame"] as? Bool == false)
    #expect(
      document["counts"] as? [String: Int] == ["missing": 1, "extra": 1, "wrong pitch": 1, "swapped": 1])
    let passages = try #require(document["passages"] as? [[String: Any]])
    #expect(passages.count == 1)
    #expect((passages[0]["matches"] as? [[Int]])?.count == 14)
    let mistakes = try #require(document["mistakes"] as? [[String: Any]])
    #expect(mistakes.map { $0["kind"] as? String } == ["wrong pitch", "swapped", "missing", "extra"])
    #expect(mistakes[0]["expected"] as? [Int] == [3])
    #expect(mistakes[0]["actual"] as? [Int] == [3])
    #expect(mistakes[0]["expectedTime"] as? Int == 1_500_000_000)
    #expect(mistakes[0]["actualTime"] as? Int == 2_800_000_000)
    #expect((mistakes[0]["position"] as? [String: Double]) == ["bar": 1, "beat": 4])
    #expect(mistakes[0]["text"] as? String == "D4: played as D#4")
  }

  @Test func tempoIsInBeatsPerMinuteOrRelative() throws {
    let inBeats = try #require(try document(meter: true)["tempos"] as? [[String: Any]])
    #expect(inBeats.compactMap { $0["bar"] as? Int } == [1, 2, 3])
    #expect(inBeats.allSatisfy { abs(($0["beatsPerMinute"] as? Double ?? 0) - 100) < 0.5 })
    let relative = try #require(try document(meter: false)["tempos"] as? [[String: Any]])
    #expect(relative.allSatisfy { abs(($0["speed"] as? Double ?? 0) - 5 / 6) < 0.005 && $0["bar"] == nil })
  }
}
