import Instruments
import MIDICore

/// A piano in characters, with the names of its keys, and the velocities of those that sound.
struct PianoPicture {
  /// White keys are five columns wide, with a gap of one. A character is as high as two are wide.
  private static let keyboard = PianoKeyboard(height: 34)

  /// The state of the keys.
  let keys: PianoTracker
  /// The key at the left.
  let lowest: NoteNumber
  let columnCount: Int
  /// Whether the terminal shows colors.
  let isColored: Bool

  private var left: Double { Self.keyboard.frame(of: lowest).x }

  var text: String {
    let labels = labels
    return (0..<Int(Self.keyboard.height) / 2).map { row in
      (0..<columnCount).map { column in
        let key = Self.keyboard.key(at: Point(x: left + Double(column) + 0.5, y: Double(2 * row) + 1))
        return cell(key, labels[row]?[column])
      }.joined()
    }.joined(separator: "\n")
  }

  /// Returns a character of a key, or of the gap between keys.
  private func cell(_ key: NoteNumber?, _ label: Character?) -> String {
    guard let key else { return isColored ? " " : "|" }
    let (isBlack, isActive) = (PianoKeyboard.isBlack(key), keys[key].isActive)
    guard isColored else {
      return String(label ?? (isActive ? (isBlack ? "%" : "=") : (isBlack ? "#" : " ")))
    }
    // Loud notes are more blue.
    let tint = keys[key].tintHundredths
    let base = isBlack ? (30, 30, 30) : (240, 240, 240)
    let color = [(base.0, 30), (base.1, 108), (base.2, 255)].map { $0 + ($1 - $0) * tint / 100 }
    let ink = isBlack ? "255;255;255" : "0;0;0"
    let paint = color.map(String.init).joined(separator: ";")
    return "\u{1B}[38;2;\(ink);48;2;\(paint)m\(label ?? " ")\u{1B}[0m"
  }

  /// The characters of names and velocities, by row and column.
  private var labels: [Int: [Int: Character]] {
    var labels: [Int: [Int: Character]] = [:]
    for key in Self.keyboard.visibleKeys(from: left, width: Double(columnCount)) {
      let frame = Self.keyboard.frame(of: key)
      let bottom = Int(frame.height) / 2
      let velocity = keys[key].isActive ? "\(keys[key].velocity)" : ""
      for (row, text) in [(bottom - 2, key.name), (bottom - 4, velocity)] {
        let start = Int((frame.x - left + (frame.width - Double(text.count)) / 2).rounded())
        for (offset, character) in text.enumerated() { labels[row, default: [:]][start + offset] = character }
      }
    }
    return labels
  }
}
