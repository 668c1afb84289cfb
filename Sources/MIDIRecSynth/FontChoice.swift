package import SystemPackage

/// A font and an optional preset to play.
package struct FontChoice: Hashable, Sendable {
  /// The font's file.
  package let font: FilePath
  /// The preset for all channels, or `nil` to follow the recording's programs.
  package let preset: PresetNumber?
  /// The settings of a favorite, or the defaults.
  package let settings: PresetSettings

  /// Creates a choice with the given values.
  package init(font: FilePath, preset: PresetNumber? = nil, settings: PresetSettings = PresetSettings()) {
    self.font = font
    self.preset = preset
    self.settings = settings
  }
}
