import MIDICore
import Testing

@testable import ALSASequencer

/// The frequencies of queues' timers.
@Suite struct TimerFrequencyTests {
  @Test func timerMeetsTheGrid() throws {
    func passes(_ time: Nanoseconds) throws -> RepeatedRecording {
      try #require(
        RepeatedRecording(
          of: Recording(tracks: [.init(messages: [.init(time: time, message: .tuneRequest)])])))
    }
    #expect(TimerFrequency.meeting(try passes(.milliseconds(3))) == .usual)
    #expect(TimerFrequency.meeting(try passes(.microseconds(1370))) == .high)
    #expect(TimerFrequency.high.nearest(to: .microseconds(1370)) == .microseconds(1400))
    #expect(TimerFrequency.high.nearest(to: .microseconds(1299)) == .microseconds(1200))
    #expect(TimerFrequency.high.next(from: .microseconds(1201)) == .microseconds(1400))
    #expect(TimerFrequency.high.next(from: .microseconds(1200)) == .microseconds(1200))
  }
}
