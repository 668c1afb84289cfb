internal import Processes
internal import Sessions
internal import Synchronization
internal import SystemPackage

/// Ends what is left where midirec is killed: a shell that waits for its end, which nothing can keep from it.
///
/// There is one for each process of midirec, in a session of its own. Its standard input is a pipe that only midirec
/// can write to, and never does; so it ends with midirec, whatever ends that. Then the shell kills all processes that
/// carry the marker of a run, and removes the folders.
enum OrphanReaper {
  /// Its process, and midirec's end of the pipe; they are kept as long as midirec runs.
  private static let sweeper = Mutex<(ChildProcess, FileDescriptor)?>(nil)

  /// Its first argument is what the markers of all runs begin with, its second the folder.
  ///
  /// A process that starts another while it looks may hide it once, but not twice in a row.
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

  /// Starts it, unless it runs.
  static func start() throws(SubjectFailure) {
    do {
      try sweeper.withLock { sweeper in
        if let (child, end) = sweeper {
          guard child.hasEnded else { return }
          // The user has ended it.
          _ = child.waitForEnd()
          try? end.close()
          sweeper = nil
        }
        let (input, end) = try FileDescriptor.pipe(options: .closeOnExec)
        defer { try? input.close() }
        do {
          let child = try ChildProcess.start(
            ["/bin/sh", "-c", script, "midirec-sweeper", prefix, ScratchFolder.root.string],
            environment: [Array("PATH=/usr/bin:/bin".utf8)], folder: "/",
            streams: ChildProcess.Streams(input: .descriptor(input.rawValue)))
          sweeper = (child, end)
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

  /// What the environment of a process contains that belongs to a run of this process of midirec.
  static var prefix: String { "\(RunMarker.name)=\(RunMarker.processName)/" }
}
