public import SystemPackage

/// A font and an optional preset to play.
public struct FontChoice: Hashable, Sendable {
  /// The font's file.
  public let font: FilePath
  /// The preset for all channels, or `nil` to follow the recording's programs.
  public let preset: PresetNumber?
  /// The settings of a favorite, or the defaults.
  public let settings: PresetSettings

  /// Creates a choice with the given values.
  public init(font: FilePath, preset: PresetNumber? = nil, settings: PresetSettings = PresetSettings()) {
    self.font = font
    self.preset = preset
    self.settings = settings
  }
}
