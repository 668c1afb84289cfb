import Instruments
import MIDICore
import Timelines

@testable import MIDIRecReports

extension PageSamples {
  private static func note(
    _ number: NoteNumber, _ onset: Int64, _ offset: Int64, cells: String, color: String
  ) -> Note {
    var note = note(number, onset, offset)
    note.attributes = [.init("cells", cells), .init("color", color)]
    return note
  }

  /// Five seconds on a LinnStrument 200: a missing cell, a replaced cell, and a changed color.
  static let grid = ComparisonPage(
    title: "A grid", verdict: "different: 3 wrong cells or color",
    expected: .init(
      name: "expected",
      notes: [
        note(60, 0, 2000, cells: "55,80,105", color: "blue"),
        note(64, 1000, 3000, cells: "59,84", color: "green"),
        note(67, 4000, 5000, cells: "62", color: "blue"),
        note(20, 4000, 5000, cells: "none", color: "green"),
      ], end: 5_000_000),
    actual: .init(
      name: "actual",
      notes: [
        note(60, 0, 2000, cells: "80,105", color: "blue"),
        note(64, 1000, 3000, cells: "59,85", color: "green"),
        note(67, 4000, 5000, cells: "62", color: "orange"),
        note(20, 4000, 5000, cells: "none", color: "green"),
      ], end: 5_000_000),
    twins: [3: 3],
    view: .grid(.model200),
    wrongAttributes: "wrong cells or color",
    differences: [
      Difference(
        kinds: [.wrongAttribute], time: 0, subject: "C4 on channel 1", verdict: "column 6, row 5 missing",
        place: .notes(expected: [0], actual: [0])),
      Difference(
        kinds: [.wrongAttribute], time: 1_000_000, subject: "E4 on channel 1",
        verdict: "column 11, row 4 instead of column 10, row 4",
        place: .notes(expected: [1], actual: [1])),
      Difference(
        kinds: [.wrongAttribute], time: 4_000_000, subject: "G4 on channel 1",
        verdict: "color orange instead of blue", place: .notes(expected: [2], actual: [2])),
    ])

  /// Lights beside and below a held note: one is missing, one is extra, and one has another color.
  static let lights: ComparisonPage = {
    func light(
      _ time: Int64, _ column: UInt7, _ row: UInt7, _ color: UInt7
    ) -> (time: Int64, light: LinnStrumentLight) {
      (time, LinnStrumentLight(column: column, row: row, color: color))
    }
    var document = grid
    document.expected.lights = [
      light(100_000, 1, 7, 1), light(200_000, 2, 7, 5), light(300_000, 6, 4, 8), light(2_500_000, 2, 7, 0),
    ]
    document.actual.lights = [light(200_000, 2, 7, 1), light(300_000, 6, 4, 8), light(1_000_000, 25, 0, 3)]
    return document
  }()

  /// The same cells on a LinnStrument 128, whose cells are larger.
  static let grid128: ComparisonPage = {
    var document = grid
    document.view = .grid(.model128)
    return document
  }()

  /// ``crowd`` on a grid: all notes have cells and colors, as many as a grid assigns.
  static let gridCrowd: ComparisonPage = {
    func lit(_ note: Note, _ index: Int) -> Note {
      let first = Int(note.number.rawValue) - 21
      let cells = (0..<5).map { String(first + $0 * 20) }.joined(separator: ",")
      var note = note
      note.attributes = [.init("cells", cells), .init("color", HighlightColor(index: index % 12).name)]
      return note
    }
    var document = crowd
    document.view = .grid(.model200)
    for index in document.expected.notes.indices {
      document.expected.notes[index] = lit(document.expected.notes[index], index)
      document.actual.notes[index] = lit(document.actual.notes[index], index + (index % 1000 == 0 ? 1 : 0))
    }
    return document
  }()

  /// ``piece`` on a keyboard, with a final C3 that a pedal holds instead of a finger.
  static let piano: ComparisonPage = {
    var document = piece
    document.view = .piano
    document.expected.notes.append(note(48, 9600, 9700, held: 9900))
    document.actual.notes.append(note(48, 9600, 9900))
    return document
  }()
}
