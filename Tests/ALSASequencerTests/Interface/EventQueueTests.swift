import TestSupport
import Testing

@testable import ALSASequencer

@Suite struct EventQueueTests {
  private struct Failure: Error {}
  private typealias Queue = EventQueue<Int, Failure>

  /// Reads all items: elements as they are, and numbers of lost ones as negative.
  private func all(_ queue: Queue) async throws -> [Int] {
    var items: [Int] = []
    while let item = try await queue.next() {
      switch item {
      case .element(let number): items.append(number)
      case .lost(let count): items.append(-count)
      }
    }
    return items
  }

  @Test func elementsLeaveInOrderUntilTheEnd() async throws {
    let queue = Queue(capacity: 3)
    queue.put([1, 2])
    #expect(try await queue.next().map { "\($0)" } == "element(1)")
    queue.put([3, 4])
    queue.end(.success(()))
    queue.end(.failure(Failure()))
    #expect(try await all(queue) == [2, 3, 4])
  }

  @Test func lostElementsAreCountedInTheirPlace() async throws {
    let queue = Queue(capacity: 2)
    queue.put([1, 2, 3, 4])
    queue.put([5])
    _ = try await queue.next()
    queue.put([6, 7])
    queue.end(.success(()))
    #expect(try await all(queue) == [2, -3, 6, -1])
  }

  @Test func failureComesAfterTheElements() async throws {
    let queue = Queue(capacity: 2)
    queue.put([1])
    queue.end(.failure(Failure()))
    _ = try await queue.next()
    await #expect(throws: Failure.self) { try await queue.next() }
  }

  /// Threads add while tasks read and are canceled; no element is lost, doubled, or out of order.
  @Test(arguments: 0..<20)
  func canceledConsumersLoseNothing(seed: UInt64) async throws {
    let queue = Queue(capacity: 100_000)
    async let produced: Void = onOwnThread {
      var random = SeededGenerator(seed: seed)
      var next = 0
      while next < 10_000 {
        let count = Int.random(in: 1...50, using: &random)
        queue.put(next..<next + count)
        next += count
      }
      queue.end(.success(()))
    }
    var read: [Int] = []
    while true {
      let consumer = Task {
        var own: [Int] = []
        while let item = try await queue.next() { if case .element(let number) = item { own.append(number) } }
        return (own, Task.isCancelled)
      }
      await Task.yield()
      consumer.cancel()
      let (own, isCanceled) = try await consumer.value
      read += own
      if !isCanceled || read.count >= 10_000 { break }
    }
    try await produced
    read += try await all(queue)
    #expect(read == Array(0..<read.count) && read.count >= 10_000)
  }
}
