import MIDICore
import Testing

@testable import MIDIRecStudio

struct ClockMeterTests {
  /// 24 clocks per quarter note: 20,833,333 ns at 120 BPM.
  private static func meter(late: Nanoseconds = .zero) -> (meter: ClockMeter, end: Nanoseconds) {
    var meter = ClockMeter()
    var time = Nanoseconds.zero
    for clock in 0...24 {
      time = Nanoseconds(rawValue: Int64(clock) * 20_833_333) + (clock == 12 ? late : .zero)
      meter.clockCame(at: time)
    }
    return (meter, time)
  }

  @Test func anEvenClockHasItsTempoAndNoJitter() throws {
    let (meter, end) = Self.meter()
    let reading = try #require(meter.reading(at: end))
    #expect(abs(reading.tempo - 120) < 0.001)
    #expect(reading.jitter < 0.001)
  }

  @Test func aLateClockIsJitter() throws {
    let (meter, end) = Self.meter(late: .milliseconds(3))
    let reading = try #require(meter.reading(at: end))
    #expect(abs(reading.tempo - 120) < 0.001)
    #expect(abs(reading.jitter - 3) < 0.001)
  }

  @Test func aStoppedClockHasNoReading() {
    let (meter, end) = Self.meter()
    #expect(meter.reading(at: end + .milliseconds(501)) == nil)
  }

  @Test func aClockThatStartsAgainIsMeasuredAnew() {
    var (meter, end) = Self.meter()
    meter.clockCame(at: end + .seconds(2))
    #expect(meter.reading(at: end + .seconds(2)) == nil)
  }
}
