internal import Instruments
package import MIDICore

extension PianoPicture {
  /// Returns the part of the keyboard that fits a terminal, centered on a key as far as the keyboard extends.
  ///
  /// A white key is two columns wide or more, and three if two octaves fit. The result also contains the key at each
  /// position, for a mouse. Pressed keys have a tint and `*`; keys that only a pedal holds are dotted and have `~`.
  /// Both are listed below by name, with an arrow if they are outside the visible part.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal.
  ///   - rows: The height of the terminal.
  ///   - center: The key at the center.
  ///   - isColored: Whether true colors are used. Otherwise, names and symbols replace them.
  package func terminalView(columns: Int, rows: Int, center: NoteNumber, isColored: Bool) -> TerminalKeyboard
  {
    let (columns, rows) = (min(max(columns, 1), 1000), min(max(rows, 1), 1000))
    return TerminalKeyboard(self, columns: columns, rows: rows, center: center, isColored)
  }
}

/// A keyboard as lines for a terminal.
package struct TerminalKeyboard: Sendable {
  private static let white: UInt32 = 0xE8EAED
  private static let black: UInt32 = 0x1B1E23
  private static let edge: UInt32 = 0x8B929C
  private static let allWhiteKeys = (0..<UInt8(128)).map { NoteNumber(masking: $0) }.filter {
    !PianoKeyboard.isBlack($0)
  }
  /// The width of two octaves if a white key takes three columns.
  private static let narrowWidth = 14 * 3
  private static let widestKey = 8

  private let picture: PianoPicture
  private let isColored: Bool
  private let columns: Int
  private let legend: TerminalLegend
  /// The number of columns of a white key.
  private let whiteWidth: Int
  /// The visible white keys, from the left.
  private let whiteKeys: [NoteNumber]
  /// The visible black keys with their columns, from the left. Keys at the edges may be clipped.
  private let blackKeys: [(key: NoteNumber, columns: Range<Int>)]
  /// The keys that can be at the center at this width.
  package let centers: ClosedRange<NoteNumber>
  /// The number of rows of the keyboard without labels.
  private let height: Int
  private let hasLabels: Bool
  private let hasBlackLabels: Bool
  /// The lines, which fit the terminal.
  package private(set) var lines: [String] = []

  fileprivate init(_ picture: PianoPicture, columns: Int, rows: Int, center: NoteNumber, _ isColored: Bool) {
    (self.picture, self.columns, self.isColored) = (picture, columns, isColored)
    (whiteWidth, whiteKeys, blackKeys, centers) = Self.keys(columns: columns, center: center)
    // In order of priority: the heading and three rows of keys, the labels, a line of the legend, taller keys, and the
    // rest of the legend.
    var room = rows - 1 - min(3, max(0, rows - 1))
    func take(_ isWanted: Bool) -> Bool {
      guard isWanted, room > 0 else { return false }
      room -= 1
      return true
    }
    hasLabels = take(true)
    let entries = Self.entries(of: picture, whiteKeys, whiteWidth > 1 ? blackKeys.map(\.key) : [])
    let hasLegend = take(!entries.isEmpty)
    let (naming, width) = (picture.naming, whiteWidth)
    hasBlackLabels = take(
      picture.labelsAllKeys
        && blackKeys.contains { Self.label(of: $0.key, naming, below: width) != nil })
    let growth = min(room, max(0, whiteWidth * 4 - 3) * 2 / 3)
    legend = TerminalLegend(
      entries, width: columns, maxLineCount: hasLegend ? 1 + max(0, room - growth) : 0)
    height = min(3, max(0, rows - 1)) + growth
    lines = drawnLines()
  }

  /// Returns the key at a position counted from 0 at the top left, or `nil` outside the keys.
  package func key(column: Int, row: Int) -> NoteNumber? {
    let place = column / whiteWidth
    guard top..<top + height ~= row, column >= 0, place < whiteKeys.count else { return nil }
    // Black keys overlap white keys only in the upper part.
    let hasBlackKeys = row - top < upperHeight && whiteWidth > 1
    let blackKey = hasBlackKeys ? blackKeys.first { $0.columns.contains(column) }?.key : nil
    return blackKey ?? whiteKeys[place]
  }

  /// The first row of the keys.
  private var top: Int { hasBlackLabels ? 2 : 1 }
  /// The number of rows that have black keys.
  private var upperHeight: Int { height * 2 / 3 }

  private func drawnLines() -> [String] {
    let labelRow = top + height
    let legendRow = labelRow + (hasLabels ? 1 : 0)
    var canvas = TerminalCanvas(columns: columns, rows: legendRow + legend.lines.count)
    canvas.putHeading(picture.title, time: picture.time.positionText)
    drawKeys(on: &canvas)
    if hasBlackLabels {
      for (key, columns) in blackKeys {
        putLabel(of: key, on: &canvas, middle: columns.lowerBound + columns.count / 2, row: top - 1)
      }
    }
    if hasLabels {
      for (place, key) in whiteKeys.enumerated() where picture.labelsAllKeys || key.rawValue % 12 == 0 {
        let columns = self.columns(ofWhiteKey: place)
        if picture.labelsAllKeys {
          putLabel(of: key, on: &canvas, middle: columns.lowerBound + columns.count / 2, row: labelRow)
          continue
        }
        let name = picture.naming.name(of: key)
        // Part of a name would be a different name.
        guard columns.lowerBound + name.terminalWidth <= canvas.columns else { continue }
        canvas.put(name, column: columns.lowerBound, row: labelRow)
      }
    }
    legend.draw(on: &canvas, row: legendRow)
    return canvas.lines(isColored: isColored)
  }

  /// Returns a label that is narrower than a key: complete, without its octave, or `nil`.
  private static func label(of key: NoteNumber, _ naming: KeyNaming, below width: Int) -> String? {
    let name = naming.name(of: key)
    let letters = String(name.drop { $0.isNumber || $0 == "-" })
    return [name, letters].first { $0.terminalWidth < width }
  }

  private func putLabel(of key: NoteNumber, on canvas: inout TerminalCanvas, middle: Int, row: Int) {
    guard let text = Self.label(of: key, picture.naming, below: whiteWidth) else { return }
    canvas.put(text, column: middle - text.terminalWidth / 2, row: row)
  }

  private func drawKeys(on canvas: inout TerminalCanvas) {
    let rows = top..<top + height
    for (place, key) in whiteKeys.enumerated() {
      let columns = self.columns(ofWhiteKey: place)
      draw(key, isBlack: false, on: &canvas, columns: columns, rows: rows)
    }
    guard whiteWidth > 1 else { return }
    for (key, columns) in blackKeys {
      draw(key, isBlack: true, on: &canvas, columns: columns, rows: top..<top + upperHeight)
    }
  }

  private func draw(
    _ key: NoteNumber, isBlack: Bool, on canvas: inout TerminalCanvas, columns: Range<Int>, rows: Range<Int>
  ) {
    guard let last = columns.last, let lowest = rows.last else { return }
    let state = picture.state(of: key)
    let sign: Character? =
      state.isPressed
      ? PianoPicture.pressedSign : state.isSustained ? PianoPicture.sustainedSign : nil
    // The right edge of a white key is inside the key.
    let face = isBlack || columns.count == 1 ? columns : columns.lowerBound..<last
    guard isColored else {
      canvas.fill(isBlack ? sign ?? "█" : " ", columns: columns, rows: rows)
      if !isBlack {
        if columns.count > 1 { canvas.fill("│", columns: last..<last + 1, rows: rows) }
        if let sign { canvas.fill(sign, columns: face, rows: lowest..<lowest + 1) }
      }
      return
    }
    let ground = isBlack ? Self.black : Self.white
    let background =
      state.isPressed
      ? ground.tinted(by: PianoPicture.tint, hundredths: picture.shownTint(of: key)) : ground
    var style = TerminalCanvas.Style(foreground: PianoPicture.tint, background: background)
    canvas.fill(state.isSustained ? "▒" : " ", columns: face, rows: rows, style)
    if face.upperBound < columns.upperBound {
      let edge = TerminalCanvas.Style(foreground: Self.edge, background: background)
      canvas.fill("▕", columns: last..<last + 1, rows: rows, edge)
    }
    if let sign {
      style.foreground = background.isBright ? 0x000000 : 0xFFFFFF
      style.isBold = true
      canvas.put("\(sign)", column: face.lowerBound + (face.count - 1) / 2, row: lowest, style)
    }
  }

  private static func entries(
    of picture: PianoPicture, _ whiteKeys: [NoteNumber], _ blackKeys: [NoteNumber]
  ) -> [TerminalLegend.Entry] {
    let shown = Set(whiteKeys + blackKeys)
    return picture.activeKeys.map { key in
      let sign = picture.state(of: key).isPressed ? PianoPicture.pressedSign : PianoPicture.sustainedSign
      let arrow = shown.contains(key) ? "" : key < (whiteKeys.first ?? key) ? " <" : " >"
      let name = picture.naming.name(of: key)
      return (
        "\(sign)", .init(isBold: true), "\(name) \(picture.facts(of: key, isShort: true))\(arrow)",
        name + arrow
      )
    }
  }

  // MARK: Keys

  /// Chooses the visible part: centered on a key as far as the keyboard extends.
  private static func keys(columns: Int, center: NoteNumber) -> (
    whiteWidth: Int, whiteKeys: [NoteNumber], blackKeys: [(key: NoteNumber, columns: Range<Int>)],
    centers: ClosedRange<NoteNumber>
  ) {
    let all = allWhiteKeys
    let whiteWidth =
      columns < 2 ? 1 : columns < narrowWidth ? 2 : min(max(3, columns / all.count), widestKey)
    let count = min(all.count, columns / whiteWidth)
    let place = all.lastIndex { $0 <= center } ?? 0
    let first = min(max(0, place - count / 2), all.count - count)
    let centers = all[count / 2]...all[all.count - count + count / 2]
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
    return (whiteWidth, shown, gaps, centers)
  }

  /// Returns the columns of a white key, by its position.
  private func columns(ofWhiteKey place: Int) -> Range<Int> { place * whiteWidth..<(place + 1) * whiteWidth }
}
