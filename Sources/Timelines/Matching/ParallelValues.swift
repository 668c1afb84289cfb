internal import Dispatch
internal import Synchronization

/// A value that a thread to spare computes, or else the thread that asks for it.
///
/// It isn't computed if it is released before. A thread waits only for a value whose computation has begun, so values may
/// need each other at any depth. (`DispatchQueue.concurrentPerform` runs nested calls one after the other on two cores.)
final class ParallelValue<Value: Sendable>: Sendable {
  private enum Computation {
    case waiting(@Sendable () -> Value)
    case running
    case finished(Value)
  }

  private let state: Mutex<Computation>
  private let isKnown = DispatchSemaphore(value: 0)

  /// Creates a value whose computation starts when ``value`` is read or ``begin()`` is called.
  init(_ compute: @escaping @Sendable () -> Value) { state = Mutex(.waiting(compute)) }

  /// Starts the computation if a thread is free before ``value`` is read.
  func begin() { DispatchQueue.global().async { [weak self] in self?.compute() } }

  /// The value. A thread that asks for it computes it, or waits for the thread that does.
  var value: Value {
    compute()
    isKnown.wait()
    defer { isKnown.signal() }
    return state.withLock { state in
      guard case .finished(let value) = state else { preconditionFailure("the semaphore follows the value") }
      return value
    }
  }

  private func compute() {
    let compute = state.withLock { state -> (@Sendable () -> Value)? in
      guard case .waiting(let compute) = state else { return nil }
      state = .running
      return compute
    }
    guard let value = compute?() else { return }
    state.withLock { $0 = .finished(value) }
    isKnown.signal()
  }
}

/// The number of notes from which independent parts of a comparison run at the same time.
let parallelCount = 10_000

/// Computes two values, at the same time if the system has a thread to spare.
///
/// - Parameter isWorthwhile: Whether the values take longer than waking a thread.
package func both<First, Second: Sendable>(
  if isWorthwhile: Bool = true, _ first: () -> First, _ second: @escaping @Sendable () -> Second
) -> (First, Second) {
  guard isWorthwhile else { return (first(), second()) }
  let second = ParallelValue(second)
  second.begin()
  return (first(), second.value)
}
