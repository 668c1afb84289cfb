import FontCatalog
import MIDIRecSynth

/// The chosen font, preset, and effects.
struct Sound: Equatable {
  /// A part of the name of a font in the catalog, or the path of a file, or `nil` for the default font.
  var font: String?
  /// The name or the number of a preset, such as `0:4`, or `nil` to follow the programs that are received.
  var preset: String?
  var settings = PresetSettings()

  /// Changes the sound by a command, and returns whether it is one.
  mutating func obey(_ command: String) -> Bool {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return false }
    let level = Double(words[1])
    switch (words[0], level) {
    case ("font", _): (font, preset) = (words[1], nil)
    case ("preset", _): preset = words[1]
    case ("reverb", let level?): settings.reverb = Reverb(level: level)
    case ("chorus", let level?): settings.chorus = Chorus(level: level)
    case ("gain", let level?): settings.gain = level
    default: return false
    }
    return true
  }

  /// Returns the font and the preset with the effects.
  func choice(in catalog: FontCatalog) throws -> FontChoice {
    let choice = try catalog.choice(font: font, preset: preset)
    return FontChoice(font: choice.font, preset: choice.preset, settings: settings)
  }
}
