import Instruments
import MIDICore
import MIDIRecSessions
import Timelines

/// The held notes as the app that inspired midirec's grid counts them, shown with the cells of the correct table.
///
/// The app has a list, which begins with a placeholder, and five slots. A note-on appends to the list and fills the
/// slots with the elements after the placeholder. A note-off of any note removes the last element and empties the first
/// four slots. The first four slots are drawn: blue, green, orange, red.
struct UpstreamNoteState: UpstreamGrid {
  /// The crash of the app: it removes an element from an empty list.
  struct Trap: Error, CustomStringConvertible {
    var description: String { "a note-off takes an element from an empty list" }
  }

  private struct Held: Hashable {
    var note: NoteNumber
    var velocity: UInt7
  }

  private static let slotCount = 5
  private static let drawnSlots = 0..<4

  let right: GridSubject

  init(_ right: GridSubject) { self.right = right }

  func timeline(of recording: Recording) throws -> Timeline {
    let layout = GridLayout(right.settings)
    var list: [Held?] = [nil]
    var slots: [Held?] = Array(repeating: nil, count: Self.slotCount)
    var drawn: [Int: Held] = [:]
    var entries: [Timeline.Entry] = []
    for timed in recording.messagesInOrder {
      if case .noteOn(_, let note, let velocity) = timed.message, velocity != 0 {
        list.append(Held(note: note, velocity: velocity))
        slots = (1...Self.slotCount).map { $0 < list.count ? list[$0] : nil }
      } else if timed.message.isNoteOff {
        guard list.popLast() != nil else { throw Trap() }
        for slot in Self.drawnSlots { slots[slot] = nil }
      }
      for slot in Self.drawnSlots where slots[slot] != drawn[slot] {
        let (before, after) = (drawn[slot], slots[slot])
        drawn[slot] = after
        let changes: [(held: Held, transition: Timeline.NoteTransition)] =
          [
            before.map { ($0, .released(releaseVelocity: nil)) },
            after.map { ($0, .sounding(velocity: $0.velocity)) },
          ]
          .compactMap { $0 }
        entries += changes.map { held, transition in
          Timeline.Entry(
            time: timed.time, source: 0, channel: .number(1), change: .note(held.note, transition),
            attributes: [
              Timeline.Attribute("cells", layout.cells(of: held.note, on: .number(1)).text),
              Timeline.Attribute("color", HighlightColor(index: slot).name),
            ])
        }
      }
    }
    return Timeline(sources: [""], entries: entries, end: recording.duration)
  }
}
