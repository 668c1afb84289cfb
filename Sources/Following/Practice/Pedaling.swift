internal import MIDICore
internal import Timelines

extension PracticeReview {
  /// The use of the sustain pedal in both takes.
  package struct Pedaling: Hashable, Sendable {
    /// The use in one take.
    package struct Use: Hashable, Sendable {
      /// The number of times that the pedal is pressed.
      package let pressCount: Int
      /// The number of notes that sound longer because of a pedal.
      package let heldCount: Int
      /// The number of notes.
      package let noteCount: Int

      /// The least value of a pressed pedal.
      private static let down = 64

      fileprivate init(_ performance: Performance) {
        pressCount = performance.curves.lazy.filter { $0.quantity == .controller(.sustain) }.reduce(0) {
          count, curve in
          zip([0] + curve.steps.map(\.value), curve.steps.map(\.value)).reduce(count) {
            $0 + ($1.0 < Self.down && $1.1 >= Self.down ? 1 : 0)
          }
        }
        noteCount = performance.notes.count
        heldCount = performance.notes.count { note in
          note.offset.map { offset in note.silence.map { $0 > offset } ?? true } ?? false
        }
      }
    }

    /// The use in the expected take.
    package let expected: Use
    /// The use in the performance.
    package let actual: Use

    /// Counts the presses and notes, or returns `nil` if no take uses the pedal.
    init?(_ alignment: NoteAlignment) {
      expected = Use(alignment.expected)
      actual = Use(alignment.actual)
      if expected.pressCount + actual.pressCount == 0 { return nil }
    }
  }
}
