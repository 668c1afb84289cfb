import MIDICore
import Testing

@testable import ALSASequencer

/// The delivery times of events, and the order in which the kernel receives them.
@Suite struct QueueScheduleTests {
  private static let origin = Nanoseconds.seconds(1)

  private static let note = Message.noteOn(channel: .number(1), note: 60, velocity: 1)
  /// A message of 600 bytes, which is sent in pieces of 256, 256, and 88.
  private static let long = Message.systemExclusive(SystemExclusive(payload: .init(repeating: 1, count: 598)))

  /// Returns a schedule of one message per time.
  private func schedule(
    _ times: Nanoseconds..., message: Message = note, period: Nanoseconds = QueueSchedule.usualPeriod
  ) -> QueueSchedule {
    QueueSchedule(
      RepeatedRecording(times.map { TimedMessage(time: $0, message: message) }, length: times.last ?? .zero),
      period: period, origin: Self.origin)
  }

  /// Passes on all events that are available at a time.
  private func events(
    of schedule: inout QueueSchedule, at now: Nanoseconds = origin, isPaced: Bool = false
  ) -> [QueueSchedule.Event] {
    var events: [QueueSchedule.Event] = []
    while let event = schedule.next(at: now) {
      events.append(event)
      schedule.advance(past: event, isPaced: isPaced)
    }
    return events
  }

  @Test func eventIsDueAtTimerInterrupt() {
    var schedule = schedule(.microseconds(1_370), period: QueueSchedule.finePeriod)
    let event = schedule.next(at: Self.origin)
    #expect(event?.time == Self.origin + .microseconds(1_370))
    #expect(event?.due == Self.origin + .microseconds(1_400))
  }

  @Test func nextEventStaysUntilItIsPassed() throws {
    var schedule = schedule(.zero, .zero)
    #expect(schedule.next(at: Self.origin)?.message == 0)
    let next = schedule.next(at: Self.origin)
    let event = try #require(next)
    #expect(event.message == 0)
    schedule.advance(past: event)
    #expect(events(of: &schedule).map(\.message) == [1])
    #expect(schedule.isComplete)
  }

  @Test func eventIsPassedAtMostSixHundredMillisecondsEarly() {
    var schedule = schedule(.zero, .milliseconds(600), .milliseconds(601))
    #expect(events(of: &schedule).map(\.message) == [0, 1])
    #expect(!schedule.isComplete)
    #expect(events(of: &schedule, at: Self.origin + .milliseconds(1)).map(\.message) == [2])
  }

  @Test func longMessageIsSplit() {
    var schedule = schedule(.zero, message: Self.long)
    let events = events(of: &schedule)
    #expect(events.map(\.event.variableByteCount) == [256, 256, 88])
    #expect(events.map(\.isFirst) == [true, false, false])
    #expect(events.map(\.isLast) == [false, false, true])
    #expect(Set(events.map(\.due)) == [Self.origin])
  }

  @Test func pacedBytesWaitForTheLinkInOrder() {
    var schedule = schedule(.zero, .zero, message: Self.long)
    let dues = events(of: &schedule, isPaced: true).map { $0.due - Self.origin }
    // 256 bytes take 81.92 ms, 88 take 28.16 ms.
    #expect(dues == [0, 82, 164, 192, 274, 356].map(Nanoseconds.milliseconds))
  }

  @Test func splitMessageRestarts() throws {
    var schedule = schedule(.zero, .zero, message: Self.long)
    let first = schedule.next(at: Self.origin)
    schedule.advance(past: try #require(first))
    schedule.goBack(to: nil)
    #expect(events(of: &schedule).map(\.message) == [0, 0, 0, 1, 1, 1])
    schedule.goBack(to: 1)
    #expect(events(of: &schedule).map(\.isFirst) == [true, false, false])
  }

  @Test func dueMessagesAreSkipped() {
    var schedule = schedule(.zero, .milliseconds(1))
    #expect(schedule.skipNext(until: Self.origin) == Self.note)
    #expect(schedule.skipNext(until: Self.origin) == nil)
    #expect(events(of: &schedule).map(\.message) == [1])
  }

  @Test func firstTimeIsOnDefaultPeriodWithLead() {
    #expect(QueueSchedule.firstTime(from: .microseconds(300)) == .milliseconds(21))
  }
}

/// The periods of queues' timers.
@Suite struct TimerPeriodTests {
  @Test func timerMeetsTheGrid() throws {
    func passes(_ time: Nanoseconds) throws -> RepeatedRecording {
      try #require(
        RepeatedRecording(
          of: Recording(tracks: [.init(messages: [.init(time: time, message: .tuneRequest)])])))
    }
    #expect(QueueSchedule.period(meeting: try passes(.milliseconds(3))) == QueueSchedule.usualPeriod)
    let period = QueueSchedule.period(meeting: try passes(.microseconds(1370)))
    #expect(period == QueueSchedule.finePeriod)
    #expect(Nanoseconds.microseconds(1370).rounded(toMultipleOf: period) == .microseconds(1400))
    #expect(Nanoseconds.microseconds(1299).rounded(toMultipleOf: period) == .microseconds(1200))
    #expect(Nanoseconds.microseconds(1201).roundedUp(toMultipleOf: period) == .microseconds(1400))
    #expect(Nanoseconds.microseconds(1200).roundedUp(toMultipleOf: period) == .microseconds(1200))
  }
}
