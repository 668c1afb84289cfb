internal import Glibc
internal import Synchronization

/// A thread that runs one function and must be joined.
package struct JoinableThread: ~Copyable {
  /// The ID of the thread, valid until ``join()``.
  private let id: pthread_t

  private init(id: pthread_t) { self.id = id }

  /// Starts a thread.
  ///
  /// - Returns: The thread, or `nil` if the system can't create another one.
  package static func start(_ body: @escaping @Sendable () -> Void) -> JoinableThread? {
    let box = unsafe Unmanaged.passRetained(Body(body))
    var id = pthread_t()
    let errno = unsafe pthread_create(
      &id, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, box.toOpaque())
    guard errno == 0 else {
      unsafe box.release()
      return nil
    }
    return JoinableThread(id: id)
  }

  /// Waits until the function returns.
  package consuming func join() { pthread_join(id, nil) }

  /// The function of a thread, as an object that C can point to.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

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
