internal import MIDICore

/// A pedal or the bends of all channels as one line of characters: in each column what is farthest from rest.
struct TerminalLane {
  private let lane: Curve
  private var values: [Int]
  private var colours: [Int?]

  init(_ roll: PianoRoll, _ lane: Curve, _ scale: TimeScale) {
    self.lane = lane
    values = Array(repeating: 0, count: scale.width)
    colours = Array(repeating: nil, count: scale.width)
    for part in roll.parts {
      let points = part.curves[lane] ?? []
      for (index, point) in points.enumerated() where point.value != 0 {
        let end = index + 1 < points.count ? points[index + 1].time : roll.span
        let left = min(scale.position(of: point.time), scale.width - 1)
        for column in left..<max(left + 1, scale.position(of: end))
        where abs(point.value) > abs(values[column]) {
          values[column] = point.value
          colours[column] = part.colour
        }
      }
    }
  }

  func line(isColoured: Bool) -> String {
    var line = TerminalLine(isColoured: isColoured)
    for (value, colour) in zip(values, colours) { line.append(glyph(value), colour) }
    return TerminalAxis.label(lane.shortName) + line.end()
  }

  private func glyph(_ value: Int) -> Character {
    let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    switch lane {
    case .sustain: return value == 0 ? " " : heights[value / 16]
    case .bend: return value == 0 ? "─" : heights[(value + 8192) / 2048]
    }
  }
}
