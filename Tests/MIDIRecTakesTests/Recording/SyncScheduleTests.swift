import MIDICore
import Testing

@testable import MIDIRecTakes

@Suite struct SyncScheduleTests {
  @Test func noSyncIsDueBeforeFirstEvent() {
    #expect(SyncSchedule().due == nil)
  }

  @Test func pauseIsSyncedSoonerThanContinuedPlaying() {
    var schedule = SyncSchedule()
    schedule.eventsCame(at: .milliseconds(1000))
    #expect(schedule.due == .milliseconds(1150))
    schedule.eventsCame(at: .milliseconds(1050))
    #expect(schedule.due == .milliseconds(1200))
    schedule.eventsCame(at: .milliseconds(1149))
    #expect(schedule.due == .milliseconds(1250))
  }

  @Test func nextEventRestartsTheTime() {
    var schedule = SyncSchedule()
    schedule.eventsCame(at: .milliseconds(1000))
    schedule.succeeded(at: .milliseconds(1150))
    #expect(schedule.due == nil)
    schedule.eventsCame(at: .milliseconds(5000))
    #expect(schedule.due == .milliseconds(5150))
  }

  @Test func recorderThatIsBehindSyncsTenTimesPerSecond() {
    var schedule = SyncSchedule()
    schedule.eventsCame(at: .milliseconds(1000))
    schedule.succeeded(at: .milliseconds(3000))
    schedule.eventsCame(at: .milliseconds(1010))
    #expect(schedule.due == .milliseconds(3100))
  }

  @Test func failedSyncIsNotRetriedMoreOften() {
    var schedule = SyncSchedule()
    schedule.eventsCame(at: .milliseconds(1000))
    schedule.failed(at: .milliseconds(1150))
    #expect(schedule.due == .milliseconds(1400))
    schedule.eventsCame(at: .milliseconds(1160))
    #expect(schedule.due == .milliseconds(1310))
    schedule.eventsCame(at: .milliseconds(1390))
    #expect(schedule.due == .milliseconds(1400))
  }
}
