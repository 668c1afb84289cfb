internal import Glibc

/// A thread that runs one function and is waited for.
package struct JoinableThread: ~Copyable {
  /// Valid until ``join()``.
  private let id: pthread_t

  private init(id: pthread_t) { self.id = id }

  /// Starts a thread.
  ///
  /// - Returns: Nothing when the system has no room for another thread.
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

  /// Waits until the function has returned.
  package consuming func join() { pthread_join(id, nil) }

  /// What a thread runs, where C can point at it.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
