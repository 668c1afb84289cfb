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

  /// The surface as text, a row per line: the held notes are numbered as they were played.
  var text: String {
    rows { color in color.map { String($0.index % 9 + 1) } ?? "·" }
  }

  /// The surface in the colors of a terminal.
  var colors: String {
    rows { color in
      guard let rgb = color?.rgb else { return "· " }
      return "\u{1B}[48;2;\(rgb >> 16);\(rgb >> 8 & 0xFF);\(rgb & 0xFF)m  \u{1B}[0m"
    }
  }

  private func rows(_ text: (HighlightColor?) -> String) -> String {
    var cells = [HighlightColor?](repeating: nil, count: model.cellCount)
    for highlight in tracker.highlights {
      for cell in highlight.cells { cells[cell] = highlight.color }
    }
    return stride(from: 0, to: cells.count, by: model.columnCount).map { start in
      cells[start..<start + model.columnCount].map(text).joined()
    }.joined(separator: "\n")
  }
}
