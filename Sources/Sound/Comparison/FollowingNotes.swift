internal import MIDICore

/// How those notes of a channel begin that come once the first note is over that sounds otherwise: whether it is that note
/// alone, or what all of them are played with, such as a preset, an effect or a font.
package struct FollowingNotes: Hashable, Sendable {
  /// How many there are.
  package let count: Int
  /// How many of them can be heard to begin otherwise.
  package let differingCount: Int

  /// With fewer notes nothing is said of all of them.
  private static let fewest = 3
  /// How long a note may be heard after its end: what is otherwise then is still that note.
  private static let echo = Nanoseconds.seconds(2)

  /// Makes one of its parts.
  init(count: Int, differingCount: Int) {
    self.count = count
    self.differingCount = differingCount
  }

  /// Looks at the beginnings of the notes after `first`.
  ///
  /// - Complexity: O(*n*) in the notes.
  init(after first: SoundNote, among notes: [SoundNote], _ difference: AudibleDifference) {
    let following = notes.filter { note in
      note.channel == first.channel
        && first.end.map { Int128(note.start.rawValue) - Int128($0.rawValue) >= Self.echo.rawValue } == true
    }
    count = following.count
    differingCount = following.count { difference.isAudible(at: $0.start) }
  }

  /// Whether most of them do, so that it isn't the first note alone.
  package var mostlyDiffer: Bool { count >= Self.fewest && 2 * differingCount > count }
}
