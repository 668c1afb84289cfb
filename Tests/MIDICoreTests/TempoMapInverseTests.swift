import MIDICore
import Testing

/// Conversions of times to ticks.
@Suite struct TempoMapInverseTests {
  @Test func tickIsFoundAtItsTime() {
    let map = TempoMap(
      division: .ticksPerQuarter(100), tempos: [(Ticks(rawValue: 100), 1_000_000)])
    // 5 ms per tick up to half a second, then 10 ms.
    #expect(map.ticks(at: .milliseconds(250)).rawValue == 50)
    #expect(map.ticks(at: .milliseconds(500)).rawValue == 100)
    #expect(map.ticks(at: .milliseconds(1500)).rawValue == 200)
  }

  @Test func timeBetweenTicksReturnsTheNextTick() {
    let map = TempoMap(division: .ticksPerQuarter(100), tempos: [])
    #expect(map.ticks(at: Nanoseconds(rawValue: 5_000_001)).rawValue == 2)
    #expect(map.ticks(at: Nanoseconds(rawValue: 4_999_999)).rawValue == 1)
    #expect(map.ticks(at: Nanoseconds(rawValue: 1)).rawValue == 1)
  }

  @Test func negativeTimeReturnsTickZero() {
    let map = TempoMap(division: .ticksPerQuarter(100), tempos: [])
    #expect(map.ticks(at: .zero) == .zero)
    #expect(map.ticks(at: .seconds(-1)) == .zero)
    #expect(map.nearestTicks(to: .seconds(-1)) == .zero)
  }

  @Test func nearestTickIsLaterOfTwoEquallyNear() {
    let map = TempoMap(division: .ticksPerQuarter(100), tempos: [])
    #expect(map.nearestTicks(to: Nanoseconds(rawValue: 2_499_999)).rawValue == 0)
    #expect(map.nearestTicks(to: Nanoseconds(rawValue: 2_500_000)).rawValue == 1)
    #expect(map.nearestTicks(to: Nanoseconds(rawValue: 7_499_999)).rawValue == 1)
  }

  @Test(arguments: [
    (Division.ticksPerQuarter(7), [3, 1_234_567, 1, 16_777_215, 999]),
    (.ticksPerQuarter(32_767), [1, 500_000]),
    (.timeCode(.dropFrame29, ticksPerFrame: 77), []), (.ticksPerQuarter(1), [0, 333]),
  ])
  func everyTickIsTheFirstAtItsTime(division: Division, tempos: [UInt32]) {
    let map = TempoMap(
      division: division,
      tempos: tempos.enumerated().map { (time: Ticks(rawValue: UInt64($0 * 13)), microsecondsPerQuarter: $1) }
    )
    for tick in (0..<200).map({ Ticks(rawValue: $0) }) {
      let time = map.time(at: tick)
      for time in [time, time + Nanoseconds(rawValue: 1)] {
        let first = map.ticks(at: time)
        #expect(map.time(at: first) >= time)
        if first > .zero { #expect(map.time(at: first - Ticks(rawValue: 1)) < time) }
      }
    }
  }

  @Test func unreachableTimesReturnTheLargestTick() {
    let standing = TempoMap(division: .ticksPerQuarter(1), tempos: [(.zero, 0)])
    #expect(standing.ticks(at: .seconds(1)).rawValue == .max)
    let fast = TempoMap(division: .ticksPerQuarter(32_767), tempos: [(.zero, 1)])
    #expect(fast.ticks(at: Nanoseconds(rawValue: .max)).rawValue == .max)
  }
}
