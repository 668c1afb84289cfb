import Instruments
import Testing
import Timelines

@testable import MIDIRecReports
@testable import MIDIRecSessions

@Suite struct SessionsPageTests {
  @Test func indexComesFirstAndDifferencesHavePages() {
    let names = PageSamples.outcomes.pages().map(\.name)
    #expect(names.count == 3)
    #expect(names.first == "index.html")
    #expect(names[1] == "chords.minor~notes.html")
  }

  @Test func emptyRunHasIndex() {
    let files = [SessionOutcome]().pages()
    #expect(files.map(\.name) == ["index.html"])
    #expect(files.first.map { String(decoding: $0.bytes, as: UTF8.self).contains("no sessions") } == true)
  }

  @Test(arguments: [
    ("a/b", "a.b"), ("A", "_41"), ("a b", "a_20b"), ("a.b", "a_2eb"), ("../x", "_2e_2e.x"), ("é", "_c3_a9"),
    ("a~b", "a_7eb"), ("a_b", "a_5fb"), ("\u{0}", "_00"),
  ])
  func namesOfFilesAreSafe(session: String, name: String) {
    #expect(
      SessionOutcome(session: session, subject: "notes", verdict: .passed).pageName() == "\(name)~notes.html")
  }

  @Test func longNamesAreCutButUnique() {
    let names = ["1", "2"].map {
      SessionOutcome(session: String(repeating: "a", count: 500) + $0, subject: "notes", verdict: .passed)
        .pageName()
    }
    #expect(names.allSatisfy { $0.utf8.count <= 205 })
    #expect(names[0] != names[1])
  }

  @Test func pageShowsViewOfSubject() throws {
    let comparison = PageSamples.comparison(PageSamples.scale, Array(PageSamples.scale.dropLast()))
    for view in [InstrumentView.piano, .grid(.model128), nil] {
      let outcome = SessionOutcome(
        session: "scale", subject: "own", verdict: .different(comparison), view: view)
      let files = [outcome].pages()
      let document = ComparisonPage(
        comparison, title: "scale, own", expectedName: "expected", actualName: "actual", view: view)
      let data = String(decoding: HTMLPage.data(document.packed, id: "take"), as: UTF8.self)
      #expect(try String(decoding: #require(files.last).bytes, as: UTF8.self).contains(data))
    }
  }

  /// Returns the pages of outcomes as texts, by file name.
  private func pages(_ outcomes: [SessionOutcome]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: outcomes.pages().map {
        ($0.name, String(decoding: $0.bytes, as: UTF8.self))
      })
  }

  @Test func differentTextHasPageOfLines() throws {
    let comparison = TextComparison(expected: "a\nb\nc\nd<\n", actual: "a\nb\nx\nd<\ne>\n")
    let pages = pages([
      SessionOutcome(session: "a", subject: "program.output", verdict: .different(comparison))
    ])
    #expect(pages["index.html"]?.contains("href=\"a~program_2eoutput.html\"") == true)
    #expect(pages["index.html"]?.contains("1 line missing, 2 lines extra") == true)
    let rows = try #require(pages["a~program_2eoutput.html"]).split(separator: "\n").filter {
      $0.hasPrefix("<tr class")
    }
    #expect(
      rows == [
        "<tr class=\"same\"><td colspan=\"4\">2 lines are the same</td></tr>",
        "<tr class=\"missing\"><td class=\"number\">3</td><td class=\"number\"></td><td class=\"sign\">-</td><td>c</td></tr>",
        "<tr class=\"extra\"><td class=\"number\"></td><td class=\"number\">3</td><td class=\"sign\">+</td><td>x</td></tr>",
        "<tr class=\"same\"><td colspan=\"4\">1 line is the same</td></tr>",
        "<tr class=\"extra\"><td class=\"number\"></td><td class=\"number\">5</td><td class=\"sign\">+</td><td>e&gt;</td></tr>",
      ])
  }

  @Test func failureWithDetailsHasPageAndLastLine() {
    let pages = pages([
      SessionOutcome(
        session: "a", subject: "program",
        verdict: .failed(reason: "it crashed", details: ["Traceback:", "x<", " "])),
      SessionOutcome(session: "b", subject: "program", verdict: .failed(reason: "it crashed")),
    ])
    #expect(Set(pages.keys) == ["index.html", "a~program.html"])
    #expect(pages["a~program.html"]?.contains("<pre>Traceback:\nx&lt;\n </pre>") == true)
    #expect(pages["index.html"]?.contains("it crashed<div class=\"first\">last line: x&lt;</div>") == true)
    #expect(pages["a~program.html"]?.contains("it crashed") == true)
  }

  @Test func longPageIsCut() throws {
    let text = (0..<5000).map { "\($0)\n" }.joined()
    let pages = pages([
      SessionOutcome(
        session: "a", subject: "b",
        verdict: .different(TextComparison(expected: "", actual: text)))
    ])
    let page = try #require(pages["a~b.html"])
    #expect(page.split(separator: "\n").count { $0.hasPrefix("<tr class=\"extra") } == 2000)
    #expect(page.contains("… and 3,000 more"))
  }

  @Test func duplicateSubjectsHaveSeparatePages() {
    let twice = [PageSamples.outcomes[1], PageSamples.outcomes[1]]
    let names = twice.pages().map(\.name)
    #expect(Set(names).count == 3)
  }
}
