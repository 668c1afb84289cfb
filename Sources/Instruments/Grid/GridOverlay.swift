/// What a user interface draws over a picture of the instrument: a border for every lit cell.
public struct GridOverlay: Hashable, Sendable {
  /// One cell's border.
  public struct Border: Hashable, Sendable {
    /// Which cell, by its number.
    public var cell: Int
    /// Where it is: the whole cell, in the surface's coordinates. The border is drawn inside.
    public var frame: Rectangle
    /// Its color.
    public var color: HighlightColor
    /// How wide its line is.
    public var lineWidth: Double
    /// The radius of its corners; no more than half of the cell's shorter side.
    public var cornerRadius: Double
  }

  /// The borders in the order in which they are drawn: what comes later is on top. A cell of several notes has one for
  /// each.
  public var borders: [Border]

  /// Makes the overlay of held notes; nothing where none is held on a cell.
  ///
  /// - Parameters:
  ///   - highlights: The held notes, the last on top.
  ///   - model: The instrument.
  ///   - surface: Where the surface is, in the coordinates that the borders are to have.
  ///   - lineWidth: How wide the borders' lines are.
  ///   - cornerRadius: The radius of their corners.
  public init?(
    _ highlights: [GridHighlight], on model: LinnStrument, in surface: Rectangle, lineWidth: Double = 4,
    cornerRadius: Double = 16
  ) {
    borders = highlights.flatMap { highlight in
      highlight.cells.map { cell in
        let frame = model.frame(ofCell: cell, in: surface)
        return Border(
          cell: cell, frame: frame, color: highlight.color, lineWidth: lineWidth,
          cornerRadius: max(0, min(cornerRadius, frame.width / 2, frame.height / 2)))
      }
    }
    guard !borders.isEmpty else { return nil }
  }
}

extension LinnStrument {
  /// Where a cell is, for a surface somewhere. Cells beside one another share their edges, and the outer ones those of
  /// the surface.
  ///
  /// - Parameters:
  ///   - number: The cell's number, row by row from the top left, from 0.
  ///   - surface: Where the surface is, and in whose coordinates.
  public func frame(ofCell number: Int, in surface: Rectangle) -> Rectangle {
    let column = number % columnCount
    let row = number / columnCount
    // A length times 25 over 25 isn't always that length.
    func edge(_ start: Double, _ length: Double, _ index: Int, of count: Int) -> Double {
      start + (index == count ? length : length * Double(index) / Double(count))
    }
    func x(_ index: Int) -> Double { edge(surface.x, surface.width, index, of: columnCount) }
    func y(_ index: Int) -> Double { edge(surface.y, surface.height, index, of: Self.rowCount) }
    return Rectangle(
      x: x(column), y: y(row), width: x(column + 1) - x(column), height: y(row + 1) - y(row))
  }
}
