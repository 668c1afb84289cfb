import Instruments
import MIDICore
import MIDIRecReports
import Testing

/// Every width from 20 to 200 and every height from 6 to 60, with many notes.
@Suite struct TerminalSizeTests {
  /// Returns the visible width of a line, without control sequences and with wide characters as two columns.
  private func width(_ line: String) -> Int {
    var (width, isInSequence) = (0, false)
    for character in line {
      if character == "\u{1B}" {
        isInSequence = true
      } else if isInSequence {
        isInSequence = character != "m"
      } else {
        // The wide blocks in short: kana, CJK, full-width forms.
        let value = character.unicodeScalars.first?.value ?? 0
        width += 0x3000...0x9FFF ~= value || 0xFF01...0xFF60 ~= value ? 2 : 1
      }
    }
    return width
  }

  /// Each width and each height once, in many combinations.
  private static let sizes =
    (20...200).map { (columns: $0, rows: 6 + $0 * 13 % 55) }
    + (6...60).map { (columns: 20 + $0 * 67 % 181, rows: $0) }

  private static let wideTitle = "ピアノとグリッドの長い名前の録音.mid"

  private func check(_ lines: [String], columns: Int, rows: Int) -> Bool {
    !lines.isEmpty && lines.count <= rows && lines.allSatisfy { width($0) <= columns }
  }

  @Test(arguments: [(LinnStrument.model200, true), (.model128, false)])
  func gridLinesFitWidth(model: LinnStrument, isColored: Bool) {
    let highlights = (0..<30).map { index in
      PictureSamples.highlight(
        NoteNumber(masking: UInt8(index + 30)), [index, index * 3], color: index, source: index % 2)
    }
    let picture = PictureSamples.grid(highlights, GridSettings(model), title: Self.wideTitle)
    for (columns, rows) in Self.sizes {
      let lines = picture.terminalLines(columns: columns, rows: rows, isColored: isColored)
      #expect(check(lines, columns: columns, rows: rows), "\(columns) × \(rows)")
    }
  }

  @Test(arguments: [(KeyNaming.System.katakana, true), (.italian, true), (.english, false)])
  func keyboardLinesFitWidth(system: KeyNaming.System, isColored: Bool) {
    var states: [NoteNumber: KeyState] = [:]
    for index in UInt8(0)..<40 {
      let velocity = UInt7(masking: index)
      states[NoteNumber(masking: index * 3)] =
        index % 3 == 0 ? PictureSamples.sustained(velocity) : PictureSamples.pressed(velocity)
    }
    let picture = PictureSamples.piano(
      states, naming: KeyNaming(system), labelsAllKeys: isColored,
      title: Self.wideTitle)
    for (columns, rows) in Self.sizes {
      let center = NoteNumber(masking: UInt8(columns * 7 % 128))
      let view = picture.terminalView(columns: columns, rows: rows, center: center, isColored: isColored)
      #expect(check(view.lines, columns: columns, rows: rows), "\(columns) × \(rows)")
      #expect(view.key(column: columns, row: 2) == nil)
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (-5, 3), (5, 2), (Int.max, 20), (20, Int.max), (Int.min, Int.min)])
  func anySizeIsAccepted(columns: Int, rows: Int) {
    let grid = PictureSamples.grid(PictureSamples.chord).terminalLines(
      columns: columns, rows: rows, isColored: true)
    let piano = PictureSamples.piano([60: PictureSamples.pressed()]).terminalView(
      columns: columns, rows: rows, center: 60, isColored: true)
    #expect(grid.count <= max(rows, 1))
    #expect(piano.lines.count <= max(rows, 1))
  }
}
