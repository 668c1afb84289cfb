/// The border of a lit cell, for an overlay on an image of the instrument.
public struct GridBorder: Hashable, Sendable {
  /// The cell's number.
  public var cell: Int
  /// The frame of the whole cell, in the surface's coordinates. The border is drawn inside.
  public var frame: Rectangle
  /// The color.
  public var color: HighlightColor
  /// The line width.
  public var lineWidth: Double
  /// The corner radius, at most half of the cell's shorter side.
  public var cornerRadius: Double
}

extension LinnStrument {
  /// Returns the borders of the cells of held notes in drawing order, the topmost last.
  ///
  /// A cell with several notes has one border per note.
  ///
  /// - Parameters:
  ///   - highlights: The held notes, the topmost last.
  ///   - surface: The surface's frame, which determines the borders' coordinates.
  ///   - lineWidth: The line width of the borders.
  ///   - cornerRadius: The corner radius of the borders.
  public func borders(
    of highlights: [GridHighlight], in surface: Rectangle, lineWidth: Double = 4, cornerRadius: Double = 16
  ) -> [GridBorder] {
    highlights.flatMap { highlight in
      highlight.cells.map { cell in
        let frame = frame(ofCell: cell, in: surface)
        return GridBorder(
          cell: cell, frame: frame, color: highlight.color, lineWidth: lineWidth,
          cornerRadius: max(0, min(cornerRadius, frame.width / 2, frame.height / 2)))
      }
    }
  }

  /// Returns the frame of a cell. Adjacent cells share their edges, and outer cells share the surface's edges.
  ///
  /// - Parameters:
  ///   - number: The cell's number, counted row by row from 0 at the top left.
  ///   - surface: The surface's frame, which determines the coordinates.
  public func frame(ofCell number: Int, in surface: Rectangle) -> Rectangle {
    let column = number % columnCount
    let row = number / columnCount
    // In floating point, a length times 25 over 25 isn't always that length.
    func edge(_ start: Double, _ length: Double, _ index: Int, of count: Int) -> Double {
      start + (index == count ? length : length * Double(index) / Double(count))
    }
    func x(_ index: Int) -> Double { edge(surface.x, surface.width, index, of: columnCount) }
    func y(_ index: Int) -> Double { edge(surface.y, surface.height, index, of: Self.rowCount) }
    return Rectangle(
      x: x(column), y: y(row), width: x(column + 1) - x(column), height: y(row + 1) - y(row))
  }
}
