import MIDICore
import Testing

@testable import ALSASequencer

@Suite struct QueueDriftTests {
  private let period = Nanoseconds.microseconds(200)

  /// Adds readings every 400 ms of the monotonic clock, and returns the sum of the corrections.
  ///
  /// - Parameter offset: Returns how far ahead the queue's clock is at a reading.
  private func correction(
    _ drift: inout QueueDrift, readings: Range<Int64>, offset: (Int64) -> Nanoseconds
  ) -> Nanoseconds {
    readings.reduce(.zero) { sum, index in
      let time = Nanoseconds.seconds(1000) + .milliseconds(400 * index)
      return sum
        + drift.correction(
          queue: .milliseconds(400 * index) + offset(index), before: time, after: time + .microseconds(10))
    }
  }

  @Test func equalClocksNeedNoCorrection() {
    var drift = QueueDrift(period: period)
    // A reading is too small by the lateness of an interrupt, and one in three is nearly exact.
    let total = correction(&drift, readings: 0..<1000) { .microseconds($0 % 3 == 0 ? 0 : -($0 * 37 % 190)) }
    #expect(total == .zero)
  }

  @Test func doubleCountIsCorrectedInWholePeriods() {
    var drift = QueueDrift(period: period)
    #expect(correction(&drift, readings: 0..<32) { _ in .zero } == .zero)
    #expect(correction(&drift, readings: 32..<64) { _ in .microseconds(200) } == .microseconds(200))
    #expect(correction(&drift, readings: 64..<96) { _ in .microseconds(200) } == .zero)
    #expect(correction(&drift, readings: 96..<128) { _ in .microseconds(800) } == .microseconds(600))
  }

  @Test func slowDriftDoesNotAccumulate() {
    var drift = QueueDrift(period: period)
    var corrected = Nanoseconds.zero
    // 14 µs per second for ten minutes.
    for index in Int64(0)..<1500 {
      let ahead = Nanoseconds(rawValue: index * 5600)
      corrected = corrected + correction(&drift, readings: index..<index + 1) { _ in ahead }
      #expect((ahead - corrected).magnitude < .microseconds(250))
    }
  }

  @Test func interruptedReadingIsIgnored() {
    var drift = QueueDrift(period: period)
    #expect(correction(&drift, readings: 0..<16) { _ in .zero } == .zero)
    for index in Int64(0)..<100 {
      let time = Nanoseconds.seconds(1001) + .milliseconds(400 * index)
      let interrupted = drift.correction(
        queue: .seconds(10), before: time, after: time + .milliseconds(3))
      #expect(interrupted == .zero)
    }
  }
}
