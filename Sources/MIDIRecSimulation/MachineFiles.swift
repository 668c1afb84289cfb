internal import FoundationEssentials
internal import Glibc
internal import MIDIRecSystem
internal import SystemPackage

/// The settings of a machine, with what only midirec itself knows.
struct MachineConfiguration: Codable {
  var machine: MachineSettings
  /// The folder of the kernel's modules, an absolute path.
  var kernelFolder: String
  /// The user, the group, and the further groups of the command.
  var user: UInt32
  var group: UInt32
  var groups: [UInt32]
}

/// The files through which midirec and the first process of a machine exchange data.
///
/// They are in a scratch folder of the host, which the command can't see.
struct MachineFiles {
  /// The scratch folder.
  let folder: FilePath

  private func path(_ name: String) -> String { folder.appending(name).string }

  /// The command's standard output.
  var output: String { path("output") }
  /// The command's standard error.
  var errors: String { path("errors") }
  /// The bytes of standard input, if they are known before the command starts.
  var input: String { path("input") }
  /// The messages of the kernel.
  var console: String { path("console") }
  /// The simulated time and the programs that compute.
  var running: String { path("running") }
  /// The socket of the kernel's management console.
  var kernelConsole: String { path("machine/mconsole") }
  /// The link to midirec that the kernel starts.
  var firstProcess: String { path(FirstProcess.name) }
  /// A mark that the command was started and the machine listens.
  var started: String { path("started") }
  func markStarted() throws { try write(Data(), "started") }

  func write(_ settings: MachineConfiguration) throws {
    try write(JSONEncoder().encode(settings), "settings")
  }
  func settings() throws -> MachineConfiguration { try read("settings") }

  /// Writes how the command ended.
  func write(_ end: ProgramEnd) throws { try write(JSONEncoder().encode(end), "end") }
  /// The end of the command, or `nil` if the machine ended earlier.
  var end: ProgramEnd? { try? read("end") }

  /// Writes a message to the first process.
  ///
  /// - Parameter number: 1 for the first message, 2 for the second, and so on.
  func write(_ message: ControlMessage, number: Int) throws {
    try JSONEncoder().encode(message).write(to: URL(filePath: path("message-\(number)")), options: .atomic)
  }
  /// Reads a message, or returns `nil` if it doesn't exist.
  func message(number: Int) -> ControlMessage? { try? read("message-\(number)") }
  /// Removes a message that was obeyed.
  func removeMessage(number: Int) { unsafe unlink(path("message-\(number)")) }
  /// Whether a message was written and not obeyed.
  func hasMessage(number: Int) -> Bool { unsafe access(path("message-\(number)"), F_OK) == 0 }

  /// Writes why the command couldn't be run.
  func write(failure: String) throws { try write(Data(failure.utf8), "failure") }
  /// The reason why the command couldn't be run, if the machine got to report one.
  var failure: String? { text("failure") }

  /// The text of a file, or `nil` if it doesn't exist.
  func text(_ name: String) -> String? {
    FileSystem.text(of: folder.appending(name))
  }

  private func read<Value: Decodable>(_ name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(FileSystem.bytes(of: folder.appending(name))))
  }

  /// Writes a file.
  ///
  /// - Throws: The system's error, whose text is one line, unlike that of Foundation's errors.
  func write(_ data: Data, _ name: String) throws {
    let file = try FileDescriptor.open(
      folder.appending(name), .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: .ownerReadWrite)
    _ = try file.closeAfter { try file.writeAll(data) }
  }
}

/// A message from midirec to the first process of a machine.
///
/// Messages are numbered files in the machine's scratch folder. A signal through the kernel's management
/// console announces them, and the first process removes each one when it has obeyed it: input when the
/// command has read it. The machine's terminal console would be simpler, but Linux 6.12 stops watching it
/// once its input buffer was full.
enum ControlMessage: Codable, Equatable {
  /// Bytes for the command's standard input.
  case input(Data)
  /// The end of the command's standard input.
  case endOfInput
  /// The user's terminal has a new size.
  case terminalSize(TerminalSize)
  /// The reader of standard output (1) or standard error (2) has closed it: the command gets SIGPIPE if it writes on.
  case closed(UInt8)
  /// A signal for the command and all programs of its process group.
  case signal(Int32)
  /// A request to write the programs that compute to a file.
  case reportRunning
}
