internal import FontCatalog
package import MIDICore
package import Sessions
internal import Sound
internal import Synth
internal import System
internal import SystemPackage
package import Timelines

/// The subject `synth`: the voices and audio of midirec's synthesizer; see <doc:SoundFontSynth>.
///
/// It renders the recording faster than real time. Each run gives the same samples.
package struct SynthSubject: Subject {
  /// The definition, named `synth`.
  package static let definition = SubjectDefinition(
    name: "synth", optionNames: SynthOptions.Key.allCases.map(\.rawValue))

  private let options: SynthOptions

  package init(_ options: SubjectOptions) throws(SubjectOptionError) {
    self.options = try SynthOptions(options)
  }

  /// The voices and the audio, unless the session selects one of them.
  package var parts: [PartName] { options.parts }

  /// Returns the timeline of the voices, with fonts as for a session in the current folder.
  package func timeline(of recording: Recording) throws -> Timeline {
    try rendering(of: recording, in: SubjectContext(folder: "."), keepsSound: false).voices
  }

  /// Renders the recording.
  ///
  /// - Throws: A ``SubjectFailure`` if the font doesn't exist or the run is stopped, or a ``SessionError`` if the font
  ///   can't be read.
  package func observation(of recording: Recording, in context: SubjectContext) throws -> Observation {
    let keepsSound = options.parts.contains(.sound)
    let rendering = try rendering(of: recording, in: context, keepsSound: keepsSound)
    var observation = Observation(timeline: options.parts.contains(.timeline) ? rendering.voices : nil)
    if keepsSound {
      let font = try font(rendering.choice, in: context.folder)
      observation.parts[.sound] = SoundPart(
        rendering.sound, engine: SynthRenderer.engine, fontName: font.name, fontHash: font.contentHash)
    }
    return observation
  }

  /// Renders a recording. The audio has no samples if they aren't needed.
  private func rendering(
    of recording: Recording, in context: SubjectContext, keepsSound: Bool
  ) throws -> (choice: FontChoice, voices: Timeline, sound: AudioBuffer) {
    let choice = try choice(in: context.folder)
    var voices: [SynthRenderer.VoiceChange] = []
    var substitutions: [(Nanoseconds, PresetSubstitution)] = []
    var sound = AudioBuffer(rate: options.settings.rate, channelCount: 2)
    do {
      let renderer = try SynthRenderer(choice, settings: options.settings)
      try renderer.render(
        recording, voices: { voices.append($0) }, substitutions: { substitutions.append(($0, $1)) }
      ) { piece in
        if context.stop?.isStopRequested == true { throw SubjectFailure(.stopped, "stopped") }
        if keepsSound { sound.append(piece) }
      }
    } catch let error as SoundFontError {
      throw Self.failure(error, in: context.folder)
    }
    let timeline = Timeline(
      voices: voices, substitutions: substitutions, of: recording, named: Self.definition.name)
    return (choice, timeline, sound)
  }

  /// Returns the font: by path, by name in the catalog, or the built-in font.
  ///
  /// The font in use is ignored, so that a session means the same everywhere.
  private func choice(in folder: FilePath) throws -> FontChoice {
    guard let font = options.font else {
      return FontChoice(font: SoundFontFile.builtIn, preset: options.preset)
    }
    if let path = Self.path(font) {
      return FontChoice(font: folder.pushing(path), preset: options.preset)
    }
    do {
      return try FontCatalog.choiceOfUser(font: font, preset: options.preset.map { "\($0)" })
    } catch {
      throw Self.failure(error, in: folder)
    }
  }

  /// Returns the path if the font is given as a file: with a slash or a font's extension.
  private static func path(_ font: String) -> FilePath? {
    let isPath = font.contains("/") || [".sf2", ".sf3"].contains { font.lowercased().hasSuffix($0) }
    return isPath ? FilePath(font) : nil
  }

  private func font(_ choice: FontChoice, in folder: FilePath) throws -> SoundFontFile {
    do {
      return try SoundFontFile(reading: choice.font)
    } catch {
      throw Self.failure(error, in: folder)
    }
  }

  private static func failure(_ error: SoundFontError, in folder: FilePath) -> any Error {
    switch error.kind {
    case .badData: return SessionError(.badData, error.path ?? folder, error.reason)
    case .inputOutput: return SessionError(.inputOutput, error.path ?? folder, error.reason)
    case .notFound, .usage, .cannotCreate: return SubjectFailure(.unavailable, "\(error)")
    }
  }
}
