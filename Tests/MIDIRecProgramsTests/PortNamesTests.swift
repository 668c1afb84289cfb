import Glibc
import Synchronization
import TestSupport
import Testing

@testable import MIDIRecPrograms

/// Port names are reserved for one run at a time.
@Suite struct PortNamesTests {
  /// The number of runs that hold a name, and the maximum at once.
  private final class Holders: Sendable {
    private let counts = Mutex((now: 0, most: 0, all: 0))

    func hold() {
      counts.withLock { counts in
        counts.now += 1
        counts.all += 1
        counts.most = max(counts.most, counts.now)
      }
      // A run that isn't blocked would enter here.
      sched_yield()
      counts.withLock { $0.now -= 1 }
    }

    var most: Int { counts.withLock { $0.most } }
    var all: Int { counts.withLock { $0.all } }
  }

  @Test(.timeLimit(.minutes(1))) func nameHasOneHolderAtATime() async throws {
    let holders = Holders()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...4 {
        group.addTask {
          try await onOwnThread {
            // With different names in a different order, so that unsorted locking would deadlock.
            let names: Set = ["tests: a", "tests: \(number)", "tests: b"]
            for _ in 0..<500 { ProgramRun.reserving(names, holders.hold) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(holders.all == 2000)
    #expect(holders.most == 1)
  }

  @Test(.timeLimit(.minutes(1))) func otherNamesAreNotBlocked() async throws {
    try await onOwnThread {
      ProgramRun.reserving(["tests: c"]) {
        ProgramRun.reserving(["tests: d"]) {}
        ProgramRun.reserving([]) {}
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func failedRunReleasesNames() async throws {
    struct Oops: Error {}
    try await onOwnThread {
      for _ in 1...2 {
        #expect(throws: Oops.self) { try ProgramRun.reserving(["tests: e", "tests: f"]) { throw Oops() } }
      }
    }
  }
}
