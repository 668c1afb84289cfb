import ALSASequencer
import MIDICore
import Testing

@testable import MIDIRecTakes

@Suite struct PreRollTests {
  private func arrival(_ seconds: Int64) -> Capture.Arrival {
    .message(TimedMessage(time: .seconds(seconds), message: .tuneRequest), from: 0)
  }

  private func times(_ preRoll: PreRoll, since seconds: Int64) -> [Nanoseconds?] {
    preRoll.arrivals(since: .seconds(seconds)).map(\.time)
  }

  @Test func preRollHasRecentEvents() {
    var preRoll = PreRoll(length: .seconds(10))
    for second in Int64(0)...100 { preRoll.append(arrival(second), at: .seconds(second)) }
    #expect(times(preRoll, since: 90) == (90...100).map { .seconds($0) })
    // Between the last arrival and the start, more of them have expired.
    #expect(times(preRoll, since: 97) == [.seconds(97), .seconds(98), .seconds(99), .seconds(100)])
    #expect(times(preRoll, since: 101) == [])
  }

  @Test func longestPreRollHasAllEvents() {
    var preRoll = PreRoll(length: Nanoseconds(rawValue: .max))
    for second in Int64(0)...100 { preRoll.append(arrival(second), at: .seconds(second)) }
    #expect(times(preRoll, since: 0) == (0...100).map { .seconds($0) })
  }

  @Test func expiredEventsUseNoMemory() {
    var preRoll = PreRoll(length: .seconds(10))
    for second in Int64(0)...100_000 { preRoll.append(arrival(second), at: .seconds(second)) }
    #expect(preRoll.arrivals.count < 30)
  }
}
