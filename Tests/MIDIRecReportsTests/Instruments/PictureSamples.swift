import Instruments
import MIDICore

@testable import MIDIRecReports

/// Grids and keyboards at one moment.
enum PictureSamples {
  static func grid(
    _ highlights: [GridHighlight], _ settings: GridSettings = GridSettings(), title: String = "take.mid",
    lights: [LinnStrumentLight] = []
  ) -> GridPicture {
    var lit = LinnStrumentLights()
    for light in lights {
      for case .controlChange(_, let controller, let value) in light.messages {
        _ = lit.apply(controller, value)
      }
    }
    return GridPicture(
      title: title, time: .milliseconds(12_500), layout: GridLayout(settings), highlights: highlights,
      lights: lit)
  }

  /// Returns a held note on given cells.
  static func highlight(
    _ note: NoteNumber, _ cells: [Int], color: Int = 0, channel: Channel = .number(1), velocity: UInt7 = 100,
    source: Int = 0
  ) -> GridHighlight {
    GridHighlight(
      source: source, channel: channel, note: note, velocity: velocity,
      color: HighlightColor(index: color),
      cells: CellSet(cells))
  }

  /// C4 and E4 on a LinnStrument 200, with the cells of its factory settings.
  static let chord = [
    highlight(60, [30, 55, 80, 105, 130].map { $0 }), highlight(64, [59, 84], color: 1),
  ]

  static func piano(
    _ states: [NoteNumber: KeyState], naming: KeyNaming = KeyNaming(), labelsAllKeys: Bool = false,
    title: String = "take.mid"
  ) -> PianoPicture {
    PianoPicture(
      title: title, time: .milliseconds(12_500),
      keys: (0..<UInt8(128)).map { states[NoteNumber(masking: $0)] ?? KeyState() }, naming: naming,
      labelsAllKeys: labelsAllKeys)
  }

  static func pressed(_ velocity: UInt7 = 100, count: Int = 1) -> KeyState {
    var state = KeyState()
    (state.pressCount, state.velocity) = (count, velocity)
    return state
  }

  static func sustained(_ velocity: UInt7 = 100) -> KeyState {
    var state = KeyState()
    (state.sustainCount, state.velocity) = (1, velocity)
    return state
  }
}
