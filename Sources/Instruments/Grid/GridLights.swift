public import MIDICore
public import Timelines

/// The lights of an instrument as they mirror what a grid shows.
public struct GridLights: Sendable {
  private let model: LinnStrument
  /// The colour of each cell as it was set last, by their numbers.
  private var colours: [UInt7]
  /// The colours that are to be; kept, so that its memory is.
  private var next: [UInt7]

  /// Makes lights that are all as the instrument has them.
  public init(_ model: LinnStrument) {
    self.model = model
    colours = Array(repeating: 0, count: model.cellCount)
    next = colours
  }

  /// The lights that have to be set so that they show these notes, cell by cell in ascending order of their numbers;
  /// 0, the instrument's own light, for those that are out.
  ///
  /// - Parameter highlights: The held notes. A cell of several of them shows the last one.
  public mutating func update(_ highlights: [GridHighlight]) -> [Timeline.Light] {
    for cell in next.indices { next[cell] = 0 }
    for highlight in highlights {
      let light = highlight.colour.light
      for cell in highlight.cells where cell < next.count { next[cell] = light }
    }
    var lights: [Timeline.Light] = []
    for number in next.indices where next[number] != colours[number] {
      let cell = GridCell(number: number, of: model)
      lights.append(
        Timeline.Light(
          column: UInt7(clamping: cell.column), row: UInt7(clamping: cell.row), colour: next[number]))
    }
    swap(&colours, &next)
    return lights
  }
}
