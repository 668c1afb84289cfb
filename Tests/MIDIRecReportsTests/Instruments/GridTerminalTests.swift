import Instruments
import MIDICore
import MIDIRecReports
import Testing

@Suite struct GridTerminalTests {
  private func drawn(
    _ notes: [NoteNumber], columns: Int, rows: Int, model: LinnStrument = .model200, isColored: Bool = false
  ) -> [String] {
    var tracker = GridTracker(GridSettings(model))
    for note in notes {
      _ = tracker.apply(.noteOn(channel: .number(1), note: note, velocity: 100), at: .zero)
    }
    return PictureSamples.grid(tracker.highlights, GridSettings(model)).terminalLines(
      columns: columns, rows: rows, isColored: isColored)
  }

  @Test func lettersMarkLitCells() {
    #expect(
      drawn([60, 67], columns: 60, rows: 12) == [
        "take.mid                                              12.5 s",
        "          5         10        15        20        25",
        "7 . . BB. . . . . . . . . . . . . . . . . . . . . .",
        "6 AA. . . . . . BB. . . . . . . . . . . . . . . . .",
        "5 . . . . . AA. . . . . . BB. . . . . . . . . . . .",
        "4 . . . . . . . . . . AA. . . . . . BB. . . . . . .",
        "3 . . . . . . . . . . . . . . . AA. . . . . . BB. .",
        "2 . . . . . . . . . . . . . . . . . . . . AA. . . .",
        "1 . . . . . . . . . . . . . . . . . . . . . . . . .",
        "0 . . . . . . . . . . . . . . . . . . . . . . . . .",
        "A C4 vel 100, ch 1  B G4 vel 100, ch 1",
      ])
  }

  @Test func smallLettersMarkLights() {
    let lights = [LinnStrumentLight(column: 3, row: 7, color: 1), .init(column: 25, row: 0, color: 7)]
    let lines = PictureSamples.grid([], lights: lights).terminalLines(columns: 60, rows: 11, isColored: false)
    #expect(lines[2] == "7 . . rr. . . . . . . . . . . . . . . . . . . . . .")
    #expect(lines[9] == "0 . . . . . . . . . . . . . . . . . . . . . . . . xx")
    #expect(lines[10] == "r 1 red light  x 1 off light")
    let colored = PictureSamples.grid([], lights: lights).terminalLines(
      columns: 60, rows: 11, isColored: true)
    #expect(colored[2].contains("48;2;229;38;43mG4"))
  }

  @Test func wideCellsHaveNoteNames() {
    let lines = drawn([60], columns: 140, rows: 12, model: .model128)
    #expect(lines[1].hasPrefix("  1       2       3       4"))
    #expect(lines[3].hasPrefix("6 [A C4 ]  C#4     D4      D#4"))
  }

  @Test func smallTerminalShowsMostLitPart() {
    // C6 and F6 are at the right end: columns 17 through 25, and the upper rows.
    #expect(
      drawn([84, 89], columns: 20, rows: 6) == [
        "take.mid      12.5 s", "7 . . . AA. . . . BB", "6 . . . . . . . . AA", "5 . . . . . . . . .",
        "4 . . . . . . . . .", "A C6  B F6",
      ])
  }

  @Test(arguments: [
    (40, "          5         10        15      ›"), (48, " ‹      5         10        15        ›"),
  ])
  func cutOffColumnsAreMarked(note: NoteNumber, numbers: String) {
    #expect(drawn([note], columns: 40, rows: 12)[1] == numbers)
  }

  @Test func blocksHaveNoteNamesAndColors() {
    let lines = drawn([60], columns: 80, rows: 12, isColored: true)
    // Blue background and white text. The shade of the next cell is that of a sharp.
    #expect(lines[3].contains("\u{1B}[1;38;2;255;255;255;48;2;30;108;255mC4"))
    #expect(lines[3].contains("\u{1B}[38;2;195;204;214;48;2;39;45;54mC#4"))
    #expect(lines.last == "\u{1B}[48;2;30;108;255m  \u{1B}[0m C4 vel 100, ch 1")
  }

  @Test func brightColorsHaveDarkText() {
    let lines = drawn([60, 62, 64], columns: 80, rows: 12, isColored: true)
    #expect(lines.joined().contains("\u{1B}[1;38;2;0;0;0;48;2;255;140;26mE4"))
  }

  @Test func omittedLegendEntriesAreCounted() {
    let notes = (0..<20).map { NoteNumber(masking: 40 + $0) }
    let lines = drawn(notes, columns: 40, rows: 11)
    #expect(lines.count == 11)
    #expect(lines.last == "A E2  B F2  C F#2  D G2  E G#2  +15 more")
  }

  @Test func highTerminalsHaveHighCells() {
    #expect(drawn([60], columns: 80, rows: 40).count == 1 + 1 + 8 * 3 + 1)
    #expect(drawn([60], columns: 80, rows: 20).count == 1 + 1 + 8 * 2 + 1)
  }
}
