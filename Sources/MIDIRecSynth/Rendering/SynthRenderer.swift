package import MIDICore
package import MIDIRecSound
internal import Synchronization

/// Renders recordings through FluidSynth, faster than real time. Equal recordings give equal samples.
package final class SynthRenderer: Sendable {
  /// The settings of a rendering.
  package struct Settings: Hashable, Sendable {
    /// The sample rate in Hz, from 8,000 to 96,000.
    package var rate = 48_000
    /// The gain, from 0 to 10.
    package var gain = 0.2
    /// The maximum number of voices. A further voice steals one.
    package var polyphony = 256
    /// The reverb, or `nil` for none.
    package var reverb: Reverb? = Reverb()
    /// The chorus, or `nil` for none.
    package var chorus: Chorus? = Chorus()
    /// The meaning of bank select.
    package var bankStyle = BankStyle.gs
    /// The maximum length of the tail until silence.
    package var maxTail = Nanoseconds.seconds(30)
    /// The timing of messages: between blocks, or like the player of the `fluidsynth` program, for recordings of
    /// ``Timing/recording(of:rate:)``. With the latter, voices are observed once per block, so stolen voices count as
    /// ended.
    package var timing = Timing.exact

    /// Creates the default settings.
    package init() {}
  }

  /// The meaning of bank select (controllers 0 and 32), and the channels that play drums.
  package enum BankStyle: String, Hashable, Sendable, CaseIterable {
    /// Controller 0 is the bank, and channel 10 plays drums.
    case gs
    /// Banks are ignored, and channel 10 plays drums.
    case gm
    /// Controller 32 is the bank. Controller 0 selects drums from 120 on, except for 121, and melodic sounds otherwise.
    case xg
    /// The bank is 128 times controller 0 plus controller 32, and channel 10 plays drums.
    case mma
  }

  /// A change of all voices of a note.
  package struct VoiceChange: Hashable, Sendable {
    /// The kind of a change.
    package enum Kind: Hashable, Sendable {
      /// The note started with this number of voices, or none if the preset has no sound for it.
      case started(voiceCount: Int)
      /// The key is up, and a pedal holds the note.
      case held
      /// The note was released, and decays.
      case released
      /// The note has decayed.
      case ended
      /// A different note took its voices, or cut it off because both have the same exclusive class. In the latter
      /// case, the note fades out until it has ended.
      case stolen
    }

    /// The time, at the start of a block.
    package let time: Nanoseconds
    /// The channel.
    package let channel: Channel
    /// The key.
    package let note: NoteNumber
    /// The velocity.
    package let velocity: UInt7
    /// The kind of the change.
    package let kind: Kind
    /// The number of the note, which all its changes share, or `nil` for a note without voices.
    package var number: UInt32?
  }

  /// FluidSynth's number of frames per block. Events take effect between blocks.
  package static let blockLength = 64

  /// The maximum duration of a recording. Damaged files may have events centuries away.
  package static let maxDuration = Nanoseconds.seconds(24 * 3600)

  /// The settings.
  package let settings: Settings
  /// The font and the preset.
  package let choice: FontChoice
  /// A loaded synth for the first rendering.
  private let prepared: Mutex<Synth?>

  /// Loads the font.
  ///
  /// - Throws: `SoundError` if a setting is out of range, or if the font can't be loaded or doesn't have the
  ///   preset.
  package init(_ choice: FontChoice, settings: Settings = Settings()) throws(SoundError) {
    self.choice = choice
    self.settings = settings
    prepared = Mutex(try Synth.open(choice, settings: settings))
  }

  /// Renders a recording to its end and until silence.
  ///
  /// A message takes effect with the first block at or after its time, in the order of the recording. Each rendering
  /// uses a new synthesizer, so no state remains.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - voices: Receives the changes of voices, in order of time.
  ///   - substitutions: Receives the presets that the font lacks, with the times at which they are selected.
  ///   - sink: Receives the audio in pieces: two channels, whole blocks.
  /// - Returns: `false` if the audio was cut off at ``Settings/maxTail``.
  /// - Throws: An error if the recording is longer than ``maxDuration`` or the font is gone, or errors of `sink`.
  @discardableResult
  package func render(
    _ recording: Recording, voices: ((VoiceChange) -> Void)? = nil,
    substitutions: ((Nanoseconds, PresetSubstitution) -> Void)? = nil,
    into sink: (AudioBuffer) throws -> Void
  ) throws -> Bool {
    let messages = recording.messagesInOrder
    guard max(recording.duration, messages.last?.time ?? .zero) <= Self.maxDuration else {
      throw SoundError(.usage, nil, "the take is longer than 24 hours")
    }
    // Every rendering uses the same steps: the prepared synth was opened by the same call.
    let synth =
      if let synth = takePrepared() { synth } else { try Synth.open(choice, settings: settings) }
    var play = try OfflinePlay(synth, settings: settings, voices: voices, substitutions: substitutions)
    try play.play(messages, into: sink)
    try play.render(until: recording.duration, into: sink)
    return try play.renderTail(atMost: settings.maxTail, into: sink)
  }

  private func takePrepared() -> sending Synth? { prepared.withLock { $0.take() } }
}
