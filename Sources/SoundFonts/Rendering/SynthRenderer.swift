internal import CFluidSynth
internal import Glibc
package import MIDICore
package import Sound
internal import Synchronization

/// Plays recordings through FluidSynth, faster than real time: the same recording gives the same samples each time.
package struct SynthRenderer: Sendable {
  /// What it plays with.
  package struct Settings: Hashable, Sendable {
    /// How many frames a second: 8,000 to 96,000.
    package var rate = 48_000
    /// How loud all is: 0 to 10.
    package var gain = 0.2
    /// How many voices sound at most; a further one steals another's place.
    package var polyphony = 256
    /// The reverb; nothing for none.
    package var reverb: Reverb? = Reverb()
    /// The chorus; nothing for none.
    package var chorus: Chorus? = Chorus()
    /// How long the end may last until it is silent.
    package var maxTail = Nanoseconds.seconds(30)
    /// Whether messages are sent between blocks, or as the player of the `fluidsynth` program sends them; its recordings
    /// are made by ``Timing/recording(of:rate:)``. With the latter, what voices do is told once a block only, so that
    /// stolen voices count as ended.
    package var timing = Timing.exact

    /// Makes those by default.
    package init() {}
  }

  /// What a voice, or all voices of a note, did.
  package struct VoiceChange: Hashable, Sendable {
    /// What it is.
    package enum Kind: Hashable, Sendable {
      /// A key began to sound, with so many voices; none where the preset has no sound for it.
      case started(voiceCount: Int)
      /// Its key is up, and a pedal holds it.
      case held
      /// It is let go, and dies away.
      case released
      /// It has died away.
      case ended
      /// Another one took its place.
      case stolen
    }

    /// When: the beginning of a block of the synthesizer's.
    package let time: Nanoseconds
    /// Where it was played.
    package let channel: Channel
    /// Its key.
    package let note: NoteNumber
    /// How hard it was struck.
    package let velocity: UInt7
    /// What it did.
    package let kind: Kind
  }

  /// How many frames there are in a block: events take effect between blocks only. It is FluidSynth's own.
  package static let blockLength = 64

  /// How long a recording may be. What a broken file puts centuries away isn't waited for.
  package static let maxDuration = Nanoseconds.seconds(24 * 3600)

  /// The settings.
  package let settings: Settings
  /// What is played.
  package let choice: FontCatalog.Choice
  /// Already loaded, for the first rendering.
  private let prepared: PreparedSynth

  /// Loads the font.
  ///
  /// - Throws: Where the settings are out of their ranges, or the font can't be loaded, or has no such preset.
  package init(_ choice: FontCatalog.Choice, settings: Settings = Settings()) throws(SoundFontError) {
    self.choice = choice
    self.settings = settings
    prepared = PreparedSynth(try Synth.open(choice, settings: settings))
  }

  /// Plays a recording to its end and until all is silent.
  ///
  /// A message takes effect with the first block that begins at its time or after it; those of one block in the order
  /// of the recording. Each rendering has a synthesizer of its own, so that nothing is left of the one before.
  ///
  /// - Parameters:
  ///   - recording: What is played.
  ///   - voices: Told what voices do, in order of time.
  ///   - sink: Given the sound, piece by piece: two channels, whole blocks.
  /// - Returns: Whether the sound ended by itself, and not because of ``Settings/maxTail``.
  /// - Throws: Where the recording is longer than ``maxDuration``, the font is gone, or what `sink` throws.
  @discardableResult
  package func render(
    _ recording: Recording, voices: ((VoiceChange) -> Void)? = nil, into sink: (AudioBuffer) throws -> Void
  ) throws -> Bool {
    let messages = recording.messagesInOrder
    guard max(recording.duration, messages.last?.time ?? .zero) <= Self.maxDuration else {
      throw SoundFontError(.usage, nil, "the recording is longer than 24 hours")
    }
    // Every rendering by the same steps: a synth that is taken was opened by the same call.
    let synth =
      if let synth = prepared.take() { synth } else { try Synth.open(choice, settings: settings) }
    var play = try OfflinePlay(synth, settings: settings, voices: voices)
    try play.play(messages, into: sink)
    try play.render(until: recording.duration, into: sink)
    return try play.renderTail(atMost: settings.maxTail, into: sink)
  }
}

/// A synth that waits for whoever takes it first.
private final class PreparedSynth: Sendable {
  private let synth: Mutex<Synth?>

  init(_ synth: consuming sending Synth) { self.synth = Mutex(consume synth) }

  func take() -> sending Synth? { synth.withLock { $0.take() } }
}

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
