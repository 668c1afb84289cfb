package import Instruments
package import MIDICore

/// The state of a grid at one moment, for drawing.
package struct GridPicture: Sendable {
  /// The title.
  package var title: String
  /// The time since the start.
  package var time: Nanoseconds
  /// The layout of the notes.
  package var layout: GridLayout
  /// The held notes, the topmost last.
  package var highlights: [GridHighlight]
  /// The lights that control changes have set.
  package var lights = LinnStrumentLights()
  /// The octave of middle C in names of notes.
  package var middleC = MiddleC.octave4
}

extension GridPicture {
  /// Creates the image of a tracker's state.
  package init(_ tracker: GridTracker, title: String, at time: Nanoseconds, middleC: MiddleC) {
    self.init(
      title: title, time: time, layout: tracker.layout, highlights: tracker.highlights,
      lights: tracker.lights, middleC: middleC)
  }

  /// The lit cells of the surface and their lights, by cell number. A light with the instrument's own color isn't drawn.
  var litCells: [(cell: Int, light: LinnStrumentLight)] {
    lights.all.filter { $0.color != 0 }
      .compactMap { light in layout.settings.model.cell(of: light).map { ($0, light) } }
      .sorted { $0.0 < $1.0 }
  }

  /// The colors of ``litCells``, by number, each with its number of cells.
  var litColors: [(light: LinnStrumentLight, count: Int)] {
    Dictionary(grouping: litCells.map(\.light), by: \.color).sorted { $0.key < $1.key }
      .compactMap { lights in lights.value.first.map { ($0, lights.value.count) } }
  }

  /// Returns the words for lights of one color: `3 red lights`.
  func words(for lights: (light: LinnStrumentLight, count: Int)) -> String {
    pluralized(lights.count, "\(lights.light.colorName) light")
  }

  /// Returns the name of a held note: `C4`, or `column 5, row 2` if channels are rows and notes are columns.
  func name(of highlight: GridHighlight) -> String {
    layout.settings.isUserFirmware
      ? "\(GridCell(column: Int(highlight.note.rawValue), row: Int(highlight.channel.rawValue)))"
      : highlight.note.name(middleC)
  }

  /// Returns the values of a held note: `velocity 100, channel 1`, and more.
  func facts(of highlight: GridHighlight, isShort: Bool) -> String {
    let (velocity, channel) = isShort ? ("vel", "ch") : ("velocity", "channel")
    var facts = ["\(velocity) \(highlight.velocity)", "\(channel) \(highlight.channel)"]
    if highlights.contains(where: { $0.source != highlight.source }) {
      facts.append("source \(highlight.source + 1)")
    }
    let position = highlight.position
    let axes = [
      ("x", position?.x?.description), ("y", position?.y?.description), ("z", position?.z?.description),
    ]
    facts += axes.compactMap { axis, value in value.map { "\(axis) \($0)" } }
    if highlight.cells.isEmpty { facts.append("not on the grid") }
    return facts.joined(separator: ", ")
  }

  /// Returns the value for the cell of a note: for a C, for a black key, or for others.
  static func choice<Value>(for note: NoteNumber?, tonic: Value, sharp: Value, other: Value) -> Value {
    guard let note else { return other }
    return note.rawValue % 12 == 0 ? tonic : PianoKeyboard.isBlack(note) ? sharp : other
  }

  /// Returns a letter for a color, for terminals without colors: `A` for blue, `B` for green; after `Z`, they repeat.
  static func sign(of color: HighlightColor) -> Character {
    Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(color.index % 26)))
  }
}

extension UInt32 {
  /// Whether dark text is more legible on this color, `0xRRGGBB`, than light text.
  ///
  /// It depends on the brightness (ITU-R BT.601, in thousandths).
  var isBright: Bool { ((self >> 16 & 255) * 299 + (self >> 8 & 255) * 587 + (self & 255) * 114) > 128_000 }

  /// Returns this color blended with a color of the given opacity in hundredths.
  func tinted(by color: UInt32, hundredths: Int) -> UInt32 {
    let share = UInt32(Swift.min(Swift.max(hundredths, 0), 100))
    return [16, 8, 0].reduce(0) { mixed, shift in
      let part = ((self >> shift & 255) * (100 - share) + (color >> shift & 255) * share + 50) / 100
      return mixed | part << shift
    }
  }
}

extension LinnStrumentLight {
  /// A letter for the color, for terminals without colors: `r` for red; `x` is off.
  var sign: Character { color == 7 ? "x" : colorName.first ?? "?" }
}
