public import MIDICore
public import Timelines

/// The lights of an instrument, which mirror a grid.
public struct GridLights: Sendable {
  private let model: LinnStrument
  /// The last color of each cell, by cell number.
  private var colors: [UInt7]
  /// The next colors, stored to reuse their memory.
  private var next: [UInt7]

  /// Creates lights that all have the instrument's own color.
  public init(_ model: LinnStrument) {
    self.model = model
    colors = Array(repeating: 0, count: model.cellCount)
    next = colors
  }

  /// Returns the lights to change in order to show notes, by ascending cell number. Color 0, the instrument's own
  /// light, turns a cell off.
  ///
  /// - Parameters:
  ///   - highlights: The held notes. A cell with several notes shows the last one.
  ///   - ground: The lights of cells without held notes.
  public mutating func update(
    _ highlights: [GridHighlight], over ground: LinnStrumentLights = LinnStrumentLights()
  ) -> [Timeline.Light] {
    for cell in next.indices { next[cell] = 0 }
    for light in ground.all { if let cell = model.cell(of: light) { next[cell] = light.color } }
    for highlight in highlights {
      let light = highlight.color.light
      for cell in highlight.cells where cell < next.count { next[cell] = light }
    }
    var lights: [Timeline.Light] = []
    for number in next.indices where next[number] != colors[number] {
      let cell = GridCell(number: number, of: model)
      lights.append(
        Timeline.Light(
          column: UInt7(clamping: cell.column), row: UInt7(clamping: cell.row), color: next[number]))
    }
    swap(&colors, &next)
    return lights
  }
}
