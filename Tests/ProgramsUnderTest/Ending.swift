internal import Glibc
internal import Synchronization

/// The arrival of SIGTERM.
enum Ending {
  private static let asked = Atomic(false)

  /// Whether SIGTERM has arrived.
  static var isAsked: Bool { asked.load(ordering: .sequentiallyConsistent) }

  /// Handles SIGTERM from now on, so that it interrupts a read instead of ending the program.
  static func listen() {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      Ending.asked.store(true, ordering: .sequentiallyConsistent)
    }
    unsafe sigaction(SIGTERM, &action, nil)
  }
}

/// Starts a thread that never ends.
func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var thread = pthread_t()
  let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
  let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    if let context = unsafe context { unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
  unsafe pthread_create(&thread, nil, start, context)
}

/// Sleeps.
func sleepFor(microseconds: Int32) {
  var time = timespec(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
  unsafe nanosleep(&time, nil)
}
