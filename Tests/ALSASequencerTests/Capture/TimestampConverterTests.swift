import MIDICore
import Testing

@testable import ALSASequencer

/// A queue's clock whose interrupts have known delays.
private struct LateQueue {
  let period = Nanoseconds.milliseconds(100)
  let start = Nanoseconds.seconds(500)
  /// The delay of the interrupt at the start of each period.
  var lateness: [Nanoseconds]

  /// Returns the queue's timestamp at a time since the start.
  func stamp(at time: Nanoseconds) -> Nanoseconds {
    let number = Int(time.rawValue / period.rawValue)
    return time - lateness[number % lateness.count]
  }

  func reading(at time: Nanoseconds, uncertainty: Nanoseconds = .zero) -> TimestampConverter.Reading {
    TimestampConverter.Reading(
      queue: stamp(at: time), before: start + time - uncertainty, after: start + time + uncertainty)
  }
}

@Suite struct TimestampConverterTests {
  private let queue = LateQueue(
    lateness: [.zero, .microseconds(900), .microseconds(20), .microseconds(300), .microseconds(40)])

  @Test func lateInterruptsDoNotAffectTimes() {
    var clock = TimestampConverter(period: queue.period, start: queue.start)
    // Not in the first millisecond of a period, in which a timestamp can belong to the previous period.
    for time in stride(from: Int64(2), to: 3000, by: 7) where time % 100 > 1 {
      let time = Nanoseconds.milliseconds(time)
      #expect(clock.time(of: queue.stamp(at: time)) { queue.reading(at: time + .microseconds(50)) } == time)
    }
  }

  @Test func clocksAreReadOncePerPeriodWithEvents() {
    var clock = TimestampConverter(period: queue.period, start: queue.start)
    var count = 0
    for time in Int64(2)..<1000 where time % 100 > 1 {
      let time = Nanoseconds.milliseconds(time)
      _ = clock.time(of: queue.stamp(at: time)) {
        count += 1
        return queue.reading(at: time)
      }
    }
    #expect(count == 10)
  }

  @Test func interruptedReadingIsRepeated() {
    var clock = TimestampConverter(period: queue.period, start: queue.start)
    let time = Nanoseconds.milliseconds(150)
    var looks = [
      queue.reading(at: time, uncertainty: .zero),
      TimestampConverter.Reading(
        queue: queue.stamp(at: time), before: queue.start + time, after: queue.start + time + .milliseconds(4)
      ),
    ]
    #expect(clock.time(of: queue.stamp(at: time)) { looks.popLast() } == time)
  }

  @Test func oldEventsHaveTheBestKnownCorrection() {
    var clock = TimestampConverter(period: queue.period, start: queue.start)
    var count = 0
    var largest = Nanoseconds.zero
    for time in Int64(2)..<1000 where time % 100 > 1 {
      let told = clock.time(of: queue.stamp(at: .milliseconds(time))) {
        count += 1
        return queue.reading(at: .milliseconds(1550))
      }
      largest = max(largest, (told - .milliseconds(time)).magnitude)
    }
    #expect(count == 1)
    #expect(largest <= .milliseconds(1))
  }

  @Test func timesDoNotDecrease() {
    var clock = TimestampConverter(period: queue.period, start: queue.start)
    let first = clock.time(of: .milliseconds(150)) { queue.reading(at: .milliseconds(150)) }
    #expect(clock.time(of: .milliseconds(140)) { nil } == first)
  }
}
