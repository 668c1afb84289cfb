internal import MIDICore
internal import Timelines

extension RollPicture {
  /// The maximum number of values with exact positions to a tenth of a pixel. More values are drawn by whole pixels.
  private static let maxExactCount = 10_000

  /// Returns the curves of each system as elements.
  func curveElements() -> [String] {
    let count = roll.parts.reduce(0) { $0 + $1.curves.values.reduce(0) { $0 + $1.count } }
    let resolution = count <= Self.maxExactCount ? 1 : Self.tenths
    var systems = Array(repeating: "", count: systemCount)
    for lane in roll.lanes {
      for index in systems.indices where lane == .bend {
        let center = top(of: lane) + Self.height(of: lane) / 2
        systems[index] += "<path class='center' d='M0 \(center)h\(Self.plotWidth)'/>\n"
      }
      for part in roll.parts {
        guard let points = part.curves[lane] else { continue }
        for (index, steps) in steps(of: points, lane, resolution: resolution).enumerated()
        where !steps.isEmpty {
          systems[index] += element(steps, lane, color: part.color, ofSystem: index)
        }
      }
    }
    return systems
  }

  private func element(_ steps: String, _ lane: Curve, color: Int, ofSystem index: Int) -> String {
    let right = pixels(scale(ofSystem: index).position(of: roll.span))
    guard lane == .sustain else {
      return "<path class='line stroke\(color)' d='M0 \(steps)H\(right)'/>\n"
    }
    let bottom = pixels(height(of: 0, lane))
    return "<path class='area fill\(color) stroke\(color)' "
      + "d='M0 \(bottom)V\(steps)H\(right)V\(bottom)z'/>\n"
  }

  /// Returns the rest of a path by system: the height at the left edge, and a step for each change. A system at rest
  /// has an empty text.
  ///
  /// - Parameter resolution: The distance of different positions, in tenths of a pixel.
  private func steps(of points: [ValueCurve.Step], _ lane: Curve, resolution: Int) -> [String] {
    var index = 0
    var value = 0
    return (0..<systemCount).map { system in
      let scale = scale(ofSystem: system)
      let isLast = system == systemCount - 1
      var isAtRest = value == 0
      var text = pixels(height(of: value, lane))
      while index < points.count, isLast || points[index].time < scale.end {
        let position = scale.position(of: points[index].time) / resolution
        // All values of one position are one vertical line.
        let before = value
        var (lowest, highest) = (value, value)
        repeat {
          value = points[index].value
          (lowest, highest) = (min(lowest, value), max(highest, value))
          index += 1
        } while index < points.count && (isLast || points[index].time < scale.end)
          && scale.position(of: points[index].time) / resolution == position
        guard lowest != highest else { continue }
        isAtRest = false
        text += "H\(pixels(position * resolution))"
        // Most positions have one value, and need one step.
        let ends = before == lowest && value == highest || before == highest && value == lowest
        let stops = ends ? [value] : [lowest, highest, value]
        text += stops.map { "V\(pixels(height(of: $0, lane)))" }.joined()
      }
      return isAtRest ? "" : text
    }
  }

  /// Returns the vertical position of a value, in tenths of a pixel.
  private func height(of value: Int, _ lane: Curve) -> Int {
    let edge = roll.edges[lane] ?? 1
    let (top, height) = (10 * top(of: lane), 10 * Self.height(of: lane))
    return switch lane {
    case .sustain: top + height - height * value / edge
    case .bend: top + height / 2 - height / 2 * value / edge
    }
  }
}
