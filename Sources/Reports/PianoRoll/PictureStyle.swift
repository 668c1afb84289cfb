/// The style sheet of the piano roll's image.
enum PictureStyle {
  private static let fixed = """
    text{font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}
    text.name{font-size:16px;font-weight:600}
    text.key{font-size:9px}
    .grid,.octave,.keys,.center{stroke-width:1;fill:none}
    .line{fill:none;stroke-width:1.4;stroke-linejoin:round}
    .area{fill-opacity:.3;stroke-width:1}
    .hangs{fill:none;stroke-width:1.6;stroke-dasharray:5 3}
    .thick{fill:none}
    """

  private static let rules: [PictureSheet.Rule] = [
    .init(selector: ".page", property: "fill", light: "#ffffff", dark: "#15171c"),
    .init(selector: "text", property: "fill", light: "#1f2328", dark: "#e3e6ea"),
    .init(selector: "text.faint", property: "fill", light: "#57606a", dark: "#9aa4b0"),
    .init(selector: "text.key", property: "fill", light: "#3d444d", dark: "#23272d"),
    .init(selector: ".plot", property: "fill", light: "#f8f9fb", dark: "#1d2027"),
    .init(selector: ".black-row", property: "fill", light: "#eceff4", dark: "#24282f"),
    .init(selector: ".grid", property: "stroke", light: "#d8dde4", dark: "#353b46"),
    .init(selector: ".octave", property: "stroke", light: "#c0c7d1", dark: "#4a5260"),
    .init(selector: ".center", property: "stroke", light: "#c0c7d1", dark: "#4a5260"),
    .init(selector: ".white-keys", property: "fill", light: "#ffffff", dark: "#d9dce0"),
    .init(selector: ".black-keys", property: "fill", light: "#2b3036", dark: "#101216"),
    .init(selector: ".keys", property: "stroke", light: "#aab2bd", dark: "#8b929c"),
    .init(selector: ".hangs", property: "stroke", light: "#d0021b", dark: "#ff5c5c"),
  ]

  /// Returns the element.
  ///
  /// - Parameter colors: The indices of the used colors.
  static func text(colors: Set<Int>) -> String {
    let used = colors.sorted().flatMap { number in
      let color = Palette.colors[number % Palette.colors.count]
      return ["fill", "stroke"].map { property in
        PictureSheet.Rule(
          selector: ".\(property)\(number)", property: property, light: color.light, dark: color.dark)
      }
    }
    let strengths = (0..<8).map { ".s\($0){opacity:.\(30 + 9 * $0)}" }.joined()
    return PictureSheet(fixed: "\(fixed)\n\(strengths)", rules: rules + used).text
  }

  /// Returns the class of a note's velocity.
  static func strength(ofVelocity velocity: Int) -> String { "s\(strengthNumber(ofVelocity: velocity))" }

  /// Returns the velocity class, from 0 to 7.
  static func strengthNumber(ofVelocity velocity: Int) -> Int { velocity / 16 }
}

/// The colors of channels. Each is legible on its background, and neighbors differ strongly.
struct Palette {
  /// The color on a light background.
  let light: String
  /// The color on a dark background.
  let dark: String
  /// The nearest of a terminal's 256 colors that is visible on black and on white.
  let terminal: Int

  /// The colors by channel.
  static let colors: [Palette] = [
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

/// The style sheet of an image that follows the reader's light or dark scheme. It uses no CSS variables, which some SVG
/// viewers don't support.
struct PictureSheet {
  /// A color rule.
  struct Rule {
    var selector: String
    var property: String
    var light: String
    var dark: String
  }

  /// The rules for both schemes.
  var fixed: String
  var rules: [Rule]

  /// The element.
  var text: String {
    """
    <style>
    \(fixed)
    \(sheet(\.light))
    @media (prefers-color-scheme:dark){
    \(sheet(\.dark))
    }
    </style>
    """
  }

  private func sheet(_ color: (Rule) -> String) -> String {
    rules.map { "\($0.selector){\($0.property):\(color($0))}" }.joined(separator: "\n")
  }
}
