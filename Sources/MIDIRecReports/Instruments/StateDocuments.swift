package import Instruments
package import MIDICore

/// The state of a grid as JSON. The time is in nanoseconds. Sources and channels count from 1, cells from 0, by rows
/// from the top left.
package struct GridStateDocument: Encodable {
  struct Highlight: Encodable {
    var source: Int
    var channel: Int
    /// The note, or the column in User Firmware Mode.
    var note: Int
    /// The name of the note, or `nil` in User Firmware Mode, in which columns aren't notes.
    var name: String?
    var velocity: Int
    var color: String
    var cells: [Int]
    var position: Position?
  }

  /// The known position of a finger.
  struct Position: Encodable {
    var x: Int?
    var y: Int?
    var z: Int?
  }

  var time: Int64
  var highlights: [Highlight]
  /// The lights that control changes have set, or `nil` if there are none.
  var lights: [LightDocument]?

  package init(_ tracker: GridTracker, at time: Nanoseconds, middleC: MiddleC) {
    self.time = time.rawValue
    let lights = tracker.lights.all.map(LightDocument.init)
    self.lights = lights.isEmpty ? nil : lights
    let hasNotes = !tracker.settings.isUserFirmware
    highlights = tracker.highlights.map { highlight in
      Highlight(
        source: highlight.source + 1, channel: highlight.channel.number, note: Int(highlight.note.rawValue),
        name: hasNotes ? highlight.note.name(middleC) : nil, velocity: Int(highlight.velocity.rawValue),
        color: highlight.color.name, cells: Array(highlight.cells),
        position: highlight.position.map {
          Position(
            x: $0.x.map { Int($0.rawValue) }, y: $0.y.map { Int($0.rawValue) },
            z: $0.z.map { Int($0.rawValue) })
        })
    }
  }
}

/// A light of a LinnStrument as JSON: the column from 1, the row from 0 at the bottom, and the color's name.
struct LightDocument: Encodable, Sendable {
  var column: Int
  var row: Int
  var color: String

  init(_ light: LinnStrumentLight) {
    (column, row, color) = (Int(light.column.rawValue), Int(light.row.rawValue), light.colorName)
  }
}

/// The state of a piano keyboard as JSON: the keys that are pressed or held by a pedal, from the left. The time is in
/// nanoseconds.
package struct PianoStateDocument: Encodable {
  struct Key: Encodable {
    var note: Int
    var name: String
    /// `pressed` or `sustained`.
    var state: String
    /// The number of note-ons without a note-off.
    var presses: Int
    var velocity: Int
    /// The opacity of its color in hundredths.
    var tint: Int
  }

  var time: Int64
  var keys: [Key]

  package init(_ tracker: PianoTracker, at time: Nanoseconds, naming: KeyNaming) {
    self.time = time.rawValue
    keys = tracker.activeKeys.map { note in
      let key = tracker[note]
      return Key(
        note: Int(note.rawValue), name: naming.name(of: note), state: key.isPressed ? "pressed" : "sustained",
        presses: key.pressCount, velocity: Int(key.velocity.rawValue), tint: key.tintHundredths)
    }
  }
}
