internal import Instruments
package import MIDICore

/// The part of a keyboard that a terminal of a width shows: which key is at which column.
struct TerminalKeys {
  private static let allWhiteKeys = (0..<UInt8(128)).map { NoteNumber(masking: $0) }.filter {
    !PianoKeyboard.isBlack($0)
  }
  /// Two octaves have room where a white key takes three columns.
  private static let narrowWidth = 14 * 3
  private static let widestKey = 8

  /// How many columns a white key takes.
  let whiteWidth: Int
  /// The white keys that are shown, from the left.
  let whiteKeys: [NoteNumber]
  /// The black keys that are shown, from the left, each with its columns; those at the edges may be shown in part.
  let blackKeys: [(key: NoteNumber, columns: Range<Int>)]
  /// The white keys that can be in the middle: beyond them the keyboard ends.
  let centers: ClosedRange<NoteNumber>

  /// Chooses the part: centered on a key, as far as the keyboard goes.
  init(columns: Int, center: NoteNumber) {
    let all = Self.allWhiteKeys
    let whiteWidth =
      columns < 2 ? 1 : columns < Self.narrowWidth ? 2 : min(max(3, columns / all.count), Self.widestKey)
    let count = min(all.count, columns / whiteWidth)
    let place = all.lastIndex { $0 <= center } ?? 0
    let first = min(max(0, place - count / 2), all.count - count)
    centers = all[count / 2]...all[all.count - count + count / 2]
    let shown = Array(all[first..<first + count])
    // Black keys stand on the gap on the right of a white one.
    let half = whiteWidth / 3
    let gaps = (-1..<count).compactMap { gap -> (key: NoteNumber, columns: Range<Int>)? in
      guard all.indices.contains(first + gap), let key = NoteNumber(exactly: all[first + gap].rawValue + 1),
        PianoKeyboard.isBlack(key)
      else { return nil }
      let middle = (gap + 1) * whiteWidth
      let columns = (middle - max(1, half)..<middle + half).clamped(to: 0..<count * whiteWidth)
      return columns.isEmpty ? nil : (key, columns)
    }
    (self.whiteWidth, whiteKeys, blackKeys) = (whiteWidth, shown, gaps)
  }

  /// How many columns it takes.
  var width: Int { whiteWidth * whiteKeys.count }

  /// The columns of a white key, by its place.
  func columns(ofWhiteKey place: Int) -> Range<Int> { place * whiteWidth..<(place + 1) * whiteWidth }

  /// The key at each column of a row: black keys lie above white ones in the upper part only.
  func row(isUpper: Bool) -> [NoteNumber?] {
    var row = whiteKeys.flatMap { Array(repeating: NoteNumber?.some($0), count: whiteWidth) }
    guard isUpper, whiteWidth > 1 else { return row }
    for (key, columns) in blackKeys { for column in columns { row[column] = key } }
    return row
  }
}

/// A keyboard as lines for a terminal.
package struct TerminalKeyboard: Sendable {
  /// At most as many lines as the terminal has rows, none wider than it.
  package let lines: [String]
  /// The keys that can be in the middle at this width: to be centered on others, the keyboard doesn't go far enough.
  package let centers: ClosedRange<NoteNumber>
  /// The key at each character of each line; nothing where there is none.
  let keys: [[NoteNumber?]]

  /// The key at a place, both counted from 0 at the top left; nothing where there is none.
  package func key(column: Int, row: Int) -> NoteNumber? {
    keys.indices.contains(row) && keys[row].indices.contains(column) ? keys[row][column] : nil
  }
}
