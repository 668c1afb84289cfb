import MIDICore
import Timelines

extension Performance {
  /// Creates the performance of a score at 120 quarter notes per minute, with velocity 64.
  package init(_ score: RandomScore) {
    self.init(notes: score.notes.map { Self.note($0.onset / 2, $0.duration / 2, $0.pitch, velocity: 64) })
  }

  /// Creates the performance of played notes.
  package init(_ performance: RandomPerformance) {
    self.init(
      notes: performance.notes.map { Self.note($0.onset, $0.duration, $0.pitch, velocity: $0.velocity) })
  }

  private init(notes: [Note]) {
    self.init(sources: [""], notes: notes, end: notes.lazy.compactMap(\.offset).max() ?? .zero)
  }

  private static func note(_ onset: Double, _ duration: Double, _ pitch: Int, velocity: Int) -> Note {
    Note(
      channel: Channel(masking: 0), number: NoteNumber(masking: UInt8(pitch)),
      velocity: UInt7(masking: UInt8(velocity)), onset: .microseconds(Int(onset * 1e6)),
      offset: .microseconds(Int((onset + duration) * 1e6)))
  }
}
