internal import Dispatch
internal import Synchronization

/// The port names that programs under test look for. Only one run at a time can have a port with a given name.
enum PortNames {
  /// One semaphore per requested name. Sessions bound their number.
  private static let semaphores = Mutex<[String: DispatchSemaphore]>([:])

  /// Waits until no other run of this process uses any of the names, and reserves them while `body` runs.
  static func reserving<Result>(_ names: Set<String>, _ body: () throws -> Result) rethrows -> Result {
    // Sorted, to prevent a deadlock.
    let semaphores = names.sorted().map(semaphore)
    for semaphore in semaphores { semaphore.wait() }
    defer { for semaphore in semaphores { semaphore.signal() } }
    return try body()
  }

  private static func semaphore(_ name: String) -> DispatchSemaphore {
    semaphores.withLock { semaphores in
      if let known = semaphores[name] { return known }
      let new = DispatchSemaphore(value: 1)
      semaphores[name] = new
      return new
    }
  }
}
