import MIDICore
import MIDIFiles
import MIDIRecReports
import TestSupport
import Testing
import Timelines

/// The work and the size of an output grow in proportion to the take.
@Suite(.serialized) struct GrowthTests {
  /// An output of a command.
  enum Output: String, CaseIterable {
    case table, json, timeline, readTimeline, roll, report, reportAsJSON, page

    /// Returns the size of the output of a take as a terminal gets it.
    func size(
      of decoded: MIDIFile.Decoded, _ performances: (Performance, Performance), _ timeline: Timeline
    ) throws -> Int {
      let file = decoded.file
      func comparison() -> Comparison { Comparison(expected: performances.0, actual: performances.1) }
      return switch self {
      case .table: file.eventDocuments.map(\.line).joined(separator: "\n").printableLines.utf8.count
      case .json:
        try JSONText.of(FileSummary(decoded, name: "take.mid", listsEvents: true))
          .printableLines.utf8.count
      case .timeline: timeline.text.printableLines.utf8.count
      case .readTimeline: try Timeline(text: Array(timeline.text.utf8)).entries.count
      case .roll: PianoRoll(try file.recording(), name: "take.mid").svg().utf8.count
      case .report:
        comparison().text(expectedName: "a", actualName: "b", differenceLimit: nil)
          .printableLines.utf8.count
      case .reportAsJSON: try JSONText.of(ComparisonDocument(comparison())).printableLines.utf8.count
      case .page:
        ComparisonPage(comparison(), title: "takes", expectedName: "a", actualName: "b").bytes().count
      }
    }
  }

  /// Takes of all gestures, 8 times as long. Work in proportion takes 8 times as long, and quadratic work 64 times.
  @Test(arguments: Output.allCases) func workGrowsInProportion(output: Output) throws {
    func work(_ count: Int) throws -> (time: Duration, size: Int) {
      let take = WildTake(ofAllGestures: 7).repeated(count)
      let decoded = try MIDIFile.decode(take.bytes)
      let recording = try decoded.file.recording()
      let timeline = Timeline(recording)
      // Everything is missing, so that a report is as long as the take.
      let performances = (
        Performance(timeline), Performance(sources: timeline.sources, notes: [], end: .zero)
      )
      var size = 0
      var failure: (any Error)?
      let time = ProcessorTime.measure {
        do { size = try output.size(of: decoded, performances, timeline) } catch { failure = error }
      }
      if let failure { throw failure }
      return (time, size)
    }
    _ = try work(16)
    let (once, eightTimes) = (try work(64), try work(512))
    #expect(eightTimes.time < once.time * 24, "\(once), \(eightTimes)")
    // Later times have more digits.
    #expect(once.size > 0 && eightTimes.size < once.size * 12, "\(once), \(eightTimes)")
  }
}
