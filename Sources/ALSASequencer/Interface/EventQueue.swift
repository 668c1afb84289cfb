internal import Synchronization

/// The elements that wait for a consumer, which is a task. The producer is a thread, and never waits.
///
/// Of a full queue, the newest elements are lost, and the consumer gets their number in their place.
final class EventQueue<Element: Sendable, Failure: Error>: Sendable {
  /// An element, or a number of lost ones.
  enum Item: Sendable {
    case element(Element)
    case lost(Int)
  }

  /// The waiting elements, and their consumers.
  private struct Backlog {
    /// A ring of elements.
    var ring: [Element?]
    var first = 0
    var count = 0
    /// The number of elements that were lost after the ones in the ring, and where they were lost.
    var gaps: [(position: Int, count: Int)] = []
    /// The number of elements that were taken.
    var takenCount = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    var end: Result<Void, Failure>?
  }

  private let backlog: Mutex<Backlog>

  /// Creates an empty queue.
  init(capacity: Int) {
    backlog = Mutex(Backlog(ring: Array(repeating: nil, count: max(1, capacity))))
  }

  /// Adds elements.
  func put(_ elements: some Collection<Element>) {
    let waiters = backlog.withLock { backlog in
      for element in elements {
        let end = backlog.takenCount + backlog.count
        guard backlog.count < backlog.ring.count else {
          if backlog.gaps.last?.position == end {
            backlog.gaps[backlog.gaps.count - 1].count += 1
          } else {
            backlog.gaps.append((end, 1))
          }
          continue
        }
        backlog.ring[(backlog.first + backlog.count) % backlog.ring.count] = element
        backlog.count += 1
      }
      return Self.takeWaiters(&backlog)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Ends the queue after its elements.
  func end(_ result: Result<Void, Failure>) {
    let waiters = backlog.withLock { backlog in
      if backlog.end == nil { backlog.end = result }
      return Self.takeWaiters(&backlog)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns the next item, and waits for it, or returns `nil` at the end or if the task is canceled.
  func next() async throws(Failure) -> Item? {
    while !Task.isCancelled {
      let item = try backlog.withLock { backlog throws(Failure) -> Item?? in try Self.take(&backlog) }
      if let item { return item }
      await wait()
    }
    return nil
  }

  /// Returns the next item, `.some(nil)` at the end, or `nil` if there is none yet.
  private static func take(_ backlog: inout Backlog) throws(Failure) -> Item?? {
    if let gap = backlog.gaps.first, gap.position == backlog.takenCount {
      backlog.gaps.removeFirst()
      return .lost(gap.count)
    }
    if backlog.count > 0 {
      let element = backlog.ring[backlog.first].take()
      backlog.first = (backlog.first + 1) % backlog.ring.count
      backlog.count -= 1
      backlog.takenCount += 1
      return element.map { .element($0) }
    }
    guard let end = backlog.end else { return nil }
    try end.get()
    return .some(nil)
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isReady = backlog.withLock { backlog in
          // A cancellation before this line is visible here, and a later one finds the waiter.
          guard !Task.isCancelled, backlog.count == 0, backlog.gaps.isEmpty, backlog.end == nil else {
            return true
          }
          backlog.waiters.append(waiter)
          return false
        }
        if isReady { waiter.resume() }
      }
    } onCancel: {
      for waiter in backlog.withLock({ Self.takeWaiters(&$0) }) { waiter.resume() }
    }
  }

  private static func takeWaiters(_ backlog: inout Backlog) -> [CheckedContinuation<Void, Never>] {
    defer { backlog.waiters = [] }
    return backlog.waiters
  }
}
