import MIDICore
import Timelines

/// A note in an instrument's timeline whose key is struck once before it falls silent.
struct ShownNote {
  private struct Key: Hashable {
    var source: Int
    var channel: Channel?
    var number: NoteNumber
  }

  /// The index of the note in the performance.
  let index: Int
  /// The indices of its entries, starting with its beginning.
  private(set) var entries: [Int]

  /// Returns all such notes of a timeline, in order.
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
