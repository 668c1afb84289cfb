internal import FontCatalog
package import MIDICore
package import MIDIRecSessions
internal import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecSystem
internal import SystemPackage
package import Timelines

/// The subject `synth`: the voices and audio of midirec's synthesizer; see <doc:SoundFontSynth>.
///
/// It renders the recording faster than real time. Each run gives the same samples.
package struct SynthSubject: Subject {
  /// The definition, named `synth`.
  package static let definition = SubjectDefinition(
    name: "synth",
    optionNames: [
      "font", "preset", "bank-select", "rate", "gain", "polyphony", "reverb", "chorus", "tail", "compare",
    ])

  /// The font: a name in the catalog or a path, or `nil` for the built-in font.
  let font: String?
  /// The preset for all channels, or `nil` to follow the recording's programs.
  let preset: PresetNumber?
  /// The settings of the synthesizer.
  private(set) var settings = SynthRenderer.Settings()
  /// The compared parts: the voices and the audio, unless the session selects one of them.
  package private(set) var parts: [PartName] = [.timeline, .sound]

  /// Validates the options of a session. Their ranges are FluidSynth's.
  ///
  /// - Throws: A `SubjectOptionError` for the first invalid option.
  package init(_ options: SubjectOptions) throws(SubjectOptionError) {
    font = try options.value(
      of: "font",
      expected: "the name of a font in the catalog, or a path from the session's folder"
    ) { text in
      text.isEmpty || text.unicodeScalars.contains { $0.value < 0x20 } ? nil : text
    }
    preset = try options.value(
      of: "preset", expected: "a bank and a program, such as 0:4", { PresetNumber($0) })
    settings.bankStyle =
      try options.value(
        of: "bank-select", expected: "gs, gm, xg or mma", SynthRenderer.BankStyle.init(rawValue:))
      ?? settings.bankStyle
    settings.rate = try options.number("rate", in: 8_000...96_000) ?? settings.rate
    settings.gain =
      try options.value(of: "gain", expected: "a number from 0 to 10") {
        Self.number($0, in: 0...10)
      } ?? settings.gain
    settings.polyphony = try options.number("polyphony", in: 1...65_535) ?? settings.polyphony
    settings.maxTail =
      try options.value(
        of: "tail", expected: "a time from 0 to 10min, such as 2s"
      ) {
        Nanoseconds(parsing: $0, upTo: Self.maxTail)
      } ?? settings.maxTail
    try Self.read(
      "reverb", into: &settings.reverb,
      [
        ("room", 0...1, \.roomSize), ("damping", 0...1, \.damping), ("width", 0...100, \.width),
        ("level", 0...1, \.level),
      ], options)
    try Self.read(
      "chorus", into: &settings.chorus,
      [
        ("voices", 0...99, \.voices), ("level", 0...10, \.level), ("speed", 0.1...5, \.speed),
        ("depth", 0...256, \.depth),
      ], options)
    try readParts(options)
  }

  /// Returns the timeline of the voices, with fonts as for a session in the current folder.
  package func timeline(of recording: Recording) throws -> Timeline {
    try rendering(of: recording, in: SubjectContext(folder: "."), keepsSound: false).voices
  }

  /// Renders the recording.
  ///
  /// - Throws: A ``SubjectFailure`` if the font doesn't exist or the run is stopped, or a ``SessionError`` if the font
  ///   can't be read.
  package func observation(of recording: Recording, in context: SubjectContext) throws -> SubjectObservation {
    let rendering = try rendering(of: recording, in: context, keepsSound: parts.contains(.sound))
    var observation = SubjectObservation(timeline: parts.contains(.timeline) ? rendering.voices : nil)
    observation.parts[.sound] = rendering.sound
    return observation
  }

  /// Renders a recording. The audio is `nil` if it isn't needed.
  private func rendering(
    of recording: Recording, in context: SubjectContext, keepsSound: Bool
  ) throws -> (voices: Timeline, sound: SoundPart?) {
    do {
      let choice = try choice(in: context.folder)
      let renderer = try SynthRenderer(choice, settings: settings)
      var voices: [SynthRenderer.VoiceChange] = []
      var substitutions: [(Nanoseconds, PresetSubstitution)] = []
      var sound = AudioBuffer(rate: settings.rate, channelCount: 2)
      try renderer.render(
        recording, voices: { voices.append($0) }, substitutions: { substitutions.append(($0, $1)) }
      ) { piece in
        if context.stop?.isStopRequested == true { throw SubjectFailure(.stopped, "stopped") }
        if keepsSound { sound.append(piece) }
      }
      let timeline = Timeline(
        voices: voices, substitutions: substitutions, of: recording, named: Self.definition.name)
      guard keepsSound else { return (timeline, nil) }
      let font = try SoundFontFile(reading: choice.font)
      let part = SoundPart(
        sound, engine: SynthRenderer.engine, fontName: font.name, fontHash: font.contentHash)
      return (timeline, part)
    } catch let error as SoundError {
      switch error.kind {
      case .badData: throw SessionError(.badData, error.path ?? context.folder, error.reason)
      case .inputOutput: throw SessionError(.inputOutput, error.path ?? context.folder, error.reason)
      case .noInput, .usage, .cannotCreate: throw SubjectFailure(.unavailable, "\(error)")
      }
    }
  }

  /// Returns the font: by path, by name in the catalog, or the built-in font.
  ///
  /// The font in use is ignored, so that a session means the same everywhere.
  private func choice(in folder: FilePath) throws(SoundError) -> FontChoice {
    guard let font else {
      return FontChoice(font: SoundFontFile.builtIn, preset: preset)
    }
    // The font is given as a file: with a slash or a font's extension.
    if font.contains("/") || [".sf2", ".sf3"].contains(where: font.lowercased().hasSuffix) {
      return FontChoice(font: folder.pushing(FilePath(font)), preset: preset)
    }
    return try FontCatalog.choiceOfUser(font: font, preset: preset.map { "\($0)" })
  }
}

/// The options with several values.
extension SynthSubject {
  /// The maximum tail. Audio that lasts longer is stuck.
  private static let maxTail = Nanoseconds.seconds(600)
  /// The comparable results by their names in sessions.
  private static let partNames: [String: PartName] = ["voices": .timeline, "sound": .sound]

  private mutating func readParts(_ options: SubjectOptions) throws(SubjectOptionError) {
    guard let option = options["compare"] else { return }
    let expected = "a list of voices and sound, each once"
    let names = try options.list("compare", expected: expected) ?? []
    let chosen = names.compactMap { Self.partNames[$0] }
    guard !names.isEmpty, chosen.count == names.count, Set(chosen).count == chosen.count else {
      throw SubjectOptionError(option, expected: expected)
    }
    parts = PartName.allCases.filter(chosen.contains)
  }

  /// Reads the values of an effect, which is `nil` if it is off.
  private static func read<Effect>(
    _ name: String, into effect: inout Effect?,
    _ values: [(name: String, range: ClosedRange<Double>, path: WritableKeyPath<Effect, Double>)],
    _ options: SubjectOptions
  ) throws(SubjectOptionError) {
    guard let option = options[name] else { return }
    let names = values.map(\.name)
    if option.pairs.isEmpty {
      guard option.values == ["off"] else {
        throw SubjectOptionError(option, expected: "off, or a map such as {\(names[0]): 1, level: 0.5}")
      }
      effect = nil
      return
    }
    for (index, pair) in option.pairs.enumerated() {
      guard names.contains(pair.key) else {
        throw SubjectOptionError(
          name, pair, reason: "has no \(pair.key.quoted); it has \(names.joined(separator: ", "))")
      }
      if option.pairs[..<index].contains(where: { $0.key == pair.key }) {
        throw SubjectOptionError(name, pair, reason: "\(pair.key.quoted) is duplicated")
      }
    }
    for value in values {
      guard let pair = option.pairs.first(where: { $0.key == value.name }) else { continue }
      guard let number = number(pair.value, in: value.range) else {
        let (lower, upper) = (text(value.range.lowerBound), text(value.range.upperBound))
        throw SubjectOptionError(
          name, pair,
          reason: "\(value.name): expected a number from \(lower) to \(upper), found \(pair.value.quoted)")
      }
      effect?[keyPath: value.path] = number
    }
  }

  /// Reads a number with a decimal point, as YAML has it.
  private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    let isNumber = text.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
    }
    return isNumber ? Double(text).flatMap { range.contains($0) ? $0 : nil } : nil
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

extension Chorus {
  /// The number of voices as a number with a decimal point, as sessions may write it.
  fileprivate var voices: Double {
    get { Double(voiceCount) }
    set { voiceCount = Int(newValue) }
  }
}
