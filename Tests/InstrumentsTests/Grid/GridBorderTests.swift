import Instruments
import MIDICore
import TestSupport
import Testing

@Suite struct GridBorderTests {
  /// Returns a held note on cells.
  private func highlight(_ cells: [Int], _ color: Int = 0) -> GridHighlight {
    GridHighlight(
      channel: .number(1), note: 60, velocity: 100, color: HighlightColor(index: color), cells: CellSet(cells)
    )
  }

  @Test(arguments: LinnStrument.allCases)
  func emptyGridHasNoBorders(model: LinnStrument) {
    let surface = Rectangle(x: 0, y: 0, width: 100, height: 100)
    #expect(model.borders(of: [], in: surface).isEmpty)
    #expect(model.borders(of: [highlight([])], in: surface).isEmpty)
  }

  @Test func borderCoversWholeCell() {
    let surface = Rectangle(x: 0, y: 0, width: 1500, height: 480)
    let borders = LinnStrument.model200.borders(of: [highlight([0, 26, 199], 3)], in: surface)
    #expect(borders.map(\.cell) == [0, 26, 199])
    #expect(
      borders.map(\.frame) == [
        Rectangle(x: 0, y: 0, width: 60, height: 60), Rectangle(x: 60, y: 60, width: 60, height: 60),
        Rectangle(x: 1440, y: 420, width: 60, height: 60),
      ])
    #expect(borders.allSatisfy { $0.lineWidth == 4 && $0.cornerRadius == 16 && $0.color.index == 3 })
  }

  @Test func cellsOf128AreHigher() {
    let surface = Rectangle(x: 10, y: 20, width: 1120, height: 560)
    let borders = LinnStrument.model128.borders(of: [highlight([17])], in: surface)
    #expect(borders.map(\.frame) == [Rectangle(x: 80, y: 90, width: 70, height: 70)])
  }

  @Test func cornerRadiusIsLimited() {
    let surface = Rectangle(x: 0, y: 0, width: 250, height: 160)
    let borders = LinnStrument.model200.borders(of: [highlight([5])], in: surface, lineWidth: 1)
    #expect(borders.map(\.cornerRadius) == [5])
    #expect(borders.map(\.lineWidth) == [1])
    let flat = Rectangle(x: 0, y: 0, width: 250, height: 0)
    #expect(LinnStrument.model200.borders(of: [highlight([5])], in: flat).map(\.cornerRadius) == [0])
  }

  @Test func cellOfTwoNotesHasBothBorders() {
    let surface = Rectangle(x: 0, y: 0, width: 16, height: 8)
    let held = [highlight([3, 1], 1), highlight([1], 0)]
    let borders = LinnStrument.model128.borders(of: held, in: surface)
    #expect(borders.map(\.cell) == [1, 3, 1])
    #expect(borders.map(\.color.index) == [1, 1, 0])
  }

  @Test(arguments: LinnStrument.allCases)
  func cellsFillSurfaceWithoutGaps(model: LinnStrument) {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<200 {
      let surface = Rectangle(
        x: .random(in: -2000...2000, using: &generator), y: .random(in: -2000...2000, using: &generator),
        width: .random(in: 0...4000, using: &generator), height: .random(in: 0...2000, using: &generator))
      let frames = (0..<model.cellCount).map { model.frame(ofCell: $0, in: surface) }
      let columns = model.columnCount
      // The edges. The last one is the surface's.
      let lines = (0...columns).map { surface.x + surface.width * Double($0) / Double(columns) }
      let rows = (0...8).map { surface.y + surface.height * Double($0) / 8 }
      let right = surface.x + surface.width
      #expect(frames.map(\.x) == frames.indices.map { lines[$0 % columns] })
      #expect(frames.map(\.y) == frames.indices.map { rows[$0 / columns] })
      #expect(
        frames.map(\.width)
          == frames.indices.map { cell in
            let column = cell % columns
            return (column + 1 == columns ? right : lines[column + 1]) - lines[column]
          })
      #expect(frames.map(\.height) == frames.indices.map { rows[$0 / columns + 1] - rows[$0 / columns] })
    }
  }

  @Test func nestedFramesAddOffsets() {
    // An image in a panel in a window: each has coordinates within the surrounding one.
    let picture = Rectangle(x: 4, y: 8, width: 500, height: 160)
    let panel = Rectangle(x: 100, y: 50, width: 508, height: 176)
    let window = Point(x: -30, y: 12.5)
    let inPanel = LinnStrument.model200.borders(of: [highlight([30])], in: picture)
    let inWindow = picture.moved(by: Point(x: panel.x, y: panel.y))
    let onScreen = LinnStrument.model200.borders(of: [highlight([30])], in: inWindow.moved(by: window))
    #expect(inPanel.map(\.frame) == [Rectangle(x: 104, y: 28, width: 20, height: 20)])
    #expect(onScreen.map(\.frame) == [Rectangle(x: 174, y: 90.5, width: 20, height: 20)])
  }
}
