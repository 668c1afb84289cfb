internal import Dispatch
internal import Synchronization

/// The names of ports that programs under test look for. While one of them finds its port by a name, no other run has a
/// port of that name.
enum PortNames {
  /// One for each name that was ever asked for; there are as many as sessions have.
  private static let semaphores = Mutex<[String: DispatchSemaphore]>([:])

  /// Waits until no other run of this process has any of the names, and keeps them while `body` runs.
  static func reserving<Result>(_ names: Set<String>, _ body: () throws -> Result) rethrows -> Result {
    // In one order, so that no two wait for one another.
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
