import MIDICore
import Testing

@testable import MIDIRecSoak

struct CandidateTests {
  /// Returns the units of messages.
  private func units(_ messages: [Message]) -> [[Int]] { Candidate(take(messages)).units }

  @Test func noteIsUnitWithItsEndAndPressure() {
    let pressure = Message.polyPressure(channel: .number(1), note: 60, pressure: 9)
    #expect(units([on(), on(61), pressure, off(), off(61)]) == [[0, 2, 3], [1, 4]])
    #expect(units([on(), on(60, velocity: 0), pressure]) == [[0, 1], [2]])
  }

  @Test func notesOfOneKeyEndInOrderOfStarts() {
    #expect(units([on(), on(), off(), off(), off()]) == [[0, 2], [1, 3], [4]])
    #expect(units([on(), on(channel: 2), off(channel: 2), off()]) == [[0, 3], [1, 2]])
    #expect(units([on(), on(), off()]) == [[0, 2], [1]])
  }

  @Test func pressOfPedalIsUnit() {
    let changes = [40, 127, 0, 0, 90].map { control(.sustain, $0) }
    #expect(units(changes) == [[0, 1, 2], [3], [4]])
  }

  @Test func parameterIsUnitWithItsDataAndNullParameter() {
    let pitch = [control(101, 0), control(100, 0), control(6, 12), control(38, 0)]
    let null = [control(101, 127), control(100, 127)]
    #expect(units(pitch + null + pitch) == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9]])
    #expect(units([control(6, 1)] + pitch) == [[0], [1, 2, 3, 4]])
  }

  @Test func programIsUnitWithItsBanks() {
    let program = Message.programChange(channel: .number(1), program: 5)
    #expect(units([control(0, 1), control(32, 2), on(), program, program]) == [[0, 1, 3], [2], [4]])
  }

  @Test func recordingBecomesCandidateAndBack() {
    var busy = BusyTake(seed: 4, trackCount: 3)
    busy.hide([on(20), on(21)], pauses: 0, track: 1)
    #expect(Candidate(busy.recording).recording == busy.recording)
  }

  @Test func pausesDetermineTimes() {
    var candidate = Candidate(take([on(), off()], pauses: [.milliseconds(3)], end: .milliseconds(10)))
    #expect(candidate.pauses == [0, 3, 7].map { .milliseconds($0) })
    candidate.pauses = [1, 2, 3].map { .milliseconds($0) }
    #expect(candidate.recording.messagesInOrder.map(\.time) == [1, 3].map { .milliseconds($0) })
    #expect(candidate.recording.duration == .milliseconds(6))
  }

  @Test func everySimplificationIsSimplerAndKeepsMessages() {
    let candidate = Candidate(BusyTake(seed: 5, trackCount: 2).recording)
    for detail in candidate.details {
      let simplest = candidate.simplifying([detail])
      #expect(Complexity(simplest) < Complexity(candidate))
      #expect(simplest.events.count == candidate.events.count)
    }
    #expect(candidate.simplifying(candidate.details).details.isEmpty)
  }

  @Test func approachHalvesRestOfWay() {
    #expect(approach(100, from: 60) == [60, 80, 90, 95, 98, 99])
    #expect(approach(57, from: 60) == [60, 58])
    #expect(approach(60, from: 60).isEmpty)
  }
}
