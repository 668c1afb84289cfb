import Instruments
import MIDICore
import Testing

@testable import MIDIRecReports

@Suite struct GridPictureTests {
  /// Returns the grid after note-ons.
  private func held(_ notes: NoteNumber..., settings: GridSettings = GridSettings()) -> GridPicture {
    var tracker = GridTracker(settings)
    for note in notes {
      _ = tracker.apply(.noteOn(channel: .number(1), note: note, velocity: 100), at: .zero)
    }
    return PictureSamples.grid(tracker.highlights, settings)
  }

  private func borders(_ elements: Elements) -> [[String: String]] {
    elements.attributes["rect", default: []].filter { $0["class"] == "lit" && $0["width"] != "12" }
  }

  @Test func eachCellHasFrameAndNote() throws {
    let elements = try Elements(held().svg())
    let cells = elements.attributes["rect", default: []].filter { $0["class"]?.hasPrefix("cell") == true }
    #expect(cells.count == 200)
    // The lowest F sharp is 44 wide and 60 high, with a line of 1 around it, in the lowest row.
    #expect(cells[175]["x"] == "39" && cells[175]["y"] == "501")
    #expect(cells[175]["width"] == "42" && cells[175]["height"] == "58")
    #expect(cells[175]["class"] == "cell sharp")
    #expect(elements.texts.count { $0 == "F#1" } == 1)
    #expect(elements.texts.count { $0 == "C4" } == 5)
    #expect(elements.texts.contains("LinnStrument 200, 12.5 s, no held notes"))
  }

  @Test func heldNoteHasBorderAroundEachCell() throws {
    let elements = try Elements(held(60).svg())
    let borders = borders(elements)
    #expect(borders.count == 5)
    // The highest one is in row 6, column 1, with its line of 4 inside the cell.
    #expect(
      borders[0] == [
        "class": "lit", "x": "40", "y": "142", "width": "40", "height": "56", "rx": "14", "fill": "#1e6cff",
        "stroke": "#1e6cff",
      ])
    #expect(elements.texts.contains("C4 (60): velocity 100, channel 1, column 1, row 6"))
    #expect(elements.attributes["text", default: []].count { $0["class"] == "middle held" } == 5)
    #expect(held(60).svg().contains(".lit{fill-opacity:.25;stroke-width:4}"))
  }

  @Test func laterNotesAreOnTopAndAllInLegend() throws {
    let picture = PictureSamples.grid([
      PictureSamples.highlight(60, [55]),
      PictureSamples.highlight(60, [55], color: 1, channel: .number(5), velocity: 1),
    ])
    let elements = try Elements(picture.svg())
    #expect(borders(elements).map { $0["stroke"] } == ["#1e6cff", "#22b14c"])
    #expect(elements.texts.contains("C4 (60): velocity 100, channel 1"))
    #expect(elements.texts.contains("C4 (60): velocity 1, channel 5"))
  }

  @Test func lightIsDotInItsCell() throws {
    let picture = PictureSamples.grid(
      [],
      lights: [
        .init(column: 3, row: 7, color: 1), .init(column: 4, row: 7, color: 1),
        .init(column: 5, row: 0, color: 8),
        .init(column: 6, row: 0, color: 0), .init(column: 0, row: 0, color: 1),
      ])
    let elements = try Elements(picture.svg())
    let dots = elements.attributes["circle", default: []].filter { $0["r"] == "7" }
    // Column 3 of the highest row: the middle of its 44 units, below the number of the column.
    #expect(dots[0]["cx"] == "148" && dots[0]["cy"] == "94")
    #expect(dots.map { $0["fill"] } == ["#e5262b", "#e5262b", "#ffffff"])
    #expect(elements.texts.contains("red light, column 3, row 7"))
    #expect(elements.texts.contains("2 red lights"))
    #expect(elements.texts.contains("1 white light"))
    #expect(elements.texts.contains("LinnStrument 200, 12.5 s, no held notes, 3 lights"))
  }

  @Test func noteWithoutCellIsListed() throws {
    let elements = try Elements(held(20).svg())
    #expect(borders(elements).isEmpty)
    #expect(elements.texts.contains("G#0 (20): velocity 100, channel 1, not on the grid"))
  }

  @Test func model128HasItsOwnCells() throws {
    let elements = try Elements(held(60, settings: GridSettings(.model128)).svg())
    let cells = elements.attributes["rect", default: []].filter { $0["class"]?.hasPrefix("cell") == true }
    #expect(cells.count == 128)
    #expect(cells[0]["width"] == "62" && cells[0]["height"] == "68")
    #expect(elements.texts.contains("LinnStrument 128, 12.5 s, 1 held note"))
  }

  @Test func middleCCanBeC3() throws {
    var picture = held(60)
    picture.middleC = .octave3
    #expect(try Elements(picture.svg()).texts.contains("C3 (60): velocity 100, channel 1"))
  }

  @Test func inUserFirmwareModeNotesAreColumns() throws {
    var settings = GridSettings()
    settings.isUserFirmware = true
    var highlight = PictureSamples.highlight(7, [131], channel: .number(3))
    highlight.position = GridPosition()
    highlight.position?.x = 1234
    highlight.position?.z = 80
    let picture = PictureSamples.grid([highlight], settings)
    let words = "velocity 100, channel 3, x 1234, z 80"
    #expect(try Elements(picture.svg()).texts.contains("column 7, row 2: \(words)"))
    let lines = picture.terminalLines(columns: 80, rows: 24, isColored: false)
    #expect(lines.last == "A column 7, row 2 vel 100, ch 3, x 1234, z 80")
  }

  @Test func imageHasBothThemesAndIsReproducible() {
    #expect(held(60, 64).svg() == held(60, 64).svg())
    #expect(held(60).svg().contains("@media (prefers-color-scheme:dark)"))
  }

  @Test func titlesAreEscaped() throws {
    let picture = PictureSamples.grid([], title: "</text><script>'\u{1B}[2J")
    #expect(try Elements(picture.svg()).attributes["script"] == nil)
    #expect(!picture.terminalLines(columns: 80, rows: 24, isColored: false).joined().contains("\u{1B}"))
  }
}
