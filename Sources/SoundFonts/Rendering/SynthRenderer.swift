public import MIDICore
public import Sound
internal import Synchronization

/// Plays recordings through FluidSynth, faster than real time: the same recording gives the same samples each time.
public struct SynthRenderer: Sendable {
  /// What it plays with.
  public struct Settings: Hashable, Sendable {
    /// How many frames a second: 8,000 to 96,000.
    public var rate = 48_000
    /// How loud all is: 0 to 10.
    public var gain = 0.2
    /// How many voices sound at most; a further one steals another's place.
    public var polyphony = 256
    /// The reverb; nothing for none.
    public var reverb: Reverb? = Reverb()
    /// The chorus; nothing for none.
    public var chorus: Chorus? = Chorus()
    /// How long the end may last until it is silent.
    public var longestTail = Nanoseconds.seconds(30)
    /// Whether messages are sent between blocks, or as the player of the `fluidsynth` program sends them; its recordings
    /// are made by ``Timing/recording(of:rate:)``. With the latter, what voices do is told once a block only, so that
    /// stolen voices count as ended.
    public var timing = Timing.exact

    /// Makes those by default.
    public init() {}
  }

  /// What a voice, or all voices of a note, did.
  public struct VoiceChange: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
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
    public let time: Nanoseconds
    /// Where it was played.
    public let channel: Channel
    /// Its key.
    public let note: NoteNumber
    /// How hard it was struck.
    public let velocity: UInt7
    /// What it did.
    public let kind: Kind
  }

  /// How many frames there are in a block: events take effect between blocks only. It is FluidSynth's own.
  public static let blockLength = 64

  /// How long a recording may be. What a broken file puts centuries away isn't waited for.
  public static let longestDuration = Nanoseconds.seconds(24 * 3600)

  /// The settings.
  public let settings: Settings
  /// What is played.
  public let choice: FontCatalogue.Choice
  /// Already loaded, for the first rendering.
  private let prepared: PreparedSynth

  /// Loads the font.
  ///
  /// - Throws: Where the settings are out of their ranges, or the font can't be loaded, or has no such preset.
  public init(_ choice: FontCatalogue.Choice, settings: Settings = Settings()) throws(SoundFontError) {
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
  /// - Returns: Whether the sound ended by itself, and not because of ``Settings/longestTail``.
  /// - Throws: Where the recording is longer than ``longestDuration``, the font is gone, or what `sink` throws.
  @discardableResult
  public func render(
    _ recording: Recording, voices: ((VoiceChange) -> Void)? = nil, into sink: (AudioBuffer) throws -> Void
  ) throws -> Bool {
    let messages = recording.messagesInOrder
    guard max(recording.duration, messages.last?.time ?? .zero) <= Self.longestDuration else {
      throw SoundFontError(.usage, nil, "the recording is longer than 24 hours")
    }
    // Every rendering by the same steps: a synth that is taken was opened by the same call.
    let synth =
      if let synth = prepared.take() { synth } else { try Synth.open(choice, settings: settings) }
    var play = try OfflinePlay(synth, settings: settings, voices: voices)
    try play.play(messages, into: sink)
    try play.render(until: recording.duration, into: sink)
    return try play.renderTail(atMost: settings.longestTail, into: sink)
  }
}

/// A synth that waits for whoever takes it first.
private final class PreparedSynth: Sendable {
  private let synth: Mutex<Synth?>

  init(_ synth: consuming sending Synth) { self.synth = Mutex(consume synth) }

  func take() -> sending Synth? { synth.withLock { $0.take() } }
}
