internal import FoundationEssentials
internal import Glibc
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import Synchronization
internal import SystemPackage

/// The remains of programs' runs, and their removal, even if midirec is killed.
///
/// All processes of a run carry a marker in their environment. The temporary working folders of programs are in one
/// folder of this midirec process, which exists as long as they do. A shell in a separate session, the reaper, cleans up
/// after midirec: its standard input is a pipe that only midirec holds and never writes to, so the pipe reaches its end
/// when midirec ends for any reason. The shell then kills all processes that carry a marker of this midirec process, and
/// removes the folder.
enum ProgramRemains {
  // MARK: The marker

  /// The name of the environment variable that identifies all processes of a run.
  static let variable = "MIDIREC_RUN"

  /// The start of the variable's value, which all runs of this midirec process share.
  ///
  /// It consists of the process ID, the start time, and a random number. On a simulated machine, the number is missing,
  /// so that a program that prints its environment writes the same text in each run.
  static let processName: String = {
    let name = "\(getpid()).\(ProcessEntry(getpid())?.startTime ?? 0)"
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return ProgramRun.isInsideMachine ? name : "\(name).\(number)"
  }()

  private static let count = Atomic(0)

  /// Returns a value of the variable that no other run has.
  static func nextMarker() -> String { "\(processName)/\(count.add(1, ordering: .relaxed).newValue)" }

  // MARK: The reaper

  /// The reaper's process and midirec's end of the pipe, kept as long as midirec runs.
  private static let reaper = Mutex<(ChildProcess, FileDescriptor)?>(nil)

  /// The first argument is the common prefix of all markers, and the second the folder.
  ///
  /// A process that starts another during a scan can hide it once, but not twice in a row.
  private static let script = """
    trap '' HUP INT TERM
    while read -r line; do :; done
    empty=0
    rounds=0
    while [ $empty -lt 2 ] && [ $rounds -lt 100 ]; do
      empty=$((empty + 1))
      rounds=$((rounds + 1))
      for file in $(grep -lsF "$1" /proc/[0-9]*/environ); do
        process=${file#/proc/}
        kill -KILL "${process%/environ}" 2>/dev/null
        empty=0
      done
      [ $rounds -eq 1 ] && [ $empty -eq 1 ] || sleep 0.05
    done
    rm -rf -- "$2"
    """

  /// Starts the reaper unless it is running.
  ///
  /// On a simulated machine, it isn't needed, because all remains disappear with the machine.
  static func startReaper() throws(SubjectFailure) {
    guard !ProgramRun.isInsideMachine else { return }
    guard FileSystem.exists("/proc/self/stat") else {
      throw SubjectFailure(
        .unavailable, "can't be started: midirec finds and ends the program's processes in /proc; mount /proc"
      )
    }
    do {
      try reaper.withLock { reaper in
        if let (child, end) = reaper {
          guard child.hasEnded else { return }
          // The user ended the reaper.
          _ = child.waitForEnd()
          try? end.close()
          reaper = nil
        }
        let (input, end) = try FileDescriptor.pipe(options: .closeOnExec)
        defer { try? input.close() }
        do {
          let child = try ChildProcess.start(
            ["/bin/sh", "-c", script, "midirec-reaper", "\(variable)=\(processName)/", root.string],
            environment: [Array("PATH=/usr/bin:/bin".utf8)], folder: "/",
            input: .descriptor(input.rawValue))
          reaper = (child, end)
        } catch {
          try? end.close()
          throw error
        }
      }
    } catch {
      throw SubjectFailure(
        .unavailable, "can't be started: the process that cleans up after it can't be started",
        details: ["\(error)"])
    }
  }

  // MARK: Folders

  /// The folder that contains the working folders of all runs.
  ///
  /// On a simulated machine, it is the same for each run, because a program can print its path or leave files with it.
  static let root: FilePath = {
    if ProgramRun.isInsideMachine {
      let folder: FilePath = "/tmp/midirec"
      try? FileSystem.makeFolder(folder, permissions: 0o700)
      // On the host, another user may have a folder with this name.
      if FileSystem.isFolder(folder), FileSystem.refusalToWrite(folder) == nil { return folder }
    }
    return FilePath(FileManager.default.temporaryDirectory.path).appending("midirec-\(processName)")
  }()

  /// Separates creating a folder from removing the root.
  private static let lock = Mutex(())

  /// Creates an empty folder that only the user can enter.
  static func makeFolder() throws(SubjectFailure) -> FilePath {
    // From here on, the reaper cleans up if midirec is killed.
    try startReaper()
    do throws(Errno) {
      return try lock.withLock { _ throws(Errno) in try makeNextFolder() }
    } catch {
      throw SubjectFailure(
        .unavailable, "can't be started: its folder in \(root) can't be created: \(error)",
        remedy: "set TMPDIR to a folder with room")
    }
  }

  private static func makeNextFolder() throws(Errno) -> FilePath {
    var number = 1
    while true {
      let folder = root.appending("\(number)")
      for path in [root, folder] {
        do throws(Errno) {
          try FileSystem.makeFolder(path, permissions: 0o700)
          if path == folder { return folder }
        } catch {
          switch error {
          case .fileExists where path == root: break
          case .fileExists: number += 1
          // Another midirec on the same machine has just removed the root.
          case .noSuchFileOrDirectory where path == folder: break
          default: throw error
          }
        }
      }
    }
  }

  /// Removes a folder and its contents.
  static func removeFolder(_ folder: FilePath) {
    try? FileManager.default.removeItem(atPath: folder.string)
    // Fails while other folders exist.
    _ = lock.withLock { _ in unsafe rmdir(root.string) }
  }
}
