internal import Dispatch
internal import Synchronization

/// Computes two values at the same time if the system has a thread to spare, or else one after the other.
///
/// - Parameter isWorthwhile: Whether the values take longer than waking a thread.
package func both<First: Sendable, Second: Sendable>(
  if isWorthwhile: Bool = true, _ first: @Sendable () -> First, _ second: @Sendable () -> Second
) -> (First, Second) {
  guard isWorthwhile else { return (first(), second()) }
  let values = Mutex<(First?, Second?)>((nil, nil))
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    if index == 0 {
      let value = first()
      values.withLock { $0.0 = value }
    } else {
      let value = second()
      values.withLock { $0.1 = value }
    }
  }
  let (firstValue, secondValue) = values.withLock { $0 }
  guard let firstValue, let secondValue else { preconditionFailure("both iterations have ended") }
  return (firstValue, secondValue)
}
