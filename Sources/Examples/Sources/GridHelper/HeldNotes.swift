import Instruments
import MIDICore

/// The held notes on the surface of a LinnStrument, in colors by the order in which they were played.
struct HeldNotes {
  private let model: LinnStrument
  private var tracker: GridTracker
  private var lights: GridLights

  init(_ model: LinnStrument = .model200) {
    self.model = model
    tracker = GridTracker(GridSettings(model))
    lights = GridLights(model)
  }

  /// Returns the messages that show a message of the instrument on it: the lights of the cells that change.
  mutating func reply(to message: Message) -> [Message] {
    guard tracker.apply(message, at: .zero) else { return [] }
    return lights.update(tracker.highlights).flatMap(\.messages)
  }

  /// Returns the messages that turn all lights off, as if no note were held.
  mutating func lightsOff() -> [Message] { lights.update([]).flatMap(\.messages) }

  /// The surface, a row per line, in the colors of a terminal. In plain text, the notes are numbered as they were played.
  func picture(isColored: Bool) -> String {
    var cells = [HighlightColor?](repeating: nil, count: model.cellCount)
    for highlight in tracker.highlights {
      for cell in highlight.cells { cells[cell] = highlight.color }
    }
    return stride(from: 0, to: cells.count, by: model.columnCount).map { start in
      cells[start..<start + model.columnCount].map { text(of: $0, isColored) }.joined()
    }.joined(separator: "\n")
  }

  private func text(of color: HighlightColor?, _ isColored: Bool) -> String {
    guard let color else { return isColored ? "· " : "·" }
    guard isColored else { return "\(color.index % 9 + 1)" }
    return "\u{1B}[48;2;\(color.rgb >> 16);\(color.rgb >> 8 & 0xFF);\(color.rgb & 0xFF)m  \u{1B}[0m"
  }
}
