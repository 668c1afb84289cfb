import MIDICore
import Testing

@testable import Terminal

@Suite struct FrameLimiterTests {
  private func frames(_ pace: inout FrameLimiter, at times: [Int64]) -> [Bool] {
    times.map { pace.takeFrame(at: .milliseconds($0)) }
  }

  private func hasFrame(_ pace: inout FrameLimiter, at time: Nanoseconds) -> Bool { pace.takeFrame(at: time) }

  @Test func firstFrameIsDrawnAtOnce() {
    var pace = FrameLimiter()
    #expect(pace.deadline == .zero)
    #expect(hasFrame(&pace, at: .zero))
  }

  @Test func unchangedDisplayIsNotDrawn() {
    var pace = FrameLimiter()
    #expect(frames(&pace, at: [0, 100, 1000]) == [true, false, false])
    #expect(pace.deadline == nil)
  }

  @Test func changeAfterIntervalIsDrawnAtOnce() {
    var pace = FrameLimiter()
    _ = pace.takeFrame(at: .zero)
    pace.change()
    #expect(hasFrame(&pace, at: .milliseconds(17)))
  }

  @Test func earlyChangeIsDrawnWhenDue() {
    var pace = FrameLimiter()
    _ = pace.takeFrame(at: .milliseconds(100))
    pace.change()
    #expect(frames(&pace, at: [101, 116]) == [false, false])
    #expect(pace.deadline == .milliseconds(100) + FrameLimiter.interval)
    #expect(hasFrame(&pace, at: .milliseconds(100) + FrameLimiter.interval))
  }

  @Test func frameRateIsAtMostSixty() {
    var pace = FrameLimiter()
    var count = 0
    for microseconds in stride(from: Int64(0), to: 1_000_000, by: 100) {
      pace.change()
      if pace.takeFrame(at: .microseconds(microseconds)) { count += 1 }
    }
    #expect(59...60 ~= count)
  }
}
