import Following
import MIDICore
import Testing
import Timelines

@Suite struct TimeWarpTests {
  private func warp(_ points: [(Int, Int)]) -> TimeWarp {
    TimeWarp(points.map { .init(expected: .milliseconds($0), actual: .milliseconds($1)) })
  }

  @Test(arguments: [(-100, 0), (0, 200), (500, 1200), (1000, 2200), (1500, 2350), (2000, 2500), (3000, 3300)])
  func timesAreMappedBothWays(expected: Int, actual: Int) {
    // The tempo before and after is that of all three points: 2,300 ms for 2,000 ms.
    let warp = warp([(0, 200), (1000, 2200), (2000, 2500)])
    let (before, after) = (200 - 115, 2500 + 1150)
    let expectedActual = expected < 0 ? before : expected > 2000 ? after : actual
    #expect(warp.actualTime(of: .milliseconds(expected)) == .milliseconds(expectedActual))
    #expect(warp.expectedTime(of: .milliseconds(expectedActual)) == .milliseconds(expected))
  }

  @Test func pointsThatGoBackAreLeftOut() {
    let warp = warp([(0, 0), (100, 100), (150, 150), (200, 50), (300, 300), (400, 5000), (500, 500)])
    #expect(warp.points.map(\.expected) == [0, 100, 150, 300, 500].map { Nanoseconds.milliseconds($0) })
  }

  @Test func mapWithoutPointsKeepsTimes() {
    #expect(warp([]).actualTime(of: .seconds(3)) == .seconds(3))
  }

  @Test func mapOfOnePointShiftsTimes() {
    #expect(warp([(1000, 1500)]).actualTime(of: .seconds(3)) == .milliseconds(3500))
    #expect(warp([(1000, 1500)]).expectedTime(of: .seconds(0)) == .milliseconds(-500))
  }

  @Test func extremeTimesAreClamped() {
    let warp = TimeWarp([
      .init(expected: Nanoseconds(rawValue: 0), actual: Nanoseconds(rawValue: 0)),
      .init(expected: Nanoseconds(rawValue: 1), actual: Nanoseconds(rawValue: .max)),
    ])
    #expect(warp.actualTime(of: Nanoseconds(rawValue: .max)) == Nanoseconds(rawValue: .max))
    #expect(warp.actualTime(of: Nanoseconds(rawValue: .min)) == Nanoseconds(rawValue: .min))
  }
}
