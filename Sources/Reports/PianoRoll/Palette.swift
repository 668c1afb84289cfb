/// The colours of channels: each can be read on its background, and neighbours are far apart.
struct Palette {
  /// On white paper.
  let light: String
  /// On a dark screen.
  let dark: String
  /// The nearest of a terminal's 256 colours that can be seen on black and on white.
  let terminal: Int

  /// By channel.
  static let colours: [Palette] = [
    Palette(light: "#1c6dd0", dark: "#6aa9ff", terminal: 33),
    Palette(light: "#d1480a", dark: "#ff8a4c", terminal: 208),
    Palette(light: "#2a8a3c", dark: "#63d07a", terminal: 34),
    Palette(light: "#a033b3", dark: "#d583e8", terminal: 170),
    Palette(light: "#00808a", dark: "#3fc9d4", terminal: 37),
    Palette(light: "#b07a08", dark: "#e6b84a", terminal: 178),
    Palette(light: "#c9225f", dark: "#ff7096", terminal: 198),
    Palette(light: "#5a45d6", dark: "#9d8dff", terminal: 99),
    Palette(light: "#638208", dark: "#b3d24a", terminal: 106),
    Palette(light: "#0e8fc4", dark: "#5cc3f2", terminal: 39),
    Palette(light: "#8a5a2b", dark: "#c99a6b", terminal: 137),
    Palette(light: "#d6468b", dark: "#ff9fd0", terminal: 211),
    Palette(light: "#2f8f70", dark: "#7fd8b8", terminal: 72),
    Palette(light: "#75619e", dark: "#b9aad8", terminal: 103),
    Palette(light: "#9c2f2f", dark: "#e07a7a", terminal: 131),
    Palette(light: "#55708a", dark: "#9bb3c9", terminal: 67),
  ]
}
