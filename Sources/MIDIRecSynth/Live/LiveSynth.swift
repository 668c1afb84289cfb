internal import CFluidSynth
public import MIDICore
public import MIDIRecSound
internal import MIDIRecSystem
public import SystemPackage

/// Plays messages immediately through a sound card, or in real time to a file.
///
/// One thread sends messages, and a thread of FluidSynth renders the audio. A message is audible with the next block or
/// driver period.
@safe public struct LiveSynth: ~Copyable {
  /// The output of the audio.
  public enum Output: Hashable, Sendable {
    /// An audio driver of FluidSynth by name, or `nil` for its default.
    case driver(String?)
    /// A file with 16-bit samples, which is replaced: FLAC if it has that extension in any case, otherwise WAV.
    case file(FilePath)

    /// A file, as in ``file(_:)-enum.case``.
    public static func file(_ path: String) -> Output { .file(FilePath(path)) }
  }

  private let synth: Synth
  private let driver: OpaquePointer
  /// The output file, or `nil`.
  private let file: FilePath?

  /// Returns the names of FluidSynth's audio drivers in order, without drivers that write files.
  public static func driverNames() throws(SoundError) -> [String] {
    let settings = try EngineSettings.make()
    var names: [String] = []
    unsafe withUnsafeMutablePointer(to: &names) { names in
      unsafe fluid_settings_foreach_option(settings.handle, "audio.driver", names) { context, _, option in
        guard let context = unsafe context, let option = unsafe option else { return }
        unsafe context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: option))
      }
    }
    return names.filter { $0 != fileDriver }.sorted()
  }

  private static let fileDriver = "file"

  /// Loads the font and opens the output, which then plays.
  ///
  /// - Throws: `SoundError` if a setting is out of range, or if the font can't be loaded or doesn't have the preset;
  ///   `SoundError.Kind.usage` if the driver doesn't exist; `SoundError.Kind.cannotCreate` if it can't be opened, such
  ///   as on a machine without a sound card.
  public static func open(_ choice: FontChoice, output: Output) throws(SoundError) -> LiveSynth {
    try open(choice, settings: SynthRenderer.Settings(), output: output)
  }

  /// Opens a synth as ``open(_:output:)`` does, with settings.
  package static func open(
    _ choice: FontChoice, settings: SynthRenderer.Settings, output: Output
  ) throws(SoundError) -> LiveSynth {
    let synth = try Synth.open(choice, settings: settings, isLive: true)
    let driver = unsafe try openDriver(of: synth.handle, synth.settings, to: output)
    return unsafe LiveSynth(synth: synth, driver: driver, file: output.path)
  }

  /// Opens an output without a font, and closes it again. A file is left as it is.
  ///
  /// - Throws: `SoundError` if it can't be opened, as `open(_:output:)` does.
  package static func probe(_ output: Output) throws(SoundError) {
    let settings = try EngineSettings.make()
    if let path = output.path {
      let written = FileSystem.exists(path) ? path : path.removingLastComponent()
      guard let refusal = FileSystem.refusalToWrite(written) else { return }
      throw SoundError(.cannotCreate, path, "\(refusal)")
    }
    guard let synth = unsafe new_fluid_synth(settings.handle) else { throw FluidSynthLibrary.noMemory }
    defer { unsafe delete_fluid_synth(synth) }
    unsafe delete_fluid_audio_driver(try openDriver(of: synth, settings, to: output))
  }

  private static func openDriver(
    of synth: OpaquePointer, _ settings: borrowing EngineSettings, to output: Output
  ) throws(SoundError) -> OpaquePointer {
    switch output {
    case .driver(let name?):
      let names = try driverNames()
      guard names.contains(name) else {
        let list = names.joined(separator: ", ")
        throw SoundError(.usage, nil, "no audio driver named \"\(name)\"; available: \(list)")
      }
      try settings.set("audio.driver", name)
    case .driver(nil): break
    case .file(let path):
      try settings.set("audio.driver", fileDriver)
      try settings.set("audio.file.name", path.string)
      // FluidSynth recognizes extensions only in lowercase.
      try settings.set("audio.file.type", path.extension?.lowercased() == "flac" ? "flac" : "wav")
    }
    var driver: OpaquePointer?
    let errors = FluidSynthLibrary.errors {
      unsafe driver = unsafe cfluidsynth_open_driver(settings.handle, synth)
    }
    // It may be from an earlier synth.
    _ = FluidSynthLibrary.takeErrorOfOthers()
    guard let driver = unsafe driver else {
      throw SoundError(.cannotCreate, output.path, errors.first ?? output.refusal)
    }
    return unsafe driver
  }

  // Before the synth that it uses.
  deinit { unsafe delete_fluid_audio_driver(driver) }

  /// Plays a message immediately. Messages without a meaning for a synthesizer are dropped.
  public func send(_ message: Message) { synth.send(message) }

  /// Removes and returns the presets that the font lacks, since the last call.
  public func takeSubstitutions() -> [PresetSubstitution] { synth.input.takeSubstitutions() }

  /// Checks that the output still works.
  ///
  /// - Throws: `SoundError` once after it has failed, such as on a full disk.
  public func check() throws(SoundError) {
    guard let reason = FluidSynthLibrary.takeErrorOfOthers() else { return }
    throw SoundError(.inputOutput, file, reason)
  }

  /// The number of sounding voices, including decaying ones.
  public var soundingVoiceCount: Int { synth.soundingVoiceCount }
}

extension LiveSynth.Output {
  fileprivate var path: FilePath? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The default reason if FluidSynth gives none.
  fileprivate var refusal: String {
    switch self {
    case .driver(let name?): "the audio driver \"\(name)\" can't be opened"
    case .driver(nil): "no sound card can be opened"
    case .file: "can't be written"
    }
  }
}
