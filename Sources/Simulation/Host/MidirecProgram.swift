internal import Glibc
internal import System
package import SystemPackage

/// The midirec program, which is the first process of every simulated machine.
package enum MidirecProgram {
  /// Returns the path of midirec: this program, the one that `MIDIREC_PROGRAM` names, the one beside this
  /// program, or the one in the search path; `nil` if there is none.
  package static func find(environment: [String: String]) -> FilePath? {
    let current = KernelImage.currentProgram
    if let current, current.lastComponent?.string == "midirec" { return current }
    if let named = environment["MIDIREC_PROGRAM"], !named.isEmpty { return FilePath(named) }
    let beside = current.map { $0.removingLastComponent().appending("midirec") }
    if let beside, unsafe access(beside.string, X_OK) == 0 { return beside }
    return SearchPath(ProcessEnvironment.entries(of: environment)).file(named: "midirec")
  }
}
