import MIDICore
import Testing

@testable import Takes

@Suite struct SyncScheduleTests {
  @Test func nothingIsDueBeforeSomethingCame() {
    #expect(SyncSchedule().due == nil)
  }

  @Test func aPauseIsBroughtToDiskSoonerThanPlayingThatGoesOn() {
    var schedule = SyncSchedule()
    schedule.eventsCame(at: .milliseconds(1000))
    #expect(schedule.due == .milliseconds(1150))
    schedule.eventsCame(at: .milliseconds(1050))
    #expect(schedule.due == .milliseconds(1200))
    schedule.eventsCame(at: .milliseconds(1149))
    #expect(schedule.due == .milliseconds(1250))
  }

  @Test func afterASyncTheTimeCountsFromTheNextEvent() {
    var schedule = SyncSchedule()
    schedule.eventsCame(at: .milliseconds(1000))
    schedule.succeeded()
    #expect(schedule.due == nil)
    schedule.eventsCame(at: .milliseconds(5000))
    #expect(schedule.due == .milliseconds(5150))
  }

  @Test func aDiskThatRefusesIsNotAskedMoreOftenBecauseMoreComes() {
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
