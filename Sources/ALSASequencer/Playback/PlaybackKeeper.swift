internal import CLinux
internal import Glibc
internal import MIDICore
internal import MIDIRecSystem
package import SystemPackage

/// A process that releases what a replay holds if the replay's own process is killed or crashes.
///
/// It shares a ``ReleaseBoard`` with the replay and waits for the end of the replay's process: by then, the kernel has
/// dropped all undelivered events. It never acts before that, and it needs no sequencer until then. A replay that ends in
/// any other way releases everything itself and dismisses its keeper.
package final class PlaybackKeeper {
  let board: ReleaseBoard
  private let process: ChildProcess

  /// Starts a keeper for this process.
  ///
  /// - Parameters:
  ///   - program: The program of the keeper.
  ///   - arguments: The arguments with which the program calls ``keep()``.
  /// - Throws: `SequencerError` if the system can't start it.
  package init(program: FilePath, arguments: [String]) throws(SequencerError) {
    board = try ReleaseBoard()
    let own = linux_pidfd_open(getpid())
    defer { if own >= 0 { close(own) } }
    do throws(Errno) {
      guard own >= 0 else { throw Errno(rawValue: errno) }
      process = try ChildProcess.start(
        ["midirec"] + arguments, program: program,
        environment: ProcessEnvironment.entries(of: ProcessEnvironment.variables),
        input: .descriptor(own), output: .descriptor(board.descriptor))
    } catch {
      throw SequencerError(
        call: "posix_spawn", attempt: "start the process that releases notes after a crash",
        errno: error.rawValue, detail: nil)
    }
  }

  deinit {
    kill(process.id, SIGKILL)
    _ = process.waitForEnd()
  }

  /// The keeper's process: waits for the end of the replay's process, which is standard input, and releases what the
  /// board, which is standard output, holds.
  package static func keep() throws {
    guard let board = ReleaseBoard(sharedAs: STDOUT_FILENO) else { return }
    _ = wait(for: STDIN_FILENO, stop: nil, until: nil)
    let events = board.releaseMessages.flatMap(\.sequencerEvents)
    let end = board.isInsideSystemExclusive ? [SequencerEvent.endOfSystemExclusive] : []
    guard !(events.isEmpty && end.isEmpty) else { return }
    let client = try SequencerClient.open(name: "midirec")
    let port = try client.createPort(name: "release", capabilities: [.read, .write])
    // Drivers open an instrument's port only for a connection. Programs receive without one.
    for receiver in board.receivers { try? client.connect(port, to: receiver) }
    var receivers = Receivers(board.receivers)
    receivers.deliver(end + events, from: port.port, of: client)
  }
}
