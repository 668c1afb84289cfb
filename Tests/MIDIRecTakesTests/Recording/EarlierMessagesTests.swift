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

  @Test func equalMessagesBeforeTheCaptureAreNotTakenForLaterOnes() {
    // The take's capture is connected at 0, and the earlier messages are read at 500 ms.
    let sent = stride(from: -400, to: 1000, by: 10).map { Int64($0) }
    let arrivals = sent.filter { $0 >= 0 }.map { (message($0 + 1), 0) }
    let new = known(arrivals, after: sent.filter { $0 < 500 }.map { message($0) }).filter { !$0 }
    #expect(new.count == 50)
  }

  @Test func messageBeforeTheCaptureCantArriveAgain() {
    #expect(known([(message(0), 0)], after: [message(-300)]) == [false])
  }
}
