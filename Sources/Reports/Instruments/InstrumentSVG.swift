internal import Instruments
internal import MIDICore

/// The frame of an instrument's image: title, time, drawing, and legend.
struct InstrumentSVG {
  /// The distance of the drawing from the edges.
  static let margin = Double(PictureLayout.margin)
  /// The distance of the drawing from the top.
  static let top = 62.0

  private static let fixed = """
    text{font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}
    text.name{font-size:16px;font-weight:600}
    text.small{font-size:9px}
    .middle{text-anchor:middle}
    .cell,.key{stroke-width:1}
    .lit{fill-opacity:.25;stroke-width:4}
    text.held{font-weight:700}
    """
  private static let rules: [PictureSheet.Rule] = [
    .init(selector: ".page", property: "fill", light: "#ffffff", dark: "#15171c"),
    .init(selector: "text", property: "fill", light: "#1f2328", dark: "#e3e6ea"),
    .init(selector: "text.faint", property: "fill", light: "#57606a", dark: "#9aa4b0"),
    .init(selector: "text.on-white", property: "fill", light: "#3d444d", dark: "#23272d"),
    .init(selector: "text.on-black", property: "fill", light: "#ffffff", dark: "#ffffff"),
    .init(selector: ".cell", property: "fill", light: "#f5f7fa", dark: "#262b33"),
    .init(selector: ".sharp", property: "fill", light: "#e6eaf0", dark: "#1c2027"),
    .init(selector: ".tonic", property: "fill", light: "#dbe6f5", dark: "#303a49"),
    .init(selector: ".cell", property: "stroke", light: "#cdd4dd", dark: "#3b434f"),
    .init(selector: ".white", property: "fill", light: "#ffffff", dark: "#d9dce0"),
    .init(selector: ".black", property: "fill", light: "#2b3036", dark: "#101216"),
    .init(selector: ".key", property: "stroke", light: "#aab2bd", dark: "#8b929c"),
    .init(selector: ".dot", property: "fill", light: "#000000", dark: "#000000"),
    .init(selector: ".dot.on-black", property: "fill", light: "#ffffff", dark: "#ffffff"),
  ]

  var title: String
  var subtitle: String
  /// Definitions before the drawing, such as patterns.
  var definitions = ""
  var drawing: String
  /// The size of the drawing, whose origin is at ``margin`` and ``top``.
  var size: (width: Double, height: Double)
  var legend: [PictureLegend.Entry]

  /// The document.
  var text: String {
    let width = max(size.width + 2 * Self.margin, 320)
    let lines = PictureLegend(legend, width: Int(width - 2 * Self.margin))
    let legendTop = Int((Self.top + size.height).rounded(.up)) + 20
    let height = legendTop + lines.height + 8
    return """
      <svg xmlns='http://www.w3.org/2000/svg' width='\(svgNumber(width))' height='\(height)' \
      viewBox='0 0 \(svgNumber(width)) \(height)' role='img'>
      <title>\(title.xmlEscaped)</title>
      \(PictureSheet(fixed: Self.fixed, rules: Self.rules).text)
      \(definitions)<rect class='page' width='\(svgNumber(width))' height='\(height)'/>
      <text class='name' x='\(PictureLayout.margin)' y='28'>\(shortened(title, to: 100).xmlEscaped)</text>
      <text class='faint' x='\(PictureLayout.margin)' y='47'>\(subtitle.xmlEscaped)</text>
      \(drawing)\(lines.text(top: legendTop))</svg>

      """
  }
}

/// Returns a length in pixels to a hundredth: `12`, `13.82`.
func svgNumber(_ value: Double) -> String {
  decimalText(Int64((value * 100).rounded()), decimals: 2)
}

/// Returns a color of style sheets: `#1e6cff`.
func svgColor(_ rgb: UInt32) -> String {
  let digits = String(rgb & 0xFF_FFFF, radix: 16)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}

extension Rectangle {
  /// Returns the attributes of a rectangle with an inset.
  func svgAttributes(inset: Double = 0) -> String {
    "x='\(svgNumber(x + inset))' y='\(svgNumber(y + inset))' width='\(svgNumber(width - 2 * inset))' "
      + "height='\(svgNumber(height - 2 * inset))'"
  }
}
