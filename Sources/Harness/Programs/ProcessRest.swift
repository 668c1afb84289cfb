/// Looks whether all threads of a program wait for something to come.
///
/// A thread that isn't asleep is easily seen, but a look takes time, and meanwhile one thread may hand its work over to
/// another that was looked at already. So there are two looks. In the first, the number of times that each thread was
/// taken off its processor is noted. In the second, the kernel is asked where each thread is: its answer proves that the
/// thread is off its processor, since it waits for that (`task_current_syscall` in the kernel). Where the number is still
/// the same after that, the thread hasn't run at any moment between the two looks. Where this holds for all of them,
/// none runs in that moment, and none will before something comes.
///
/// A program of one thread has nobody to hand its work over to: it is enough that the thread is asleep after all else was
/// true. So it may wake by itself as often as it likes, such as by a timer's signal a thousand times a second. Only where
/// it writes it must not have run between the looks: its output may have been taken, and be full again.
struct ProcessRest {
  /// What a look found.
  enum Finding: Hashable {
    /// Some thread runs, is about to, or waits for a disk.
    case busy
    /// All are asleep, and these pause: they go on by themselves.
    case asleep(pausing: Set<Int32>)
  }

  /// A thread when it was looked at.
  private struct Note: Equatable {
    let thread: ThreadPath
    let switches: UInt64
  }

  /// Looks twice.
  ///
  /// - Parameters:
  ///   - processes: The program's processes at this moment; it is asked twice.
  ///   - between: What else has to be true between the two looks.
  static func look(at processes: () -> Set<Int32>, between: () -> Bool) -> Finding {
    guard let first = notes(of: processes()) else { return .busy }
    guard between() else { return .busy }
    let threads = threads(of: processes())
    guard threads.count == first.count else { return .busy }
    var pausing: Set<Int32> = []
    for (thread, note) in zip(threads, first) {
      guard thread == note.thread else { return .busy }
      let call = ThreadCall(of: thread)
      switch call {
      case .running: return .busy
      case .pause: pausing.insert(thread.id)
      case .write, .other: break
      }
      guard let status = ThreadStatus(of: thread), status.isAsleep,
        status.switches == note.switches || first.count == 1 && call != .write
      else { return .busy }
    }
    return .asleep(pausing: pausing)
  }

  /// - Returns: Nothing where one of them isn't asleep.
  private static func notes(of processes: Set<Int32>) -> [Note]? {
    var notes: [Note] = []
    // All names first: a thread that ends meanwhile has woken others before they are looked at.
    for thread in threads(of: processes) {
      guard let status = ThreadStatus(of: thread), status.isAsleep else { return nil }
      notes.append(Note(thread: thread, switches: status.switches))
    }
    return notes
  }

  private static func threads(of processes: Set<Int32>) -> [ThreadPath] {
    processes.sorted().flatMap { process in
      (ProcFile.numbers(in: "/proc/\(process)/task") ?? []).sorted().map {
        ThreadPath(process: process, id: $0)
      }
    }
  }
}
