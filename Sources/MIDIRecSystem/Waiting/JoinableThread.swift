internal import Glibc
internal import Synchronization

/// A thread that runs one function and must be joined or detached.
package struct JoinableThread: ~Copyable {
  /// The ID of the thread, valid until ``join()``.
  private let id: pthread_t

  /// Starts a thread.
  ///
  /// - Returns: The thread, or `nil` if the system can't create another one.
  package static func start(_ body: @escaping @Sendable () -> Void) -> JoinableThread? {
    // C can point to a function only by its place in memory.
    let place = UnsafeMutablePointer<@Sendable () -> Void>.allocate(capacity: 1)
    unsafe place.initialize(to: body)
    var id = pthread_t()
    let errno = unsafe pthread_create(
      &id, nil,
      { context in
        guard let place = unsafe context?.assumingMemoryBound(to: (@Sendable () -> Void).self) else {
          return nil
        }
        let body = unsafe place.move()
        unsafe place.deallocate()
        body()
        return nil
      }, place)
    guard errno == 0 else {
      unsafe place.deinitialize(count: 1).deallocate()
      return nil
    }
    return JoinableThread(id: id)
  }

  /// Starts a thread that ends by itself, and that gets a value which can't be copied.
  ///
  /// - Returns: `false` if the system can't create another thread.
  package static func detach<Value: ~Copyable>(
    with value: consuming sending Value, _ body: @escaping @Sendable (consuming Value) -> Void
  ) -> Bool {
    let box = Mutex<Value?>(value)
    let thread = start {
      guard let value = box.withLock({ $0.take() }) else { return }
      body(value)
    }
    guard let thread else { return false }
    thread.detach()
    return true
  }

  /// Whether the current thread is this one.
  package var isCurrent: Bool { pthread_equal(id, pthread_self()) != 0 }

  /// Waits until the function returns.
  package consuming func join() { pthread_join(id, nil) }

  /// Lets the thread end by itself.
  package consuming func detach() { pthread_detach(id) }
}
