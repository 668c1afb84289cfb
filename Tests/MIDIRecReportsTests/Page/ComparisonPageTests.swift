import Foundation
import Instruments
import MIDICore
import Testing
import Timelines

@testable import MIDIRecReports

@Suite struct ComparisonPageTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func pageIsReproducible() {
    let pages = (0..<2).map { _ in
      ComparisonPage(
        PageSamples.comparison(PageSamples.scale, Array(PageSamples.scale.dropLast(3))), title: "A scale",
        expectedName: "a.mid", actualName: "b.mid"
      ).bytes()
    }
    #expect(pages[0] == pages[1])
  }

  @Test func pageHasNoExternalAddress() {
    let page = text(PageSamples.piece.bytes())
    for word in ["http:", "https:", "//cdn", "@import", "url("] { #expect(!page.contains(word), "\(word)") }
  }

  @Test func titleIsEscaped() {
    let page = text(PageSamples.hostileNames.bytes())
    #expect(!page.contains("<img"))
    #expect(page.contains("<title>&lt;/script&gt;&lt;img src=x"))
  }

  @Test func manyNotesStayUnder10MB() {
    #expect(PageSamples.crowd.bytes().count < 10_000_000)
    #expect(PageSamples.allDiffer.bytes().count < 10_000_000)
    #expect(PageSamples.gridCrowd.bytes().count < 10_000_000)
  }

  @Test func eachViewHasPage() {
    let comparison = PageSamples.comparison(PageSamples.scale, Array(PageSamples.scale.dropLast()))
    let views: [InstrumentView?] = [nil, .piano, .grid(.model200), .grid(.model128)]
    let pages = views.map {
      ComparisonPage(comparison, title: "", expectedName: "", actualName: "", view: $0).bytes()
    }
    #expect(Set(pages).count == 4)
  }

  @Test func equalNotesAreStoredOnce() {
    let same = PageSamples.comparison(PageSamples.scale, PageSamples.scale)
    let document = ComparisonPage(same, title: "", expectedName: "", actualName: "")
    #expect(document.twins == Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, $0) }))
  }

  @Test func notesWithinToleranceKeepTheirTimes() {
    let later = PageSamples.scale.map { TimedMessage(time: $0.time + .milliseconds(2), message: $0.message) }
    let document = ComparisonPage(
      PageSamples.comparison(PageSamples.scale, later), title: "", expectedName: "", actualName: "")
    #expect(document.twins.isEmpty)
    #expect(document.actual.notes.first?.onset == 2000)
    #expect(document.expected.notes.first?.onset == 0)
  }

  @Test func valuesOfBothSidesShareLane() {
    func pedal(_ value: UInt7) -> [TimedMessage] {
      Takes.message(.controlChange(channel: .number(1), controller: 64, value: value), at: 100)
    }
    let document = ComparisonPage(
      PageSamples.comparison(pedal(127), pedal(100)), title: "", expectedName: "", actualName: "")
    #expect(document.lanes.map(\.name) == ["sustain pedal, channel 1"])
    #expect(document.lanes.first?.expected.map { [Int($0.time), $0.value] } == [[100_000, 127]])
    #expect(document.lanes.first?.actual.map { [Int($0.time), $0.value] } == [[100_000, 100]])
  }

  @Test func mappedChannelSharesLane() {
    func take(_ channel: Channel) -> Performance {
      let bend = Takes.message(.pitchBend(channel: channel, value: 9000), at: 100)
      return Performance(Recording(tracks: [.init(messages: bend)]))
    }
    let comparison = Comparison(
      expected: take(.number(1)), actual: take(.number(5)), options: .init(channels: [.number(1): .number(5)])
    )
    let document = ComparisonPage(comparison, title: "", expectedName: "", actualName: "")
    #expect(document.lanes.map(\.name) == ["bend, channel 1"])
    #expect(document.lanes.first?.actual.map(\.value) == [9000])
  }
}
