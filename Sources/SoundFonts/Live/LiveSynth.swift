internal import CFluidSynth
package import MIDICore
package import SystemPackage

/// Plays messages as they come: through a sound card, or in real time into a file where there is none.
///
/// One thread sends to it; another one of FluidSynth's fetches the sound. What a message does is heard with the next
/// block, or piece of the driver's.
@safe package struct LiveSynth: ~Copyable {
  /// Where the sound goes.
  package enum Output: Hashable, Sendable {
    /// To one of FluidSynth's audio drivers, by its name; to its own choice where there is none.
    case driver(String?)
    /// Into a file, which is replaced: FLAC where its name ends so, in any case, else WAV; with 16 bits.
    case file(FilePath)
  }

  private let synth: Synth
  private let driver: OpaquePointer
  /// The file that it writes.
  private let file: FilePath?

  /// The names of the audio drivers that FluidSynth was built with, in order; what writes files is none.
  package static func driverNames() throws(SoundFontError) -> [String] {
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

  /// Loads the font and opens the output: from then on it sounds.
  ///
  /// - Throws: As ``SynthRenderer/init(_:settings:)`` does; ``SoundFontError/Kind/usage`` where there is no such driver;
  ///   ``SoundFontError/Kind/cannotCreate`` where it can't be opened, such as on a machine without a sound card.
  package static func open(
    _ choice: FontCatalog.Choice, settings: SynthRenderer.Settings = SynthRenderer.Settings(),
    output: Output
  ) throws(SoundFontError) -> LiveSynth {
    if case .driver(let name?) = output {
      let names = try driverNames()
      guard names.contains(name) else {
        let list = names.joined(separator: ", ")
        throw SoundFontError(.usage, nil, "there is no audio driver \"\(name)\"; there is \(list)")
      }
    }
    let synth = try Synth.open(choice, settings: settings, use: .live)
    switch output {
    case .driver(let name?): try synth.settings.set("audio.driver", name)
    case .driver(nil): break
    case .file(let path):
      try synth.settings.set("audio.driver", fileDriver)
      try synth.settings.set("audio.file.name", path.string)
      // FluidSynth would go by the ending, but knows it in lower case only.
      try synth.settings.set("audio.file.type", path.extension?.lowercased() == "flac" ? "flac" : "wav")
    }
    var driver: OpaquePointer?
    let errors = SynthLog.errors {
      unsafe driver = unsafe cfluidsynth_open_driver(synth.settings.handle, synth.handle)
    }
    // Of an earlier one, perhaps.
    _ = SynthLog.takeErrorOfOthers()
    guard let driver = unsafe driver else {
      throw SoundFontError(.cannotCreate, output.path, errors.first ?? output.refusal)
    }
    return unsafe LiveSynth(synth: synth, driver: driver, file: output.path)
  }

  private init(synth: consuming Synth, driver: OpaquePointer, file: FilePath?) {
    self.synth = synth
    unsafe self.driver = unsafe driver
    self.file = file
  }

  // Before the synth, from which it fetches.
  deinit { unsafe delete_fluid_audio_driver(driver) }

  /// Plays a message, as soon as can be. Those that mean nothing to a synthesizer are left out.
  package func send(_ message: Message) { synth.send(message) }

  /// Makes sure that what is played is still heard.
  ///
  /// - Throws: Once where it isn't any more, such as on a disk that is full.
  package func check() throws(SoundFontError) {
    guard let reason = SynthLog.takeErrorOfOthers() else { return }
    throw SoundFontError(.inputOutput, file, reason)
  }

  /// How many voices sound, those that die away included.
  package var soundingVoiceCount: Int { synth.soundingVoiceCount }
}

extension LiveSynth.Output {
  fileprivate var path: FilePath? {
    if case .file(let path) = self { path } else { nil }
  }

  /// What is said where FluidSynth says nothing.
  fileprivate var refusal: String {
    switch self {
    case .driver(let name?): "the audio driver \"\(name)\" can't be opened"
    case .driver(nil): "no sound card can be opened"
    case .file: "can't be written"
    }
  }
}
