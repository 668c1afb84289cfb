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

  private struct State {
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

  private let state: Mutex<State>

  /// Creates an empty queue.
  init(capacity: Int) {
    state = Mutex(State(ring: Array(repeating: nil, count: max(1, capacity))))
  }

  /// Adds elements.
  func put(_ elements: some Collection<Element>) {
    let waiters = state.withLock { state in
      for element in elements {
        let end = state.takenCount + state.count
        guard state.count < state.ring.count else {
          if state.gaps.last?.position == end {
            state.gaps[state.gaps.count - 1].count += 1
          } else {
            state.gaps.append((end, 1))
          }
          continue
        }
        state.ring[(state.first + state.count) % state.ring.count] = element
        state.count += 1
      }
      return Self.takeWaiters(&state)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Ends the queue after its elements.
  func end(_ result: Result<Void, Failure>) {
    let waiters = state.withLock { state in
      if state.end == nil { state.end = result }
      return Self.takeWaiters(&state)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns the next item, and waits for it, or returns `nil` at the end or if the task is canceled.
  func next() async throws(Failure) -> Item? {
    while !Task.isCancelled {
      let item = try state.withLock { state throws(Failure) -> Item?? in try Self.take(&state) }
      if let item { return item }
      await wait()
    }
    return nil
  }

  /// Returns the next item, `.some(nil)` at the end, or `nil` if there is none yet.
  private static func take(_ state: inout State) throws(Failure) -> Item?? {
    if let gap = state.gaps.first, gap.position == state.takenCount {
      state.gaps.removeFirst()
      return .lost(gap.count)
    }
    if state.count > 0 {
      let element = state.ring[state.first].take()
      state.first = (state.first + 1) % state.ring.count
      state.count -= 1
      state.takenCount += 1
      return element.map { .element($0) }
    }
    guard let end = state.end else { return nil }
    try end.get()
    return .some(nil)
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isReady = state.withLock { state in
          // A cancellation before this line is visible here, and a later one finds the waiter.
          guard !Task.isCancelled, state.count == 0, state.gaps.isEmpty, state.end == nil else { return true }
          state.waiters.append(waiter)
          return false
        }
        if isReady { waiter.resume() }
      }
    } onCancel: {
      for waiter in state.withLock({ Self.takeWaiters(&$0) }) { waiter.resume() }
    }
  }

  private static func takeWaiters(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    defer { state.waiters = [] }
    return state.waiters
  }
}
