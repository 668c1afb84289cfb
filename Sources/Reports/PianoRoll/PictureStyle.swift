/// The style sheet of the piano roll's picture.
enum PictureStyle {
  private static let fixed = """
    text{font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}
    text.name{font-size:16px;font-weight:600}
    text.key{font-size:9px}
    .grid,.octave,.keys,.centre{stroke-width:1;fill:none}
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
    .init(selector: ".centre", property: "stroke", light: "#c0c7d1", dark: "#4a5260"),
    .init(selector: ".white-keys", property: "fill", light: "#ffffff", dark: "#d9dce0"),
    .init(selector: ".black-keys", property: "fill", light: "#2b3036", dark: "#101216"),
    .init(selector: ".keys", property: "stroke", light: "#aab2bd", dark: "#8b929c"),
    .init(selector: ".hangs", property: "stroke", light: "#d0021b", dark: "#ff5c5c"),
  ]

  /// The element.
  ///
  /// - Parameter colours: The numbers of the colours in use.
  static func text(colours: Set<Int>) -> String {
    let used = colours.sorted().flatMap { number in
      let colour = Palette.colours[number % Palette.colours.count]
      return ["fill", "stroke"].map { property in
        PictureSheet.Rule(
          selector: ".\(property)\(number)", property: property, light: colour.light, dark: colour.dark)
      }
    }
    let strengths = (0..<8).map { ".s\($0){opacity:.\(30 + 9 * $0)}" }.joined()
    return PictureSheet(fixed: "\(fixed)\n\(strengths)", rules: rules + used).text
  }

  /// The class of a note by how hard it was struck.
  static func strength(ofVelocity velocity: Int) -> String { "s\(strengthNumber(ofVelocity: velocity))" }

  /// How hard a note was struck, in eight steps, 0 through 7.
  static func strengthNumber(ofVelocity velocity: Int) -> Int { velocity / 16 }
}
