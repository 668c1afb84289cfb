internal import Dispatch
internal import Synchronization

/// A value that a thread to spare computes, or else the thread that asks for it.
///
/// It isn't computed if it is released before. A thread waits only for a value whose computation has begun, so values may
/// need each other at any depth. (`DispatchQueue.concurrentPerform` runs nested calls one after the other on two cores.)
final class ParallelValue<Value: Sendable>: Sendable {
  private enum State {
    case needed(@Sendable () -> Value)
    case computing
    case known(Value)
  }

  private let state: Mutex<State>
  private let isKnown = DispatchSemaphore(value: 0)

  /// Creates a value that no thread computes before it is asked for or ``begin()`` is called.
  init(_ compute: @escaping @Sendable () -> Value) { state = Mutex(.needed(compute)) }

  /// Lets a thread to spare compute the value if it isn't known yet.
  func begin() { DispatchQueue.global().async { [weak self] in self?.compute() } }

  /// The value. A thread that asks for it computes it, or waits for the thread that does.
  var value: Value {
    compute()
    isKnown.wait()
    defer { isKnown.signal() }
    return state.withLock { state in
      guard case .known(let value) = state else { preconditionFailure("the semaphore follows the value") }
      return value
    }
  }

  private func compute() {
    let compute = state.withLock { state -> (@Sendable () -> Value)? in
      guard case .needed(let compute) = state else { return nil }
      state = .computing
      return compute
    }
    guard let value = compute?() else { return }
    state.withLock { $0 = .known(value) }
    isKnown.signal()
  }
}

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
