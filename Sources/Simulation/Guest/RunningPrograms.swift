internal import FoundationEssentials
internal import Glibc
internal import System
internal import SystemPackage

/// The programs that compute at this moment: while one of them does, simulated time stands still.
enum RunningPrograms {
  /// Writes the command lines of the programs to a file, one per line.
  static func report(to path: String) {
    var lines: [String] = []
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for process in processes.compactMap({ Int($0) }).sorted() where process != 1 && isRunning(process) {
      let words = text("/proc/\(process)/cmdline").split(separator: "\0").joined(separator: " ")
      lines.append(words)
    }
    try? Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
  }

  /// Whether a thread of a process computes, rather than waits for something.
  private static func isRunning(_ process: Int) -> Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.contains { thread in
      let status = text("/proc/\(process)/task/\(thread)/stat")
      return status.split(separator: ")").last?.dropFirst().first == "R"
    } && !text("/proc/\(process)/cmdline").isEmpty
  }

  private static func text(_ path: String) -> String {
    FileSystem.text(of: FilePath(path)) ?? ""
  }
}
