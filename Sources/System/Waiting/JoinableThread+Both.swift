internal import Synchronization

extension JoinableThread {
  /// Computes two values at the same time, or one after the other if the system can't create a thread.
  package static func both<First, Second: Sendable>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let result = Result<Second>()
    guard let thread = start({ result.value.withLock { $0 = second() } }) else { return (first(), second()) }
    let value = first()
    thread.join()
    return (value, result.value.withLock { $0 } ?? second())
  }

  private final class Result<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
