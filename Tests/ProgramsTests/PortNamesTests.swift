import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Programs

/// Names of ports that one run at a time has.
@Suite struct PortNamesTests {
  /// How many runs have a name, and how many had it at once.
  private final class Holders: Sendable {
    private let counts = Mutex((now: 0, most: 0, all: 0))

    func hold() {
      counts.withLock { counts in
        counts.now += 1
        counts.all += 1
        counts.most = max(counts.most, counts.now)
      }
      // Whoever isn't kept out comes in now.
      sched_yield()
      counts.withLock { $0.now -= 1 }
    }

    var most: Int { counts.withLock { $0.most } }
    var all: Int { counts.withLock { $0.all } }
  }

  @Test(.timeLimit(.minutes(1))) func oneAtATimeHasAName() async throws {
    let holders = Holders()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...4 {
        group.addTask {
          try await onOwnThread {
            // In different company and order, so that some would wait for one another for ever.
            let names: Set = ["tests: a", "tests: \(number)", "tests: b"]
            for _ in 0..<500 { PortNames.reserving(names, holders.hold) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(holders.all == 2000)
    #expect(holders.most == 1)
  }

  @Test(.timeLimit(.minutes(1))) func othersDontWaitForIt() async throws {
    try await onOwnThread {
      PortNames.reserving(["tests: c"]) {
        PortNames.reserving(["tests: d"]) {}
        PortNames.reserving([]) {}
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func aRunThatFailsGivesItsNamesBack() async throws {
    struct Oops: Error {}
    try await onOwnThread {
      for _ in 1...2 {
        #expect(throws: Oops.self) { try PortNames.reserving(["tests: e", "tests: f"]) { throw Oops() } }
      }
    }
  }
}
