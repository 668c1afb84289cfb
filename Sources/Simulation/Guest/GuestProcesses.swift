internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import System
internal import SystemPackage

/// The processes and kernel threads of the simulated machine on which this process is the first one.
enum GuestProcesses {
  /// Above midirec's real-time threads (40) and below the first process (99), as interrupt threads of real machines are.
  private static let priority: Int32 = 50
  /// The processor's workers and its thread for soft interrupts, which carry the messages of USB instruments.
  private static let threadPrefixes = ["kworker/0:", "ksoftirqd/"]

  /// Raises the priority of the kernel's threads for instruments above that of programs.
  ///
  /// On the real clock, a message would otherwise wait on the machine's only processor until a program with real-time
  /// priority has handled the message before it.
  static func preferInstruments() {
    var parameters = sched_param(sched_priority: priority)
    for process in all.compactMap({ ProcessEntry($0) }) {
      guard threadPrefixes.contains(where: { process.name.hasPrefix($0) }) else { continue }
      unsafe sched_setscheduler(process.id, SCHED_FIFO, &parameters)
    }
  }

  /// Writes the command lines of the programs that compute at this moment to a file, one per line: while one of them
  /// computes, simulated time stands still.
  static func reportRunning(to path: String) {
    let lines = all.filter { $0 != 1 && isRunning($0) }.map {
      commandLine(of: $0).split(separator: "\0").joined(separator: " ")
    }
    try? Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
  }

  /// The IDs of the processes in ascending order.
  private static var all: [pid_t] { (ProcFile.numbers(in: "/proc") ?? []).sorted() }

  /// Whether a thread of a program computes, rather than waits for something.
  private static func isRunning(_ process: pid_t) -> Bool {
    (ProcFile.numbers(in: "/proc/\(process)/task") ?? []).contains { thread in
      ProcessEntry(thread: thread, of: process)?.isRunning == true
    } && !commandLine(of: process).isEmpty
  }

  private static func commandLine(of process: pid_t) -> String {
    FileSystem.text(of: FilePath("/proc/\(process)/cmdline")) ?? ""
  }
}
