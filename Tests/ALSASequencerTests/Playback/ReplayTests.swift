import CALSA
import Glibc
import MIDICore
import Testing

@testable import ALSASequencer

/// The conclusions of a replay from returned markers.
@Suite struct ReplayTests {
  private func replay(_ messages: [Message]) throws -> Replay {
    let timed = messages.enumerated().map { TimedMessage(time: .milliseconds(Int64($0)), message: $1) }
    let passes = try #require(RepeatedRecording(of: Recording(tracks: [.init(messages: timed)])))
    var replay = Replay(QueueSchedule(passes, period: QueueSchedule.finePeriod, origin: .seconds(1)))
    for number in messages.indices {
      let time = replay.schedule.origin + timed[number].time
      replay.append(.init(event: Self.event(at: time), message: number, time: time))
    }
    replay.schedule.nextMessage = messages.count
    return replay
  }

  private static func event(at time: Nanoseconds) -> SequencerEvent {
    var event = SequencerEvent(type: SND_SEQ_EVENT_TUNE_REQUEST)
    event.time = time
    return event
  }

  private let chord = [60, 64, 67].map { Message.noteOn(channel: .number(1), note: $0, velocity: 1) }

  @Test func onlyDeliveredNotesSound() throws {
    var replay = try replay(chord)
    replay.take(marker: 0, at: .seconds(1) + .microseconds(3))
    replay.take(marker: 1, at: .seconds(1) + .microseconds(990))
    #expect(replay.report.sentCount == 2)
    #expect(replay.cellCount == 2)
    #expect(
      replay.sounding.releaseMessages
        == [60, 64].map { .noteOff(channel: .number(1), note: $0, velocity: 64) })
    // 3 µs late and 10 µs early.
    #expect(replay.lateness.largest == .microseconds(10))
    replay.takeBackPending()
    #expect(replay.schedule.nextMessage == 2)
    #expect(replay.isSettled)
    #expect(!replay.schedule.isComplete)
  }

  @Test func markerConfirmsEarlierEvents() throws {
    var replay = try replay(chord)
    replay.take(marker: 2, at: .seconds(1))
    #expect(replay.report.sentCount == 3)
    #expect(replay.isSettled)
    #expect(replay.lateness.largest == .milliseconds(2))
  }

  @Test func bouncedNoteDoesNotSound() throws {
    var replay = try replay(chord)
    replay.bounce = ENOSPC
    replay.take(marker: 0, at: .seconds(1))
    replay.take(marker: 1, at: .seconds(1))
    #expect(replay.report.lostCount == 1)
    #expect(replay.report.sentCount == 1)
    #expect(replay.sounding.releaseMessages == [.noteOff(channel: .number(1), note: 64, velocity: 64)])
  }

  @Test func middleIsDueWhenHalfIsDelivered() throws {
    var replay = try replay(Array(repeating: .tuneRequest, count: 10))
    #expect(replay.middleDue == replay.schedule.origin + .milliseconds(5))
    replay.take(marker: 3, at: .zero)
    #expect(replay.middleDue == replay.schedule.origin + .milliseconds(7))
    replay.take(marker: 9, at: .zero)
    #expect(replay.middleDue == nil)
  }

  @Test func splitMessageCountsWithItsLastPiece() throws {
    let passes = try #require(
      RepeatedRecording(
        of: Recording(tracks: [.init(messages: [TimedMessage(time: .zero, message: .tuneRequest)])])))
    var replay = Replay(QueueSchedule(passes, period: QueueSchedule.usualPeriod, origin: .zero))
    replay.append(.init(event: Self.event(at: .zero), message: 0, time: .zero, isLast: false))
    replay.append(.init(event: Self.event(at: .zero), message: 0, time: .zero, isFirst: false))
    replay.schedule.nextMessage = 1
    replay.take(marker: 0, at: .zero)
    #expect(replay.isInsideSystemExclusive)
    #expect(replay.report.sentCount == 0)
    replay.take(marker: 1, at: .zero)
    #expect(!replay.isInsideSystemExclusive)
    #expect(replay.report.sentCount == 1)
    replay.takeBackPending()
    #expect(replay.schedule.isComplete)
  }

  @Test func skippedControllersAreRestated() throws {
    var replay = try replay([.programChange(channel: .number(1), program: 1), .tuneRequest])
    replay.takeBackPending()
    replay.skip(until: .seconds(1))
    #expect(replay.report.unsentCount == 1)
    #expect(replay.schedule.nextMessage == 1)
    #expect(replay.controllers.messages == [.programChange(channel: .number(1), program: 1)])
  }

  @Test func deliveredEventsAreRemoved() throws {
    var replay = try replay(.init(repeating: .tuneRequest, count: 5000))
    for number in 0..<4000 { replay.take(marker: UInt64(number), at: .seconds(1)) }
    #expect(replay.pending.count < 2100)
    #expect(replay.cellCount == 2000)
    #expect(replay.nextMarker == 5000)
  }

  @Test func latenessHasPercentiles() throws {
    var lateness = Lateness()
    #expect(lateness.isEmpty)
    for microseconds in 1...1000 {
      lateness.record(.microseconds(Int64(microseconds % 2 == 0 ? microseconds : -microseconds)))
    }
    // Three digits are kept.
    #expect((lateness.median - .microseconds(500)).magnitude <= .microseconds(1))
    #expect((lateness.percentile99 - .microseconds(990)).magnitude <= .microseconds(1))
    #expect((lateness.percentile999 - .microseconds(999)).magnitude <= .microseconds(1))
    #expect(lateness.largest == .microseconds(1000))
  }
}
