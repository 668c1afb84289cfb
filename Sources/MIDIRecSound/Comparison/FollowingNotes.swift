internal import MIDICore

/// The starts of the later notes on the channel of the first note that differs.
///
/// They show whether only that note differs, or all notes do because of a preset, an effect, or a font.
package struct FollowingNotes: Hashable, Sendable {
  /// The number of later notes.
  package let count: Int
  /// The number of later notes with an audible difference at their start.
  package let differingCount: Int

  /// The minimum number of notes for a statement about most of them.
  private static let fewest = 3
  /// The duration after a note's end during which differences are still attributed to that note.
  private static let echo = Nanoseconds.seconds(2)

  /// Examines the starts of the notes after `first`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(after first: SoundNote, among notes: [SoundNote], _ difference: AudibleDifference) {
    let following = notes.filter { note in
      note.channel == first.channel
        && first.end.map { Int128(note.start.rawValue) - Int128($0.rawValue) >= Self.echo.rawValue } == true
    }
    count = following.count
    differingCount = following.count { difference.isAudible(at: $0.start) }
  }

  /// Whether most of the later notes also differ.
  package var mostlyDiffer: Bool { count >= Self.fewest && 2 * differingCount > count }
}
