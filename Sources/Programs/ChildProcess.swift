internal import CLinux
internal import Dispatch
internal import Glibc
internal import Subprocess
internal import Synchronization
internal import SystemPackage

/// A child process, as a thread sees it that is no task's.
///
/// swift-subprocess starts it and asks in the end how it ended. Until ``reap()`` its number is given to no other process.
final class ChildProcess: Sendable {
  /// Its number.
  let id: Int32
  /// Readable once it has ended.
  let descriptor: Int32
  private let life: Life

  /// What its standard streams are; they are closed here once it has them.
  struct Streams: Sendable {
    var input: FileDescriptor
    var output: FileDescriptor
    var errors: FileDescriptor
  }

  /// Starts it, in a session of its own, with no signal blocked or ignored.
  static func start(_ configuration: Configuration, _ streams: Streams) throws -> ChildProcess {
    let life = Life()
    life.begin(configuration, streams)
    let (id, descriptor) = try life.whenStarted()
    return ChildProcess(id: id, descriptor: descriptor, life: life)
  }

  private init(id: Int32, descriptor: Int32, life: Life) {
    self.id = id
    self.descriptor = descriptor
    self.life = life
  }

  deinit {
    life.release()
    close(descriptor)
  }

  /// Whether it has ended.
  var hasEnded: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }

  /// Waits until it has ended, and gives its number back.
  ///
  /// - Returns: How it ended; nothing where that can't be known.
  func reap() -> TerminationStatus? {
    life.release()
    return life.whenEnded()
  }
}

/// The task that a child process lives in.
private final class Life: Sendable {
  private enum State {
    case beginning
    case failed(any Error)
    case running(Int32, Int32)
    case ended(TerminationStatus?)
  }

  private let state = Mutex(State.beginning)
  private let started = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let (released, releasing) = AsyncStream<Never>.makeStream()

  func begin(_ configuration: Configuration, _ streams: ChildProcess.Streams) {
    // Not among the threads that all tasks share: they may all wait for this one.
    Task(executorPreference: QueueExecutor.shared) { [self] in
      do {
        let result = try await run(
          configuration,
          input: .fileDescriptor(streams.input, closeAfterSpawningProcess: true),
          output: .fileDescriptor(streams.output, closeAfterSpawningProcess: true),
          error: .fileDescriptor(streams.errors, closeAfterSpawningProcess: true)
        ) { execution in
          let process = execution.processIdentifier
          let copy = fcntl(process.processDescriptor, F_DUPFD_CLOEXEC, 0)
          guard copy >= 0 else {
            let errno = Errno(rawValue: errno)
            kill(process.value, SIGKILL)
            throw errno
          }
          state.withLock { $0 = .running(process.value, copy) }
          started.signal()
          for await _ in released {}
        }
        state.withLock { $0 = .ended(result.terminationStatus) }
      } catch {
        state.withLock { state in
          if case .beginning = state { state = .failed(error) } else { state = .ended(nil) }
        }
        started.signal()
      }
      ended.signal()
    }
  }

  func whenStarted() throws -> (Int32, Int32) {
    started.wait()
    return try state.withLock { state in
      switch state {
      case .running(let id, let descriptor): return (id, descriptor)
      case .failed(let error): throw error
      case .beginning, .ended: throw SubprocessEnded()
      }
    }
  }

  func release() { releasing.finish() }

  func whenEnded() -> TerminationStatus? {
    ended.wait()
    // For the next who asks.
    ended.signal()
    return state.withLock { state in
      if case .ended(let status) = state { status } else { nil }
    }
  }
}

/// A child process that ended before it was known.
private struct SubprocessEnded: Error {}

/// Runs tasks on a queue of their own.
private final class QueueExecutor: TaskExecutor {
  static let shared = QueueExecutor()

  private let queue = DispatchQueue(label: "midirec.programs")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
