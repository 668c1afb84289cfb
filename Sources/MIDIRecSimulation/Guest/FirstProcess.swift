internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import SystemPackage

/// The first process of a simulated machine: it prepares the machine, runs the command, and turns the machine off.
///
/// midirec itself is that program. The kernel starts it by a symbolic link in the machine's scratch folder.
package enum FirstProcess {
  /// The name of the symbolic link.
  static let name = "midirec-first-process"

  /// Runs the machine and never returns, if the kernel of a simulated machine started this process.
  package static func runIfStartedByKernel() {
    guard getpid() == 1, let programName = unsafe linux_program_name() else { return }
    let path = unsafe FilePath(String(cString: programName))
    guard path.lastComponent?.string == name else { return }
    run(scratch: path.removingLastComponent())
  }

  private static func run(scratch: FilePath) -> Never {
    var folder = scratch
    do {
      let settings = try MachineFiles(folder: scratch).settings()
      let modules = GuestModules(folder: FilePath(settings.kernelFolder))
      folder = try GuestSystem.mount(settings, scratch: scratch)
      try GuestSystem.raiseLoopback()
      try modules.load()
      let instruments = try GuestInstruments(modules)
      for instrument in settings.machine.instruments { try instruments.plugAndWait(instrument) }
      if settings.machine.clock == .real { GuestSystem.preferInstruments() }
      let end = try GuestCommand(settings, MachineFiles(folder: folder), instruments).run()
      try MachineFiles(folder: folder).write(end)
    } catch {
      try? MachineFiles(folder: folder).write(failure: "\(error)")
    }
    // Folders that the command can change are files of the host, whose pages must be written there.
    sync()
    reboot(Int32(bitPattern: UInt32(RB_POWER_OFF)))
    while true { pause() }
  }
}
