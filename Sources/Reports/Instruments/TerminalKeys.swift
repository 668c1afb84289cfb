internal import Instruments
internal import MIDICore

/// The part of a keyboard that fits a terminal, with the key of each column.
struct TerminalKeys {
  private static let allWhiteKeys = (0..<UInt8(128)).map { NoteNumber(masking: $0) }.filter {
    !PianoKeyboard.isBlack($0)
  }
  /// The width of two octaves if a white key takes three columns.
  private static let narrowWidth = 14 * 3
  private static let widestKey = 8

  /// The number of columns of a white key.
  let whiteWidth: Int
  /// The visible white keys, from the left.
  let whiteKeys: [NoteNumber]
  /// The visible black keys with their columns, from the left. Keys at the edges may be clipped.
  let blackKeys: [(key: NoteNumber, columns: Range<Int>)]
  /// The white keys that can be at the center of the keyboard.
  let centers: ClosedRange<NoteNumber>

  /// Chooses the part: centered on a key as far as the keyboard extends.
  init(columns: Int, center: NoteNumber) {
    let all = Self.allWhiteKeys
    let whiteWidth =
      columns < 2 ? 1 : columns < Self.narrowWidth ? 2 : min(max(3, columns / all.count), Self.widestKey)
    let count = min(all.count, columns / whiteWidth)
    let place = all.lastIndex { $0 <= center } ?? 0
    let first = min(max(0, place - count / 2), all.count - count)
    centers = all[count / 2]...all[all.count - count + count / 2]
    let shown = Array(all[first..<first + count])
    // A black key covers the gap to the right of a white key.
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

  /// The number of columns.
  var width: Int { whiteWidth * whiteKeys.count }

  /// Returns the columns of a white key, by its position.
  func columns(ofWhiteKey place: Int) -> Range<Int> { place * whiteWidth..<(place + 1) * whiteWidth }

  /// Returns the key at each column of a row. Black keys overlap white keys only in the upper part.
  func row(isUpper: Bool) -> [NoteNumber?] {
    var row = whiteKeys.flatMap { Array(repeating: NoteNumber?.some($0), count: whiteWidth) }
    guard isUpper, whiteWidth > 1 else { return row }
    for (key, columns) in blackKeys { for column in columns { row[column] = key } }
    return row
  }
}
