/// A pedal or the bends of all channels as a line of characters. Each column shows the value farthest from rest. A
/// pedal that is released and pressed within a column is half a block.
struct TerminalLane {
  private let lane: Curve
  private var values: [Int]
  private var colors: [Int?]
  private var isLifted: [Bool]
  private let edge: Int

  init(_ roll: PianoRoll, _ lane: Curve, _ scale: TimeScale) {
    self.lane = lane
    values = Array(repeating: 0, count: scale.width)
    colors = Array(repeating: nil, count: scale.width)
    isLifted = Array(repeating: false, count: scale.width)
    edge = roll.edges[lane] ?? 1
    for part in roll.parts {
      let points = part.curves[lane] ?? []
      for (index, point) in points.enumerated() {
        guard point.value != 0 else {
          isLifted[min(scale.position(of: point.time), scale.width - 1)] = true
          continue
        }
        let end = index + 1 < points.count ? points[index + 1].time : roll.span
        let left = min(scale.position(of: point.time), scale.width - 1)
        for column in left..<max(left + 1, scale.position(of: end))
        where abs(point.value) > abs(values[column]) {
          values[column] = point.value
          colors[column] = part.color
        }
      }
    }
  }

  func line(isColored: Bool) -> String {
    var line = TerminalLine(isColored: isColored)
    for column in values.indices {
      let isShort = lane == .sustain && isLifted[column] && values[column] != 0
      line.append(isShort ? "▌" : glyph(values[column]), colors[column])
    }
    return TerminalAxis.label(lane.shortName) + line.end()
  }

  private func glyph(_ value: Int) -> Character {
    let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    switch lane {
    case .sustain: return value == 0 ? " " : heights[value / 16]
    case .bend: return value == 0 ? "─" : heights[min((value + edge) * 4 / edge, 7)]
    }
  }
}

/// Characters with a control sequence for each change of color.
struct TerminalLine {
  let isColored: Bool
  private var text = ""
  private var colors = ""

  init(isColored: Bool) { self.isColored = isColored }

  mutating func append(_ character: Character, _ foreground: Int? = nil, on background: Int? = nil) {
    let wanted = isColored ? StyledText.sequence(foreground, background) : ""
    if wanted != colors {
      if !colors.isEmpty { text += StyledText.reset }
      text += wanted
      colors = wanted
    }
    text.append(character)
  }

  /// Returns the line with reset colors and without spaces at the end.
  func end() -> String {
    guard colors.isEmpty else { return text + StyledText.reset }
    return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
  }
}
