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
    var waiters = Waiters()
    var end: Result<Void, Failure>?
  }

  /// The consumers that wait: usually one, which needs no memory.
  ///
  /// Each is removed from here before it is resumed, so that it is resumed once. A checked continuation would allocate
  /// memory for each wait, which is for each event.
  @safe
  private struct Waiters: Sendable {
    private var first: UnsafeContinuation<Void, Never>?
    private var others: [UnsafeContinuation<Void, Never>] = unsafe []

    mutating func add(_ waiter: UnsafeContinuation<Void, Never>) {
      if unsafe first == nil { unsafe first = waiter } else { unsafe others.append(waiter) }
    }

    /// Removes and returns all consumers.
    mutating func takeAll() -> Waiters {
      defer { self = Waiters() }
      return self
    }

    func resume() {
      unsafe first?.resume()
      unsafe others.forEach { unsafe $0.resume() }
    }
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
      return backlog.waiters.takeAll()
    }
    waiters.resume()
  }

  /// Ends the queue after its elements.
  func end(_ result: Result<Void, Failure>) {
    let waiters = backlog.withLock { backlog in
      if backlog.end == nil { backlog.end = result }
      return backlog.waiters.takeAll()
    }
    waiters.resume()
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
      await unsafe withUnsafeContinuation { waiter in
        let isReady = backlog.withLock { backlog in
          // A cancellation before this line is visible here, and a later one finds the waiter.
          guard !Task.isCancelled, backlog.count == 0, backlog.gaps.isEmpty, backlog.end == nil else {
            return true
          }
          unsafe backlog.waiters.add(waiter)
          return false
        }
        if isReady { unsafe waiter.resume() }
      }
    } onCancel: {
      backlog.withLock { $0.waiters.takeAll() }.resume()
    }
  }
}
