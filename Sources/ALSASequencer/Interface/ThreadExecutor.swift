internal import Glibc
internal import MIDIRecSystem
internal import Synchronization

/// The executor of tasks that run on the thread of an input: ``Sequencer/Input/executor``.
///
/// The thread runs their jobs between its reads. After it has ended, jobs run where those of other tasks do.
final class ThreadExecutor: TaskExecutor {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    /// The thread that runs the jobs, or `nil` before it starts and after it has ended.
    var thread: pthread_t?
    var hasEnded = false
  }

  private let jobs = Mutex(Jobs())
  private let event: EventDescriptor

  /// Creates an executor without a thread, or returns `nil` if no file descriptor is available.
  init?() {
    guard let event = EventDescriptor() else { return nil }
    self.event = event
  }

  /// A descriptor that is readable when other threads have added jobs.
  var descriptor: Int32 { event.rawValue }

  /// Adds a job. The current thread runs its own jobs without being woken.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isAdded, isOwn) = jobs.withLock { jobs in
      if !jobs.hasEnded { jobs.waiting.append(job) }
      return (!jobs.hasEnded, jobs.thread == pthread_self())
    }
    if !isAdded { return globalConcurrentExecutor.enqueue(job) }
    if !isOwn { event.signal() }
  }

  /// Declares the current thread as the one that runs the jobs.
  func begin() { jobs.withLock { $0.thread = pthread_self() } }

  /// Clears ``descriptor``, before the jobs that other threads have added are run.
  func acknowledge() { event.clear() }

  /// Runs all jobs, including those that they add.
  func runJobs() {
    // Exchanged with the list of waiting jobs, so that neither allocates memory for each job.
    var running: [UnownedJob] = []
    while true {
      jobs.withLock { swap(&$0.waiting, &running) }
      if running.isEmpty { return }
      for job in running { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
      running.removeAll(keepingCapacity: true)
    }
  }

  /// Passes all jobs on, now and from now on.
  func end() {
    let rest = jobs.withLock { jobs in
      jobs.hasEnded = true
      jobs.thread = nil
      defer { jobs.waiting = [] }
      return jobs.waiting
    }
    for job in rest { globalConcurrentExecutor.enqueue(job) }
  }
}
