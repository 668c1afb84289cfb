package import ALSASequencer
internal import MIDIRecPrograms
package import SMFCrossCheck
internal import SystemPackage

/// The jobs that midirec does in child processes of itself. The job's name is the only argument of the process.
package enum ChildJob: String {
  /// Read a file with libsmf, and print what it reads.
  case libsmfEvents = "libsmf-events"
  /// Run a program under test on a simulated machine.
  case programJob = "program-job"
  /// Release the notes of a replay that is killed.
  case releaseKeeper = "release-keeper"

  /// The file that this process was started from, wherever it is and even if it was replaced since.
  fileprivate static let program: FilePath = "/proc/self/exe"

  /// Does the job of a child process.
  package func run() throws {
    switch self {
    case .libsmfEvents: LibSMFReader.run()
    case .programJob: try ProgramRun.runInsideMachine()
    case .releaseKeeper: try PlaybackKeeper.keep()
    }
  }
}

extension CrossCheck {
  /// Checks in which this program is its own child process.
  package static let byThisProgram = CrossCheck(
    program: ChildJob.program, arguments: [ChildJob.libsmfEvents.rawValue])
}

extension PlaybackKeeper {
  /// Starts a keeper for this process.
  package static func start() throws -> PlaybackKeeper {
    try PlaybackKeeper(program: ChildJob.program, arguments: [ChildJob.releaseKeeper.rawValue])
  }
}
