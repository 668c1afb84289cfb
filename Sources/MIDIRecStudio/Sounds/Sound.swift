internal import FontCatalog
internal import MIDICore
internal import MIDIRecSynth

/// A font with a preset and effects, which the studio plays.
struct Sound: Sendable, Equatable {
  /// The name of the font in the catalog.
  let font: String
  /// The bank and program, or `nil` if program changes select presets.
  let number: PresetNumber?
  /// The name of the preset or the favorite, or of the font if no preset is chosen.
  let name: String
  /// Whether the preset is a favorite.
  let isFavorite: Bool
  /// The settings in the catalog.
  let savedSettings: PresetSettings
  /// The font's file, the preset, and the current settings.
  var choice: FontChoice

  /// Resolves `FONT:BANK:PROGRAM` or a favorite's name.
  ///
  /// - Throws: `SoundError` if the preset doesn't exist, or if the font's file is missing.
  init(preset text: String, in catalog: FontCatalog) throws {
    let preset = try catalog.preset(text)
    let known = try catalog.choice(font: preset.fontName, preset: preset.number.description)
    (font, number, name) = (preset.fontName, preset.number, preset.name)
    isFavorite = preset.kind == .favorite
    savedSettings = preset.settings ?? PresetSettings()
    choice = FontChoice(font: known.font, preset: preset.number, settings: savedSettings)
  }

  /// Resolves a font, whose presets program changes select.
  init(font text: String, in catalog: FontCatalog) throws {
    let font = try catalog.font(text)
    choice = try catalog.choice(font: font.name, preset: nil)
    (self.font, number, name, isFavorite) = (font.name, nil, font.name, false)
    savedSettings = PresetSettings()
  }

  /// Changes the effects.
  mutating func setEffects(_ effects: Effects) throws {
    var settings = choice.settings
    effects.apply(to: &settings)
    try settings.check()
    choice = FontChoice(font: choice.font, preset: choice.preset, settings: settings)
  }

  /// The effects that differ from the settings in the catalog.
  var changes: Effects {
    let (saved, current) = (savedSettings, choice.settings)
    return Effects(
      volume: current.gain == saved.gain ? nil : current.gain,
      reverb: current.reverb == saved.reverb ? nil : current.reverb?.level,
      chorus: current.chorus == saved.chorus ? nil : current.chorus?.level)
  }

  /// The words that name the preset for commands of `midirec fonts`: `FONT:BANK:PROGRAM`, or a favorite's name.
  var presetText: String? { number.map { isFavorite ? name : "\(font):\($0)" } }

  /// The options of `midirec synth` and `midirec play --synth`, or `nil` if the effects aren't saved as a favorite.
  var options: String? {
    guard choice.settings == savedSettings else { return nil }
    if isFavorite { return " --preset \(name.shellWord)" }
    return " --font \(font.shellWord)" + (number.map { " --preset \($0)" } ?? "")
  }
}

/// The effects that a page changes. An effect that is `nil` keeps its level.
struct Effects: Sendable {
  /// In decibels.
  var volume: Double?
  /// The level of the reverb.
  var reverb: Double?
  /// The level of the chorus.
  var chorus: Double?

  func apply(to settings: inout PresetSettings) {
    settings.gain = volume ?? settings.gain
    if let reverb {
      var changed = settings.reverb ?? Reverb()
      changed.level = reverb
      settings.reverb = changed
    }
    if let chorus {
      var changed = settings.chorus ?? Chorus()
      changed.level = chorus
      settings.chorus = changed
    }
  }

  /// The options of `midirec fonts favorite`.
  var options: String {
    [("volume", volume), ("reverb", reverb), ("chorus", chorus)]
      .compactMap { name, value in value.map { " --\(name) \($0.shortText)" } }.joined()
  }
}

extension Double {
  /// The number without needless zeros.
  fileprivate var shortText: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
