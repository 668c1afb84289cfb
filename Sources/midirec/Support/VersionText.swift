internal import ALSASequencer
internal import MIDICore
internal import Simulation
internal import Sound
internal import Synth
internal import System

/// The answer to `midirec --version`: the version alone in its first line, then the libraries and the kernel of simulated
/// machines.
enum VersionText {
  /// The text without a final line feed.
  static var text: String {
    let libraries = ["alsa-lib \(SystemDiagnosis.libraryVersion)", AudioFile.library, SynthRenderer.engine]
    let environment = ProcessEnvironment.variables
    let kernel = KernelImage.find(environment: environment).map { kernel in
      "Linux \(kernel.version ?? "of unknown version") in \(kernel.folder)"
    }
    return """
      \(Midirec.version)
      libraries: \(libraries.joined(separator: ", "))
      simulated machine: \(kernel ?? "no kernel")
      """.printableLines
  }
}
