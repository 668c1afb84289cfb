import Foundation
import Instruments
import MIDICore
import TestSupport
import Testing
import Timelines

/// The claims of the article on the grid.
@Suite struct GridArticleTests {
  private let article: String

  init() throws {
    let path = "\(TestEnvironment.projectFolder)/Sources/Instruments/Instruments.docc/Grid.md"
    article = try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Returns the cells of the table after a heading.
  private func table(_ heading: String) throws -> [[String]] {
    let lines = article.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| \(heading) |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  @Test func articleListsExactlyAllOptions() throws {
    let names = try table("Option").flatMap { row in
      row[0].components(separatedBy: ", ").map { $0.trimmingCharacters(in: ["`"]) }
    }
    #expect(names.sorted() == GridOption.allCases.map(\.rawValue).sorted())
  }

  @Test func rowStartsMatchTable() throws {
    func starts(_ rowOffset: String) -> [Int?] {
      var settings = GridSettings()
      guard settings.set(.rowOffset, to: rowOffset) else { return [] }
      let layout = GridLayout(settings)
      return (0..<8).map { row in layout.note(of: GridCell(column: 1, row: row)).map { Int($0.rawValue) } }
    }
    for offset in 0...11 { #expect(starts("\(offset)") == (0..<8).map { 30 + $0 * offset }) }
    for offset in 12...16 {
      #expect(starts("\(offset)") == (0..<8).map { 18 + $0 * offset }.map { $0 <= 127 ? $0 : nil })
    }
    for offset in -11...(-1) {
      #expect(starts("\(offset)") == (0..<8).map { 65 + $0 * offset }.map { $0 >= 0 ? $0 : nil })
    }
    for offset in -16...(-12) { #expect(starts("\(offset)").last == 18) }
    let inverted = starts("inverted-guitar").compactMap { $0.map(String.init) }.joined(separator: ", ")
    #expect(try table("`row-offset`").contains(["`inverted-guitar`", inverted]))
    #expect(starts("zero") == Array(repeating: 30, count: 8))
    #expect(starts("none") == [30, 55, 80, 105, nil, nil, nil, nil])
  }

  @Test func linesMatchTimeline() {
    let messages: [TimedMessage] = [
      TimedMessage(time: .zero, message: .noteOn(channel: .number(1), note: 60, velocity: 100)),
      TimedMessage(time: .milliseconds(500), message: .noteOff(channel: .number(1), note: 60, velocity: 64)),
    ]
    let recording = Recording(tracks: [Recording.Track(messages: messages)])
    let lines = Timeline(grid: recording, settings: GridSettings()).text.split(separator: "\n")
    for line in lines.filter({ $0.contains("cells=") }) { #expect(article.contains("\n\(line)\n")) }
  }
}
