internal import CLinux
internal import Glibc
package import MIDIRecSystem
package import SystemPackage

/// The description of a simulated machine: its command, its files, its instruments and its clock.
package struct MachineSettings: Codable, Hashable, Sendable {
  /// A clock of a simulated machine.
  package enum Clock: String, Codable, CaseIterable, Hashable, Sendable {
    /// Time stands still while a program computes, and jumps to the next timer when every program sleeps.
    case simulated
    /// Time is that of the machine outside.
    case real
  }

  /// The program and its arguments; at least one word. A name without a slash is searched for in `PATH`.
  package var command: [String]
  /// Further commands that run as long as the command. They have no input, and only their errors are shown.
  package var companions: [[String]] = []
  /// The variables of the command's environment.
  package var environment: [String: String]
  /// Further entries of the environment, each `NAME=VALUE`, which needn't be UTF-8.
  package var environmentEntries: [[UInt8]] = []
  /// The folder in which the command starts, an absolute path.
  package var folder: FilePath
  /// The folders that the command can change, absolute paths. Changes elsewhere disappear with the machine.
  package var writableFolders: [FilePath]
  /// Whether root can mount file systems on the machine. The host's files aren't among them.
  package var allowsMounts = false
  package var clock = Clock.simulated
  /// The size of the command's terminal, or `nil` to give it pipes.
  package var terminal: TerminalSize?
  /// Whether standard error goes where standard output goes, so that the order of both is kept.
  package var mergesErrors = false
  /// Whether ``Machine`` relays standard input.
  ///
  /// Otherwise, standard input comes from a parameter of ``Machine/start(_:kernel:program:input:inputFile:)``, or is
  /// empty.
  package var relaysInput = false
  /// The instruments that are plugged in before the command starts, at most eight.
  package var instruments: [VirtualInstrument] = []
  /// The size of the machine's memory in MiB.
  package var memory = 1_024

  /// Creates a machine that runs a command in a folder, which it can change.
  package init(command: [String], environment: [String: String], folder: FilePath) {
    self.command = command
    self.environment = environment
    self.folder = folder
    writableFolders = [folder]
  }

  /// Returns an environment for a command, without the names of this machine's servers and folders.
  ///
  /// Random seeds that programs take from their environment are fixed.
  package static func guestEnvironment(from environment: [String: String], clock: Clock) -> [String: String] {
    var variables = environment
    for name in [
      "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK", "TMPDIR",
    ] { variables[name] = nil }
    variables[clockVariable] = clock.rawValue
    variables["XDG_RUNTIME_DIR"] = "/run/user/\(getuid())"
    if clock == .simulated {
      for (name, value) in [("PYTHONHASHSEED", "0"), ("SWIFT_DETERMINISTIC_HASHING", "1")] {
        variables[name] = variables[name] ?? value
      }
    }
    return variables
  }

  /// The environment variable that holds a machine's clock.
  private static let clockVariable = "MIDIREC_SIMULATION"

  /// Returns the clock of the simulated machine to which an environment belongs, or `nil` if it belongs to none.
  package static func guestClock(in environment: [String: String]) -> Clock? {
    environment[clockVariable].flatMap(Clock.init(rawValue:))
  }

  /// Returns whether a file or folder, or the folder in which it would be, disappears with the simulated machine to
  /// which an environment belongs: only writable folders of the command are folders of the host.
  package static func forgets(_ path: FilePath, in environment: [String: String]) -> Bool {
    guard guestClock(in: environment) != nil else { return false }
    var path = path
    var information = statfs()
    while unsafe path.withPlatformString({ unsafe statfs($0, &information) }) != 0 {
      guard path.removeLastComponent() else { return false }
    }
    return information.f_type != 0x00c0_ffee  // HOSTFS_SUPER_MAGIC
  }

  /// The start of simulated time: 1 January 2030, in seconds since 1970.
  package static let startTime = 1_893_456_000
}
