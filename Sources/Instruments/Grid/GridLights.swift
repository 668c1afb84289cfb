public import MIDICore
public import Timelines

/// The lights of an instrument as they mirror what a grid shows.
public struct GridLights: Sendable {
  private let model: LinnStrument
  /// The color of each cell as it was set last, by their numbers.
  private var colors: [UInt7]
  /// The colors that are to be; kept, so that its memory is.
  private var next: [UInt7]

  /// Makes lights that are all as the instrument has them.
  public init(_ model: LinnStrument) {
    self.model = model
    colors = Array(repeating: 0, count: model.cellCount)
    next = colors
  }

  /// The lights that have to be set so that they show these notes, cell by cell in ascending order of their numbers;
  /// 0, the instrument's own light, for those that are out.
  ///
  /// - Parameter highlights: The held notes. A cell of several of them shows the last one.
  public mutating func update(_ highlights: [GridHighlight]) -> [Timeline.Light] {
    for cell in next.indices { next[cell] = 0 }
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
