import MIDICore
import Testing

@Suite struct TempoMapTests {
  @Test func defaultQuarterNoteLastsHalfSecond() {
    let map = TempoMap(division: .ticksPerQuarter(96), tempos: [])
    #expect(map.time(at: Ticks(rawValue: 96)) == .milliseconds(500))
    #expect(map.time(at: .zero) == .zero)
  }

  @Test func temposCanBeInAnyOrder() {
    let tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)] = [
      (Ticks(rawValue: 200), 2_000_000), (Ticks(rawValue: 100), 250_000), (Ticks(rawValue: 0), 1_000_000),
    ]
    let map = TempoMap(division: .ticksPerQuarter(100), tempos: tempos)
    #expect(map.time(at: Ticks(rawValue: 300)) == .milliseconds(3250))
    #expect(map.ticks(at: .milliseconds(1250)) == Ticks(rawValue: 200))
  }

  @Test func divisionOfNoTicksCountsAsOneTick() {
    let map = TempoMap(division: .ticksPerQuarter(0), tempos: [])
    #expect(map.time(at: Ticks(rawValue: 2)) == .seconds(1))
    let code = TempoMap(division: .timeCode(.video25, ticksPerFrame: 0), tempos: [])
    #expect(code.time(at: Ticks(rawValue: 25)) == .seconds(1))
  }

  @Test func recordingTickIs16Microseconds() {
    let map = TempoMap(division: .recording, tempos: [])
    #expect(map.time(at: Ticks(rawValue: 1)) == .microseconds(16))
    #expect(map.time(at: Ticks(rawValue: 62_500)) == .seconds(1))
  }

  @Test func tempoChangeTakesEffectAtItsTick() {
    let map = TempoMap(
      division: .ticksPerQuarter(100),
      tempos: [
        (Ticks(rawValue: 0), 1_000_000), (Ticks(rawValue: 100), 250_000), (Ticks(rawValue: 100), 500_000),
        (Ticks(rawValue: 200), 2_000_000),
      ])
    #expect(map.time(at: Ticks(rawValue: 50)) == .milliseconds(500))
    #expect(map.time(at: Ticks(rawValue: 100)) == .seconds(1))
    #expect(map.time(at: Ticks(rawValue: 200)) == .milliseconds(1500))
    #expect(map.time(at: Ticks(rawValue: 250)) == .milliseconds(2500))
  }

  @Test func roundingErrorsDoNotAccumulate() {
    // A tick lasts 1/3 µs + 1/3 ns; a thousand tempo events with the same tempo must not move the end.
    let division = Division.ticksPerQuarter(3)
    let tempos = (0..<1000).map { (time: Ticks(rawValue: UInt64($0)), microsecondsPerQuarter: UInt32(1)) }
    let map = TempoMap(division: division, tempos: tempos)
    #expect(map.time(at: Ticks(rawValue: 3000)) == .milliseconds(1))
    // Rounded from 333.33 ns and 666.67 ns.
    #expect(map.time(at: Ticks(rawValue: 1)).rawValue == 333)
    #expect(map.time(at: Ticks(rawValue: 2)).rawValue == 667)
  }

  @Test(arguments: [
    (0xE728 as UInt16, 40 * 25, 1_000_000_000 as Int64),  // 25 frames of 40 ticks
    (0xE850, 80 * 24, 1_000_000_000),  // 24 frames of 80
    (0xE250, 80 * 30, 1_000_000_000),  // 30 frames of 80
    (0xE350, 80 * 30, 1_001_000_000),  // "29": 30000/1001 frames per second
  ])
  func timeCodeDivisionsCountFrames(field: UInt16, ticks: Int, nanoseconds: Int64) throws {
    let division = try #require(Division(field: field))
    #expect(division.field == field)
    let map = TempoMap(division: division, tempos: [(.zero, 1)])
    #expect(map.time(at: Ticks(rawValue: UInt64(ticks))).rawValue == nanoseconds)
  }

  @Test(arguments: [0x0000, 0xE700, 0xF060, 0x8001] as [UInt16])
  func zeroLengthDivisionIsRejected(field: UInt16) {
    #expect(Division(field: field) == nil)
  }

  @Test func timesAreLimitedToTheLatest() {
    let map = TempoMap(division: .ticksPerQuarter(1), tempos: [(.zero, 0xFF_FFFF)])
    #expect(map.time(at: Ticks(rawValue: .max)) == TempoMap.latestTime)
  }
}
