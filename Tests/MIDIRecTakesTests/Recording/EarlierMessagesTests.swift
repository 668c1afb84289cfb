import MIDICore
import Testing

@testable import MIDIRecTakes

@Suite struct EarlierMessagesTests {
  private func message(_ milliseconds: Int64, _ note: NoteNumber = 60) -> TimedMessage {
    TimedMessage(
      time: .milliseconds(milliseconds), message: .noteOn(channel: .number(1), note: note, velocity: 90))
  }

  /// Returns which arrivals are known.
  private func known(_ arrivals: [EarlierMessages.Element], after earlier: [TimedMessage]) -> [Bool] {
    var earlier = EarlierMessages(earlier.map { ($0, 0) })
    return arrivals.map { earlier.remove($0.timed, from: $0.source) }
  }

  @Test func messageOfBothCapturesIsRemovedOnce() {
    let arrivals = [(message(202), 0), (message(203), 0), (message(20, 64), 0)]
    #expect(
      known(arrivals, after: [message(-500), message(100), message(101, 64)]) == [true, false, true])
  }

  @Test func messageOfAnotherSourceOrTimeStays() {
    let arrivals = [(message(100), 1), (message(400), 0), (message(780), 0)]
    #expect(known(arrivals, after: [message(100), message(900)]) == [false, false, true])
  }

  @Test func messageBeforeTheCaptureCantArriveAgain() {
    #expect(known([(message(0), 0)], after: [message(-300)]) == [false])
  }
}
