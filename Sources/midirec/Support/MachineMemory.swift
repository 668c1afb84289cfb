internal import FileIO
internal import Simulation
internal import SoundFonts
internal import SystemPackage
internal import Takes
internal import Terminal

/// The memory of a simulated machine, with which stored aliases and fonts disappear.
enum MachineMemory {
  /// Reports that the user's aliases, which were changed, disappear with the machine.
  static func sayIfAliasesDisappear() { sayIfForgotten(EndpointPreferences.standardPath) }

  /// Reports that the changes of a catalog of fonts disappear with the machine.
  static func sayIfForgotten(_ catalog: FontCatalog) { sayIfForgotten(catalog.folder) }

  private static func sayIfForgotten(_ path: FilePath) {
    guard MachineSettings.forgets(path, in: ProcessEnvironment.variables) else { return }
    let folder = path.removingLastComponent()
    StandardError.say(
      "\(folder) is part of the simulated machine, and the change disappears with it; "
        + "run midirec outside, or create the folder and use midirec simulate --writable \(folder)")
  }
}
