internal import CFluidSynth
internal import Glibc

extension SynthRenderer {
  /// What the bytes of a rendering depend on besides its recording, its font and its settings: FluidSynth's version and
  /// build, the build of the mathematics that it uses, and the processor's level. Where this is the same, so are they.
  ///
  /// Such as `FluidSynth 2.3.1 (5d4cdd9e4f0a), libm (b4d5a3e0c1f2), x86-64-v3`: the first twelve digits of build IDs.
  ///
  /// - Returns: `no FluidSynth` where it isn't installed.
  package static let engine: String = {
    guard (try? FluidSynthLibrary.prepare()) != nil else { return "no FluidSynth" }
    let version = unsafe String(cString: fluid_version_str())
    let synth =
      unsafe LoadedLibrary.buildID(ofFunctionAt: cfluidsynth_address()).map { " (\($0.prefix(12)))" } ?? ""
    let mathematics =
      unsafe LoadedLibrary.buildID(ofFunctionAt: dlsym(nil, "pow")).map { ", libm (\($0.prefix(12)))" } ?? ""
    return "FluidSynth \(version)\(synth)\(mathematics), \(ProcessorLevel.name)"
  }()
}
