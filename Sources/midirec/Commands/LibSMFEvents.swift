internal import ArgumentParser
internal import SMFCrossCheck
internal import SystemPackage

/// The command `midirec libsmf-events`: the child process in which libsmf reads a file, for use by midirec itself.
struct LibSMFEvents: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "libsmf-events",
    abstract: "Print what libsmf reads, for midirec itself",
    shouldDisplay: false)

  func run() throws {
    LibSMFReader.run()
  }
}

extension CrossCheck {
  /// Checks in which this program is its own child process.
  static let byThisProgram = CrossCheck(
    // The file that this process was started from, wherever it is and even if it was replaced since.
    program: "/proc/self/exe", arguments: [LibSMFEvents.configuration.commandName ?? ""])
}
