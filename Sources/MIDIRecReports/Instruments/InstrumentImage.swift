internal import Instruments
internal import MIDICore

extension Point {
  /// The upper left corner of the drawing in the image of an instrument.
  static let drawingOrigin = Point(x: Double(svgMargin), y: 62)
}

/// Returns the image of an instrument: title, time, drawing, and legend.
///
/// - Parameters:
///   - definitions: Definitions of patterns, or an empty text.
///   - drawing: The elements from ``Instruments/Point/drawingOrigin`` on.
///   - size: The size of the drawing.
///   - legend: The samples with their widths and texts.
func instrumentImage(
  title: String, subtitle: String, definitions: String = "", drawing: String,
  size: (width: Double, height: Double), legend entries: [(sample: String, width: Int, text: String)]
) -> String {
  let width = max(size.width + 2 * Double(svgMargin), 320)
  let top = Int((Point.drawingOrigin.y + size.height).rounded(.up)) + 20
  var legend = PictureLegend(top: top, width: Int(width) - 2 * svgMargin)
  for entry in entries { legend.append(entry.sample, entry.width, entry.text) }
  let style = svgStyle(
    """
    text.small{font-size:9px}
    .middle{text-anchor:middle}
    .cell,.key{stroke-width:1}
    .lit{fill-opacity:.25;stroke-width:4}
    text.held{font-weight:700}
    """,
    [
      ("text.on-white", "fill", "#3d444d", "#23272d"), ("text.on-black", "fill", "#ffffff", "#ffffff"),
      (".cell", "fill", "#f5f7fa", "#262b33"), (".sharp", "fill", "#e6eaf0", "#1c2027"),
      (".tonic", "fill", "#dbe6f5", "#303a49"), (".cell", "stroke", "#cdd4dd", "#3b434f"),
      (".white", "fill", "#ffffff", "#d9dce0"), (".black", "fill", "#2b3036", "#101216"),
      (".key", "stroke", "#aab2bd", "#8b929c"), (".dot", "fill", "#000000", "#000000"),
      (".dot.on-black", "fill", "#ffffff", "#ffffff"),
    ])
  return svgImage(
    title: title, subtitle: subtitle, style: style, definitions: definitions, width: width,
    height: top + legend.height + 8, content: drawing + legend.text)
}
