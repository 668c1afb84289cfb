import MIDICore
import Testing

@testable import MIDIRecReports

@Suite struct TimeAxisTests {
  private func axis(_ span: Nanoseconds, _ count: Int) -> TimeAxis {
    TimeAxis(span: span, maxCount: count, end: span)
  }

  @Test(arguments: [
    (Nanoseconds.milliseconds(100), Nanoseconds.milliseconds(10)),
    (.milliseconds(101), .milliseconds(20)), (.seconds(1), .milliseconds(100)), (.seconds(10), .seconds(1)),
    (.seconds(120), .seconds(15)), (.seconds(600), .seconds(60)), (.seconds(36_000), .seconds(3600)),
    (.seconds(360_000), .seconds(36_000)),
  ])
  func smallestFittingStepIsUsed(span: Nanoseconds, step: Nanoseconds) {
    #expect(axis(span, 10).step == step)
  }

  @Test func longestDurationHasStep() {
    let longest = axis(Nanoseconds(rawValue: .max), 10)
    #expect(longest.times(from: .zero, to: Nanoseconds(rawValue: .max)).count <= 11)
  }

  @Test func marksAreMultiplesOfStep() {
    #expect(
      axis(.seconds(1), 5).times(from: .milliseconds(150), to: .milliseconds(800))
        == [200, 400, 600, 800].map(
          Nanoseconds.milliseconds))
  }

  @Test(arguments: [
    (Nanoseconds.milliseconds(100), Nanoseconds.milliseconds(30), "0.03 s"),
    (.seconds(1), .milliseconds(500), "0.5 s"), (.seconds(10), .seconds(7), "7 s"),
    (.seconds(60), .seconds(50), "0:50"), (.seconds(600), .seconds(120), "2:00"),
    (.seconds(36_000), .seconds(7200), "2:00:00"),
  ])
  func timesHavePrecisionOfStep(span: Nanoseconds, time: Nanoseconds, text: String) {
    #expect(axis(span, 10).text(time) == text)
  }

  @Test func positionsAreRoundedDown() {
    let scale = TimeScale(start: .seconds(1), end: .seconds(4), width: 100)
    #expect([0, 1, 2, 4, 9].map { scale.position(of: .seconds($0)) } == [0, 0, 33, 100, 100])
  }

  @Test func longestTimesDoNotOverflow() {
    let scale = TimeScale(start: .zero, end: Nanoseconds(rawValue: .max), width: 12_000)
    #expect(scale.position(of: Nanoseconds(rawValue: .max / 2)) == 5999)
  }
}
