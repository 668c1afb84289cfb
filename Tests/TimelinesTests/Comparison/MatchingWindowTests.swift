import MIDICore
import TestSupport
import Testing

@testable import Timelines

/// Notes that are paired again only near replaced ones.
struct MatchingWindowTests {
  private typealias Item = Matching<Int>.Item

  private static func notes(
    _ count: ClosedRange<Int>, from start: Int64, to end: Int64, _ generator: inout SeededGenerator
  ) -> [Item] {
    let times = (0..<Int.random(in: count, using: &generator))
      .map { _ in Int64.random(in: start...end, using: &generator) }.sorted()
    return times.map { time in
      let (channel, number) = (
        Int.random(in: 0...1, using: &generator), Int.random(in: 60...63, using: &generator)
      )
      return Item(key: channel << 7 | number, time: Nanoseconds(rawValue: time * 1_000_000))
    }
  }

  @Test
  func windowHasThePairsOfTheWholeTakes() {
    for seed in 0..<500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let length = Int64.random(in: 100...4000, using: &generator)
      let given = Self.notes(0...40, from: 0, to: length, &generator)
      let actual = Self.notes(0...40, from: 0, to: length, &generator)
      let low = Int.random(in: 0...given.count, using: &generator)
      let high = Int.random(in: low...given.count, using: &generator)
      func time(_ index: Int, or other: Int64) -> Int64 {
        given.indices.contains(index) ? given[index].time.rawValue / 1_000_000 : other
      }
      let new = Self.notes(
        0...10, from: time(low - 1, or: 0), to: time(high, or: length), &generator)
      let expected = given[..<low] + new + given[high...]
      let tolerance = Nanoseconds.milliseconds(Int64.random(in: 0...30, using: &generator))
      let before = NoteMatching(expected: given, actual: actual, tolerance: tolerance)
      let window = MatchingWindow(
        replacing: low..<high, of: given, in: Array(expected), actual: actual, tolerance: tolerance)
      let found = NoteMatching(
        before, replacing: window, expected: Array(expected), actual: actual, tolerance: tolerance)
      let whole = NoteMatching(expected: Array(expected), actual: actual, tolerance: tolerance)
      #expect(found.partners == whole.partners, "seed \(seed)")
      #expect(found.unmatched.expected == whole.unmatched.expected, "seed \(seed)")
      #expect(found.unmatched.actual == whole.unmatched.actual, "seed \(seed)")
      #expect(found.displaced == whole.displaced, "seed \(seed)")
      #expect(found.missing == whole.missing && found.extra == whole.extra, "seed \(seed)")
    }
  }

  @Test
  func distantNotesStayOutOfTheWindow() {
    let notes = (0..<100).map { Item(key: 60, time: .milliseconds(Int64($0) * 100)) }
    var changed = notes
    changed[50].key = 61
    let window = MatchingWindow(
      replacing: 50..<51, of: notes, in: changed, actual: notes, tolerance: .milliseconds(5))
    #expect(window.expected == 50..<51)
    #expect(window.actual == 50..<51)
  }
}
