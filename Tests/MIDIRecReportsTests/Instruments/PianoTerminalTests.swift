import Instruments
import MIDICore
import Testing

@testable import MIDIRecReports

@Suite struct PianoTerminalTests {
  private static let states = [
    NoteNumber(60): PictureSamples.pressed(), 61: PictureSamples.pressed(40), 66: PictureSamples.sustained(),
    67: PictureSamples.sustained(), 20: PictureSamples.pressed(1),
  ]

  @Test func symbolsDistinguishHeldAndSustainedKeys() {
    let view = PictureSamples.piano(Self.states).terminalView(
      columns: 60, rows: 8, center: 60, isColored: false)
    #expect(
      view.lines == [
        "take.mid                                              12.5 s",
        "█ ██ ██ │  ██ ██ │  ██ ██ ██ │  ** ██ │  ~~ ██ ██ │  ██ ██ │",
        "█ ██ ██ │  ██ ██ │  ██ ██ ██ │  ** ██ │  ~~ ██ ██ │  ██ ██ │",
        "█ ██ ██ │  ██ ██ │  ██ ██ ██ │  ** ██ │  ~~ ██ ██ │  ██ ██ │",
        "  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │",
        "  │  │  │  │  │  │  │  │  │  │**│  │  │  │~~│  │  │  │  │  │",
        "         C3                   C4                   C5",
        "* G#0 <  * C4  * C#4  ~ F#4  ~ G4",
      ])
  }

  @Test(arguments: [20, 37, 60, 80, 120, 200, 240, 700])
  func pointerFindsDrawnKey(columns: Int) {
    // Each visible key is pressed alone, and must be drawn where the pointer finds it.
    let empty = PictureSamples.piano([:]).terminalView(
      columns: columns, rows: 16, center: 64, isColored: true)
    let found = Set((0..<16).flatMap { row in (0..<columns).compactMap { empty.key(column: $0, row: row) } })
    #expect(!found.isEmpty)
    for key in found.sorted().prefix(24) {
      let view = PictureSamples.piano([key: PictureSamples.pressed(127)]).terminalView(
        columns: columns, rows: 16, center: 64, isColored: true)
      let rows = view.lines.indices.filter { row in
        (0..<columns).contains { view.key(column: $0, row: row) != nil }
      }
      for row in rows {
        let tinted = Self.tintedColumns(view.lines[row])
        let mapped = Set((0..<columns).filter { view.key(column: $0, row: row) == key })
        #expect(tinted == mapped, "\(key) in row \(row)")
      }
    }
  }

  /// Returns the columns of a line with the full tint `30;108;255` as background.
  private static func tintedColumns(_ line: String) -> Set<Int> {
    var (columns, column, isTinted): (Set<Int>, Int, Bool) = ([], 0, false)
    for piece in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
      var text = piece.element
      if piece.offset > 0, let end = text.firstIndex(of: "m") {
        let codes = text[..<end]
        if codes == "0" { isTinted = false }
        if codes.contains("48;2;") { isTinted = codes.contains("48;2;30;108;255") }
        text = text[text.index(after: end)...]
      }
      for _ in text {
        if isTinted { columns.insert(column) }
        column += 1
      }
    }
    return columns
  }

  @Test func keyboardIsCenteredWithinItsEnds() {
    func shown(_ center: NoteNumber) -> (NoteNumber?, NoteNumber?, NoteNumber?) {
      let view = PictureSamples.piano([:]).terminalView(
        columns: 63, rows: 10, center: center, isColored: false)
      let row = view.lines.indices.last { view.key(column: 0, row: $0) != nil } ?? 0
      return (view.key(column: 0, row: row), view.key(column: 31, row: row), view.key(column: 62, row: row))
    }
    // 21 white keys: ten on either side of the center.
    #expect(shown(60) == (43, 60, 77))
    #expect(shown(0) == (0, 17, 35))
    #expect(shown(127) == (93, 110, 127))
  }

  @Test func wideTerminalShowsAllKeys() {
    let view = PictureSamples.piano([:]).terminalView(columns: 230, rows: 10, center: 60, isColored: false)
    let row = view.lines.indices.last { view.key(column: 0, row: $0) != nil } ?? 0
    #expect(view.key(column: 224, row: row) == 127)
    #expect(view.key(column: 225, row: row) == nil)
  }

  @Test func hiddenKeysHaveArrows() {
    let view = PictureSamples.piano(Self.states).terminalView(
      columns: 80, rows: 24, center: 60, isColored: false)
    #expect(view.lines.suffix(2).first == "* G#0 vel 1 <  * C4 vel 100  * C#4 vel 40  ~ F#4 vel 100, pedal")
    #expect(view.lines.last == "~ G4 vel 100, pedal")
  }

  @Test func allLabelsAreAboveAndBelow() {
    let view = PictureSamples.piano([:], labelsAllKeys: true).terminalView(
      columns: 320, rows: 24, center: 60, isColored: false)
    #expect(view.lines[1].contains("C#4"))
    #expect(view.lines.contains { $0.contains("C4  D4  E4  F4") })
  }

  @Test func katakanaTakesTwoColumns() {
    #expect("ド#4".terminalWidth == 4)
    // F has no space for its name.
    let view = PictureSamples.piano([:], naming: KeyNaming(.katakana), labelsAllKeys: true).terminalView(
      columns: 320, rows: 24, center: 60, isColored: false)
    #expect(view.lines.contains { $0.contains("ド4 レ4 ミ4     ソ4 ラ4 シ4 ド5") })
  }

  @Test func tintAndDotsDistinguishHeldFromSustained() {
    let lines = PictureSamples.piano([60: PictureSamples.pressed(), 67: PictureSamples.sustained()])
      .terminalView(columns: 63, rows: 10, center: 60, isColored: true).lines
    // White with 78 hundredths of blue.
    #expect(lines.joined().contains("48;2;74;136;251m"))
    #expect(lines.joined().contains("▒▒"))
  }
}
