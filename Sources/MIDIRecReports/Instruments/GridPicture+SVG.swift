internal import Instruments
internal import MIDICore

extension GridPicture {
  /// Returns the image as a self-contained SVG document that follows the reader's light or dark scheme.
  ///
  /// Cells have the size of linnstrument-helper's and the name of their note. The cells of held notes have a border in
  /// the note's color, and a title with its values. A light is a dot at a cell's top.
  package func svg() -> String {
    let model = layout.settings.model
    let cell = model == .model200 ? (width: 44.0, height: 60.0) : (width: 64.0, height: 70.0)
    let surface = Rectangle(
      x: Point.drawingOrigin.x + Self.numbersWidth, y: Point.drawingOrigin.y + Self.numbersHeight,
      width: cell.width * Double(model.columnCount), height: cell.height * Double(LinnStrument.rowCount))
    let lit = highlights.reduce(CellSet()) { $0.union($1.cells) }
    var text = numbers(around: surface, cell: cell)
    for number in 0..<model.cellCount {
      let frame = model.frame(ofCell: number, in: surface)
      let kind = Self.choice(for: note(of: number), tonic: "cell tonic", sharp: "cell sharp", other: "cell")
      text += "<rect class='\(kind)' \(frame.svgAttributes(inset: 1)) rx='15'/>\n"
    }
    for border in model.borders(of: highlights, in: surface) { text += element(of: border) }
    for (number, light) in litCells {
      text += Self.element(of: light, in: model.frame(ofCell: number, in: surface))
    }
    for number in 0..<model.cellCount {
      guard let note = note(of: number) else { continue }
      let frame = model.frame(ofCell: number, in: surface)
      let (x, y) = (svgNumber(frame.x + frame.width / 2), svgNumber(frame.y + frame.height / 2 + 4))
      let look = lit.contains(number) ? "held" : "faint"
      text += "<text class='middle \(look)' x='\(x)' y='\(y)'>\(note.name(middleC))</text>\n"
    }
    var count = highlights.isEmpty ? "no held notes" : "\(pluralized(highlights.count, "held note"))"
    if !litCells.isEmpty { count += ", \(pluralized(litCells.count, "light"))" }
    return instrumentImage(
      title: title, subtitle: "LinnStrument \(model.rawValue), \(time.positionText), \(count)", drawing: text,
      size: (surface.width + 2 * Self.numbersWidth, surface.height + Self.numbersHeight),
      legend: highlights.map { highlight in
        (
          "<rect class='lit' x='2' y='-1' width='12' height='12' rx='4' \(Self.paint(highlight.color))/>", 16,
          words(for: highlight)
        )
      }
        + litColors.map { lights in
          ("<circle cx='8' cy='5' r='6' \(Self.paint(lights.light))/>", 16, words(for: lights))
        })
  }

  /// The width of the row numbers at the left.
  private static let numbersWidth = 18.0
  /// The height of the column numbers at the top.
  private static let numbersHeight = 18.0

  private func numbers(around surface: Rectangle, cell: (width: Double, height: Double)) -> String {
    var text = ""
    for column in 0..<layout.settings.model.columnCount {
      let x = surface.x + (Double(column) + 0.5) * cell.width
      text += "<text class='middle faint' x='\(svgNumber(x))' y='\(svgNumber(surface.y - 6))'>"
      text += "\(column + 1)</text>\n"
    }
    for row in 0..<LinnStrument.rowCount {
      let y = surface.y + (Double(row) + 0.5) * cell.height + 4
      text += "<text class='middle faint' x='\(svgNumber(surface.x - 10))' y='\(svgNumber(y))'>"
      text += "\(LinnStrument.rowCount - 1 - row)</text>\n"
    }
    return text
  }

  private func note(of number: Int) -> NoteNumber? {
    layout.note(of: GridCell(number: number, of: layout.settings.model))
  }

  private static func paint(_ color: HighlightColor) -> String {
    "fill='\(svgColor(color.rgb))' stroke='\(svgColor(color.rgb))'"
  }

  /// The border is drawn inside the cell.
  private func element(of border: GridBorder) -> String {
    let inset = border.lineWidth / 2
    let note = highlights.last { $0.color == border.color && $0.cells.contains(border.cell) }
    // In User Firmware Mode, a note is named by its place.
    let place =
      layout.settings.isUserFirmware
      ? "" : ", \(GridCell(number: border.cell, of: layout.settings.model))"
    let title = note.map { "<title>\(words(for: $0))\(place)</title>" } ?? ""
    return "<rect class='lit' \(border.frame.svgAttributes(inset: inset)) "
      + "rx='\(svgNumber(max(0, border.cornerRadius - inset)))' \(Self.paint(border.color))>\(title)</rect>\n"
  }

  /// The edge is gray, so that white and black lights are visible on both backgrounds.
  private static func paint(_ light: LinnStrumentLight) -> String {
    "fill='\(svgColor(light.rgb))' stroke='#7f8791' stroke-width='1.5'"
  }

  private static func element(of light: LinnStrumentLight, in frame: Rectangle) -> String {
    let (x, y) = (svgNumber(frame.x + frame.width / 2), svgNumber(frame.y + 14))
    let title = "\(light.colorName) light, \(GridCell(light))"
    return "<circle class='light' cx='\(x)' cy='\(y)' r='7' \(paint(light))>"
      + "<title>\(title)</title></circle>\n"
  }

  /// Returns `C4 (60): velocity 100, channel 1`.
  private func words(for highlight: GridHighlight) -> String {
    let number = layout.settings.isUserFirmware ? "" : " (\(highlight.note.rawValue))"
    return "\(name(of: highlight))\(number): \(facts(of: highlight, isShort: false))"
  }
}
