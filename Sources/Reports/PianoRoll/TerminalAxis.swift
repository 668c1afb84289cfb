/// The line of times below the notes.
struct TerminalAxis {
  /// The width of the labels at the left.
  static let margin = 4
  /// The minimum width of a time.
  private static let labelWidth = 12

  /// The columns of the marked times.
  let marks: Set<Int>
  let line: String

  init(_ scale: TimeScale) {
    let span = scale.end - scale.start
    let axis = TimeAxis(span: span, maxCount: scale.width / Self.labelWidth, end: scale.end)
    var characters = [Character](repeating: "─", count: scale.width)
    var marks: Set<Int> = []
    for time in axis.times(from: scale.start, to: scale.end) {
      let column = scale.position(of: time)
      let text = axis.text(time)
      guard column < scale.width else { continue }
      marks.insert(column)
      characters[column] = "┴"
      guard column + 1 + text.count <= scale.width else { continue }
      characters.replaceSubrange(column + 1..<column + 1 + text.count, with: Array(text))
    }
    self.marks = marks
    line = String(repeating: " ", count: Self.margin - 1) + "└" + String(characters)
  }

  /// Returns the right-aligned label of a line, and the edge.
  static func label(_ name: String) -> String {
    String(repeating: " ", count: max(0, margin - 1 - name.count)) + name + "│"
  }
}
