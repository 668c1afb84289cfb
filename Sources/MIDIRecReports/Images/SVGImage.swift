internal import Instruments
internal import MIDICore

/// Returns an image as a self-contained SVG document that follows the reader's light or dark scheme.
///
/// - Parameters:
///   - subtitle: The line below the title.
///   - style: The style sheet, as ``svgStyle(_:_:)`` returns it.
///   - definitions: Definitions of patterns and repeated elements, or an empty text.
///   - content: The elements on the page.
func svgImage(
  title: String, subtitle: String, style: String, definitions: String, width: Double, height: Int,
  content: String
) -> String {
  """
  <svg xmlns='http://www.w3.org/2000/svg' width='\(svgNumber(width))' height='\(height)' \
  viewBox='0 0 \(svgNumber(width)) \(height)' role='img'>
  <title>\(title.xmlEscaped)</title>
  \(style)
  \(definitions)<rect class='page' width='\(svgNumber(width))' height='\(height)'/>
  <text class='name' x='\(svgMargin)' y='28'>\(shortened(title, to: 100).xmlEscaped)</text>
  <text class='faint' x='\(svgMargin)' y='47'>\(subtitle.xmlEscaped)</text>
  \(content)</svg>

  """
}

/// The distance of an image's content from the edges.
let svgMargin = 20

/// A color rule of a style sheet.
typealias ColorRule = (selector: String, property: String, light: String, dark: String)

/// Returns the style sheet of an image. It uses no CSS variables, which some SVG viewers don't support.
///
/// - Parameters:
///   - fixed: The rules for both schemes.
///   - colors: The rules that differ between the schemes.
func svgStyle(_ fixed: String, _ colors: [ColorRule]) -> String {
  let all: [ColorRule] =
    [
      (".page", "fill", "#ffffff", "#15171c"), ("text", "fill", "#1f2328", "#e3e6ea"),
      ("text.faint", "fill", "#57606a", "#9aa4b0"),
    ] + colors
  func sheet(_ color: (ColorRule) -> String) -> String {
    all.map { "\($0.selector){\($0.property):\(color($0))}" }.joined(separator: "\n")
  }
  return """
    <style>
    text{font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}
    text.name{font-size:16px;font-weight:600}
    \(fixed)
    \(sheet(\.light))
    @media (prefers-color-scheme:dark){
    \(sheet(\.dark))
    }
    </style>
    """
}

/// The legend of an image: samples with their texts, in lines of a width.
struct PictureLegend {
  private static let lineHeight = 20

  private let top: Int
  private let width: Int
  private var lineCount = 0
  /// The free width of the last line.
  private var room = 0
  /// The elements.
  private(set) var text = ""

  /// Creates an empty legend.
  init(top: Int, width: Int) { (self.top, self.width) = (top, width) }

  var height: Int { lineCount * Self.lineHeight }

  /// Adds an entry, in a new line if there is no room.
  ///
  /// - Parameters:
  ///   - sample: The elements of the sample, whose upper left corner is at 0, 0, and whose height is 12.
  ///   - sampleWidth: The width of the sample.
  ///   - label: The text at the right of the sample.
  mutating func append(_ sample: String, _ sampleWidth: Int, _ label: String) {
    // Wide enough for the widest common font, and for square characters.
    let textWidth = label.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 7 : 13) }
    let entryWidth = sampleWidth + 6 + textWidth + 18
    if entryWidth > room { (lineCount, room) = (lineCount + 1, width) }
    let (left, lineTop) = (svgMargin + width - room, top + (lineCount - 1) * Self.lineHeight)
    text += "<g transform='translate(\(left) \(lineTop))'>\(sample)"
    text += "<text x='\(sampleWidth + 6)' y='10'>\(label.xmlEscaped)</text></g>\n"
    room -= entryWidth
  }
}

extension String {
  /// The text escaped for XML elements and attributes.
  ///
  /// Text from files may contain markup and control characters. XML has no representation of the latter, so they are
  /// replaced.
  package var xmlEscaped: String {
    var escaped = ""
    for scalar in printable.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // XML 1.0 doesn't allow these characters.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Returns pixels from tenths: `12`, `12.5`.
func pixels(_ tenths: Int) -> String {
  tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}

/// Returns a length in pixels to a hundredth: `12`, `13.82`.
func svgNumber(_ value: Double) -> String {
  decimalText(Int64((value * 100).rounded()), decimals: 2)
}

/// Returns a color of style sheets: `#1e6cff`.
package func svgColor(_ rgb: UInt32) -> String {
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

/// Returns the start of a long text, with `…` for the rest.
func shortened(_ text: String, to count: Int) -> String {
  text.count <= count ? text : text.prefix(max(0, count - 1)) + "…"
}
