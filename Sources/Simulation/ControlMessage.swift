internal import FoundationEssentials

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
  case terminalSize(MachineSettings.TerminalSize)
  /// The reader of standard output (1) or standard error (2) has closed it.
  case closed(UInt8)
  /// A signal for the command and all programs of its process group.
  case signal(Int32)
  /// A request to write the programs that compute to a file.
  case reportRunning
}
