import MIDICore
import Timelines

/// A note in a timeline of what an instrument shows, whose key was struck once until it fell silent.
struct ShownNote {
  private struct Key: Hashable {
    var source: Int
    var channel: Channel?
    var number: NoteNumber
  }

  /// Which of the performance's notes it is.
  let index: Int
  /// The places of its entries; the first is its beginning.
  private(set) var entries: [Int]

  /// All such notes of a timeline, in order.
  static func all(in timeline: Timeline) -> [ShownNote] {
    var open: [Key: ShownNote] = [:]
    var notes: [ShownNote] = []
    var count = 0
    for (place, entry) in timeline.entries.enumerated() {
      guard case .note(let number, let transition) = entry.change else { continue }
      let key = Key(source: entry.source, channel: entry.channel, number: number)
      switch transition {
      case .sounding:
        if let note = open[key] { notes.append(note) }
        open[key] = ShownNote(index: count, entries: [place])
        count += 1
      case .retriggered:
        open[key] = nil
        count += 1
      case .stillSounding: open[key] = nil
      case .held, .released, .hanging: open[key]?.entries.append(place)
      case .expression, .strayNoteOff, .silent, .stolen: break
      }
    }
    return (notes + open.values).sorted { $0.index < $1.index }
  }
}
