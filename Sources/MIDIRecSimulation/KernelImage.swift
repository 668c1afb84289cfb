internal import FoundationEssentials
internal import Glibc
internal import MIDICore
internal import MIDIRecSystem
package import SystemPackage

/// The kernel of simulated machines: User Mode Linux, which runs as a program.
package struct KernelImage: Hashable, Sendable {
  /// The folder that holds the kernel and its modules.
  package let folder: FilePath

  var program: FilePath { folder.appending("linux") }

  /// The name of the folder in the user's cache. `Scripts/setup kernel` builds it there.
  private static let cacheName = "kernel-3"

  /// Finds the kernel: in the folder `MIDIREC_KERNEL` names, next to an installed midirec, or in the user's
  /// cache.
  ///
  /// - Returns: The kernel, or `nil` if it isn't built.
  package static func find(
    environment: [String: String], program: FilePath? = Self.currentProgram
  ) -> KernelImage? {
    candidates(environment: environment, program: program).map { KernelImage(folder: $0) }.first(
      where: \.isComplete)
  }

  private static func candidates(environment: [String: String], program: FilePath?) -> [FilePath] {
    if let named = environment["MIDIREC_KERNEL"], !named.isEmpty { return [FilePath(named)] }
    var folders: [FilePath] = []
    if let installed = program?.removingLastComponent().removingLastComponent() {
      folders.append(installed.appending("lib/midirec/kernel"))
    }
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      folders.append(FilePath(cache).appending("midirec").appending(cacheName))
    } else if let home = environment["HOME"], !home.isEmpty {
      folders.append(FilePath(home).appending(".cache/midirec").appending(cacheName))
    }
    return folders
  }

  /// Returns why no kernel was found, and what to do about it in this installation of midirec.
  ///
  /// - Returns: The state of the kernel after "the kernel", such as `isn't built`, and an instruction.
  package static func absence(
    environment: [String: String], program: FilePath? = Self.currentProgram
  ) -> (state: String, remedy: String) {
    if let named = environment["MIDIREC_KERNEL"], !named.isEmpty {
      return ("isn't in \(named), which MIDIREC_KERNEL names", "unset MIDIREC_KERNEL to use the usual one")
    }
    if let prefix = program?.removingLastComponent().removingLastComponent(),
      FileSystem.exists(prefix.appending("share/midirec"))
    {
      return ("isn't installed", installationAdvice(prefix))
    }
    var folder = program?.removingLastComponent()
    while let here = folder, !here.components.isEmpty {
      // A clone, or the folder in which SwiftPM builds a package that depends on midirec.
      for clone in [here, here.appending("checkouts/midirec")]
      where FileSystem.exists(clone.appending("Scripts/build-kernel")) {
        return ("isn't built", "run \(clone.appending("Scripts/setup").string.shellWord) kernel")
      }
      folder = here.removingLastComponent()
    }
    let advice = """
      run Scripts/setup kernel in a clone of midirec, or set MIDIREC_KERNEL to the folder lib/midirec/kernel of an \
      installed midirec
      """
    return ("isn't built", advice)
  }

  /// Returns how to repair an installation without a kernel.
  private static func installationAdvice(_ prefix: FilePath) -> String {
    if prefix == "/usr" {
      return "reinstall midirec's package: sudo apt install --reinstall ./midirec_*_amd64.deb"
    }
    if FileSystem.exists(prefix.appending("install")) { return "unpack midirec's archive again" }
    let word = prefix.string.shellWord
    return "run ./install \(word) in midirec's unpacked archive, or Scripts/install \(word) in a clone"
  }

  /// The file of the program that calls this, or `nil` if the system doesn't report it.
  package static var currentProgram: FilePath? {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map { FilePath($0) }
  }

  /// The version of Linux, such as `6.12.117`, or `nil` if the kernel's configuration doesn't state it.
  package var version: String? {
    let start = (try? FileSystem.beginning(of: folder.appending("config"), count: 200)) ?? []
    return String(decoding: start, as: UTF8.self).firstMatch(of: /Linux\S* ([\d.]+) Kernel Configuration/)
      .map { String($0.1) }
  }

  private var isComplete: Bool {
    unsafe access(program.string, X_OK) == 0 && access(folder.appending("snd-hrtimer.ko").string, R_OK) == 0
  }
}
