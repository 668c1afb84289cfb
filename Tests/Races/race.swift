import Glibc

/// Two threads that change a variable without a lock. The sanitizer must report them: see Scripts/sanitize.
nonisolated(unsafe) var count = 0

func start() -> pthread_t {
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { _ in
      for _ in 0..<1000 { count += 1 }
      return nil
    }, nil)
  return thread
}

for thread in [start(), start()] { pthread_join(thread, nil) }
