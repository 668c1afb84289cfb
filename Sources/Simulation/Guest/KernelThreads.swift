internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import System
internal import SystemPackage

/// The threads of a simulated machine's kernel that carry the messages of USB instruments.
enum KernelThreads {
  /// Above midirec's real-time threads (40) and below the first process (99), as interrupt threads of real machines are.
  private static let priority: Int32 = 50
  /// The processor's workers and its thread for soft interrupts.
  private static let prefixes = ["kworker/0:", "ksoftirqd/"]

  /// Raises the threads' priority above that of programs.
  ///
  /// On the real clock, a message would otherwise wait on the machine's only processor until a program with real-time
  /// priority has handled the message before it.
  static func takePrecedence() {
    var parameters = sched_param(sched_priority: priority)
    for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let id = Int32(process), let name = FileSystem.text(of: FilePath("/proc/\(process)/comm")),
        prefixes.contains(where: { name.hasPrefix($0) })
      else { continue }
      unsafe sched_setscheduler(id, SCHED_FIFO, &parameters)
    }
  }
}
