internal import Sessions
internal import Synchronization
internal import System
internal import SystemPackage

/// A shell that cleans up after midirec, even if midirec is killed.
///
/// Each midirec process has one reaper in a separate session. The reaper's standard input is a pipe that only midirec
/// holds and never writes to, so it reaches its end when midirec ends for any reason. The shell then kills all
/// processes that carry the marker of a run, and removes the folders.
enum OrphanReaper {
  /// The reaper's process and midirec's end of the pipe, kept as long as midirec runs.
  private static let reaper = Mutex<(ChildProcess, FileDescriptor)?>(nil)

  /// The first argument is the common prefix of all run markers, and the second the folder.
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
  static func start() throws(SubjectFailure) {
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
            ["/bin/sh", "-c", script, "midirec-reaper", prefix, ScratchFolder.root.string],
            environment: [Array("PATH=/usr/bin:/bin".utf8)], folder: "/",
            streams: ChildProcess.Streams(input: .descriptor(input.rawValue)))
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

  /// The environment entry's prefix that all runs of this midirec process share.
  static var prefix: String { "\(RunMarker.name)=\(RunMarker.processName)/" }
}
