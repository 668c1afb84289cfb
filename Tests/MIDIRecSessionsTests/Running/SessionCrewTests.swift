import Dispatch
import Synchronization
import Testing

@testable import MIDIRecSessions
@testable import MIDIRecSystem

@Suite struct SessionCrewTests {
  @Test func comparisonIsNotWaitedForAfterAStop() throws {
    let (crew, stop) = (SessionCrew(), try #require(StopToken()))
    let release = DispatchSemaphore(value: 0)
    crew.run(unless: stop) {
      crew.working {
        crew.comparing {
          stop.requestStop()
          release.wait()
        }
      }
    }
    // A waiting run doesn't reach this point. The result of the comparison is dropped.
    crew.unlessOver { Issue.record("the run isn't over") }
    release.signal()
  }

  @Test func workIsAwaitedAfterStop() throws {
    let (crew, stop) = (SessionCrew(), try #require(StopToken()))
    let count = Atomic(0)
    crew.run(unless: stop) {
      crew.working {
        stop.requestStop()
        for _ in 0..<1_000_000 { count.add(1, ordering: .relaxed) }
      }
    }
    #expect(count.load(ordering: .relaxed) == 1_000_000)
  }

  @Test func everythingIsAwaitedWithoutStop() throws {
    let (crew, stop) = (SessionCrew(), try #require(StopToken()))
    let count = Atomic(0)
    crew.run(unless: stop) {
      crew.working {
        crew.comparing { for _ in 0..<1_000_000 { count.add(1, ordering: .relaxed) } }
        crew.unlessOver { count.add(1, ordering: .relaxed) }
      }
    }
    #expect(count.load(ordering: .relaxed) == 1_000_001)
  }
}
