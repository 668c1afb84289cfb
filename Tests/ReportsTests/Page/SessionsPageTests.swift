import Instruments
import Testing

@testable import Reports

@Suite struct SessionsPageTests {
  @Test func theIndexComesFirstAndEachDifferenceHasAPage() {
    let names = SessionsPage.files(of: PageSamples.outcomes).map(\.name)
    #expect(names.count == 3)
    #expect(names.first == "index.html")
    #expect(names[1] == "chords.minor~notes.html")
  }

  @Test func noSessionsStillHaveAnIndex() {
    let files = SessionsPage.files(of: [])
    #expect(files.map(\.name) == ["index.html"])
    #expect(files.first.map { String(decoding: $0.bytes, as: UTF8.self).contains("no sessions") } == true)
  }

  @Test(arguments: [
    ("a/b", "a.b"), ("A", "_41"), ("a b", "a_20b"), ("a.b", "a_2eb"), ("../x", "_2e_2e.x"), ("é", "_c3_a9"),
    ("a~b", "a_7eb"), ("a_b", "a_5fb"), ("\u{0}", "_00"),
  ])
  func namesOfFilesAreSafe(session: String, name: String) {
    #expect(PageName(session: session, subject: "notes").text == "\(name)~notes.html")
  }

  @Test func longNamesAreCutAndStillDiffer() {
    let names = ["1", "2"].map {
      PageName(session: String(repeating: "a", count: 500) + $0, subject: "notes").text
    }
    #expect(names.allSatisfy { $0.utf8.count <= 205 })
    #expect(names[0] != names[1])
  }

  @Test func aPageShowsWhatItsSubjectShows() throws {
    let comparison = PageSamples.comparison(PageSamples.scale, Array(PageSamples.scale.dropLast()))
    for view in [InstrumentView.piano, .grid(.model128), nil] {
      let files = SessionsPage.files(of: [
        SessionOutcome(session: "scale", subject: "own", verdict: .different(comparison), view: view)
      ])
      let document = PageDocument(
        comparison, title: "scale, own", expectedName: "expected", actualName: "actual", view: view)
      let data = String(decoding: HTMLPage.data(document.packed, id: "take"), as: UTF8.self)
      #expect(try String(decoding: #require(files.last).bytes, as: UTF8.self).contains(data))
    }
  }

  @Test func theSameSessionAndSubjectTwiceHaveTwoPages() {
    let twice = [PageSamples.outcomes[1], PageSamples.outcomes[1]]
    let names = SessionsPage.files(of: twice).map(\.name)
    #expect(Set(names).count == 3)
  }
}
