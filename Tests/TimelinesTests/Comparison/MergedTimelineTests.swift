import MIDICore
import TestSupport
import Testing
import Timelines

/// The timelines that `midirec review` proposes.
@Suite struct MergedTimelineTests {
  private func mergedTimeline(
    _ expected: [(Int64, Message)], _ actual: [(Int64, Message)], channels: [Channel: Channel] = [:]
  ) -> (expected: Timeline, actual: Timeline, merged: Timeline) {
    let (one, two) = (Played.timeline(expected), Played.timeline(actual))
    let comparison = Comparison(
      expected: Performance(one), actual: Performance(two),
      options: .init(velocityTolerance: 3, channels: channels, alignsStart: false))
    return (one, two, comparison.mergedTimeline(expected: one, actual: two))
  }

  private func lines(_ timeline: Timeline) -> Set<Substring> { Set(timeline.text.split(separator: "\n")) }

  @Test func deviationsWithinToleranceKeepExpectedTimeline() {
    let late = Compared.melody(from: 3) + [(2500, .start)]
    let result = mergedTimeline(Compared.melody() + [(2501, .start)], late)
    #expect(result.merged == result.expected)
  }

  @Test func onlyDifferingNoteIsRewritten() {
    let actual = Compared.note(60, 3) + Compared.note(65, 502) + Compared.note(67, 998)
    let result = mergedTimeline(Compared.melody([60, 64, 67]), actual)
    #expect(
      lines(result.merged).subtracting(lines(result.expected)) == [
        "0.502000 1 1 note F4 65 sounding velocity 100", "0.752000 1 1 note F4 65 released velocity 64",
      ])
    #expect(
      lines(result.expected).subtracting(lines(result.merged)) == [
        "0.500000 1 1 note E4 64 sounding velocity 100", "0.750000 1 1 note E4 64 released velocity 64",
      ])
  }

  @Test func onlyDifferingPartOfCurveIsRewritten() {
    func bends(_ third: UInt14, _ delay: Int64) -> [(Int64, Message)] {
      [
        (100 + delay, Played.bend(9000)), (300 + delay, Played.bend(10000)),
        (500 + delay, Played.bend(third)),
        (700 + delay, Played.bend(8192)),
      ] + Compared.note(60, 1000)
    }
    let result = mergedTimeline(bends(11000, 0), bends(12000, 2))
    #expect(
      lines(result.merged).subtracting(lines(result.expected)) == [
        "0.502000 1 1 bend 12000", "0.702000 1 1 bend 8192",
      ])
  }

  @Test func timelyModeMessageStaysAsExpected() {
    let expected = Compared.melody([60, 64, 67]) + [(2000, Played.control(123, 0))]
    let actual = Compared.melody([60, 65, 67]) + [(2003, Played.control(123, 0))]
    let result = mergedTimeline(expected, actual)
    #expect(
      lines(result.merged).subtracting(lines(result.expected)) == [
        "0.500000 1 1 note F4 65 sounding velocity 100", "0.750000 1 1 note F4 65 released velocity 64",
      ])
  }

  @Test func missingNoteIsRemovedWithAllItsLines() {
    let result = mergedTimeline(Compared.melody(), Compared.melody([60, 64], from: 2))
    #expect(lines(result.merged).subtracting(lines(result.expected)).isEmpty)
    #expect(result.merged.entries.count == 4)
    #expect(result.merged.end == result.expected.end)
  }

  @Test func hangingNoteMovesToTheEnd() {
    let result = mergedTimeline(Compared.melody(), Compared.melody().dropLast())
    #expect(
      lines(result.merged).subtracting(lines(result.expected)) == ["1.750000 1 1 note C4 60 hanging"])
  }

  @Test func differingPedalRewritesItsNotes() {
    let pedal: [(Int64, Message)] = [(50, Played.control(64, 127)), (1300, Played.control(64, 0))]
    let result = mergedTimeline(Compared.melody() + pedal, Compared.melody(from: 2))
    let check = Comparison(
      expected: Performance(result.merged), actual: Performance(result.actual),
      options: .init(alignsStart: false))
    #expect(check.differences.isEmpty)
    #expect(!result.merged.text.contains("pedal"))
    // The last note starts after the pedal.
    #expect(lines(result.merged).contains("1.500000 1 1 note C4 60 sounding velocity 100"))
  }

  @Test func mappedChannelsStayAsExpected() {
    func onThree(_ notes: [NoteNumber]) -> [(Int64, Message)] {
      notes.enumerated().flatMap { Compared.note($1, 2 + Int64($0) * 500, channel: .number(3)) }
    }
    let result = mergedTimeline(
      Compared.melody([60, 64]), onThree([60, 65]), channels: [.number(1): .number(3)])
    #expect(
      lines(result.merged).subtracting(lines(result.expected)) == [
        "0.752000 end", "0.502000 1 1 note F4 65 sounding velocity 100",
        "0.752000 1 1 note F4 65 released velocity 64",
      ])
  }

  @Test func shiftedTakeReplacesExpectation() {
    let result = mergedTimeline(Compared.melody(), Compared.melody(from: 40))
    #expect(result.merged == result.actual)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func mergedTimelineEqualsActualWithinTolerance(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let recording = Recording.random(300, sources: 2, &generator)
    var changed = recording
    for _ in 0..<5 {
      let track = Int.random(in: 0..<changed.tracks.count, using: &generator)
      guard let index = changed.tracks[track].messages.indices.randomElement(using: &generator) else {
        continue
      }
      changed.tracks[track].messages[index].message = .random(&generator)
    }
    let (expected, actual) = (Timeline(recording), Timeline(changed))
    let options = Comparison.Options(alignsStart: false)
    let comparison = Comparison(
      expected: Performance(expected), actual: Performance(actual), options: options)
    let merged = comparison.mergedTimeline(expected: expected, actual: actual)
    let check = Comparison(
      expected: Performance(merged), actual: Performance(actual), options: options)
    #expect(check.differences.isEmpty)
  }
}
