internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import MIDIRecSystem
internal import SystemPackage

/// A folder for the files of one machine, and a shell that removes it and kills the machine when midirec
/// ends, whatever ends midirec.
///
/// The shell waits for the end of its standard input, which only midirec has open for writing.
final class ScratchArea {
  let folder: FilePath
  private let keeper: ChildProcess
  /// The descriptor through which the keeper is told what to kill, or -1 after the end.
  private(set) var keeperInput: Int32

  private static let script = """
    trap '' HUP INT TERM
    read -r machine
    read -r _
    [ -z "$machine" ] || kill -KILL "-$machine"
    rm -rf -- "$1"
    """

  /// Creates a folder that other users can't enter.
  init() throws(SimulationError) {
    let name = "midirec-machine-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    folder = FilePath(FileManager.default.temporaryDirectory.path).appending(name)
    // The path is a quoted word of the kernel's command line.
    guard !folder.string.contains("\"") else {
      throw SimulationError("TMPDIR can't contain a quotation mark (found \(folder.removingLastComponent()))")
    }
    var ends: [Int32] = [0, 0]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw Self.failure(Errno(rawValue: errno), folder) }
    defer { close(ends[0]) }
    do {
      keeper = try ChildProcess.start(
        ["/bin/sh", "-c", Self.script, "midirec-keeper", folder.string],
        environment: [Array("PATH=/usr/bin:/bin".utf8)], folder: "/",
        input: .descriptor(ends[0]))
      keeperInput = ends[1]
      guard unsafe mkdir(folder.string, 0o700) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      throw Self.failure(Errno(thrown: error), folder)
    }
  }

  deinit { remove() }

  private static func failure(_ error: Errno, _ folder: FilePath) -> SimulationError {
    SimulationError("can't create \(folder): \(error); set TMPDIR to a folder with room")
  }

  /// A command that runs a program and has its process group killed when midirec ends. Its standard input must be
  /// ``keeperInput``, which it keeps open until the keeper knows it: if midirec is killed, the program is also killed.
  func kept(_ command: [String]) -> [String] {
    ["/bin/sh", "-c", #"echo $$ >&0; exec "$@" </dev/null"#, "midirec-machine"] + command
  }

  /// Removes the folder.
  func remove() {
    guard keeperInput >= 0 else { return }
    close(keeperInput)
    keeperInput = -1
    _ = keeper.waitForEnd()
  }
}
