internal import FontCatalog
internal import Simulation
internal import System
internal import SystemPackage
internal import Takes
internal import Terminal

/// The memory of a simulated machine, with which stored aliases and fonts disappear.
enum MachineMemory {
  /// Reports that the user's aliases, which were changed, disappear with the machine.
  static func sayIfAliasesDisappear() { sayIfForgotten(EndpointPreferences.standardPath) }

  /// Reports that the changes of a catalog of fonts disappear with the machine.
  static func sayIfForgotten(_ catalog: FontCatalog) { sayIfForgotten(catalog.folder) }

  /// Returns whether a file disappears with the simulated machine on which midirec runs.
  static func forgets(_ path: FilePath) -> Bool {
    MachineSettings.forgets(path, in: ProcessEnvironment.variables)
  }

  private static func sayIfForgotten(_ path: FilePath) {
    guard forgets(path) else { return }
    let folder = path.removingLastComponent()
    StandardError.say(
      "\(folder) is part of the simulated machine, and the change disappears with it; "
        + "run midirec outside, or create the folder and use midirec simulate --writable \(folder)")
  }
}
