/// The line of times under the notes.
struct TerminalAxis {
  /// The columns at the left of every line, for names.
  static let margin = 4
  /// A time needs as much room, at the least.
  private static let labelWidth = 12

  /// The columns at which times are marked.
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

  /// What stands at the left of a line: a name, flush right, and the edge.
  static func label(_ name: String) -> String {
    String(repeating: " ", count: max(0, margin - 1 - name.count)) + name + "│"
  }
}
