internal import MIDICore
package import Sound
package import Timelines

extension SoundNote {
  /// Returns the notes of a performance as audio has them: each lasts until no pedal holds it.
  package static func notes(of performance: Performance) -> [SoundNote] {
    performance.notes.map { note in
      SoundNote(
        start: note.onset, end: note.silence, channel: note.channel, number: note.number,
        velocity: note.velocity)
    }
  }

  /// Returns the notes to name in a comparison: the expected notes, and the recording's notes without an expectation.
  ///
  /// A note that the recording no longer has comes from the expected timeline.
  ///
  /// - Parameter expected: The accepted timeline of the subject, or `nil` to expect the recording's notes.
  static func notes(expected: Timeline?, of recording: Recording) -> [SoundNote] {
    let played = notes(of: Performance(recording))
    guard let expected else { return played }
    let expectedNotes = notes(of: Performance(expected))
    let moments = Set(expectedNotes.map(Moment.init))
    // A note near an expected one is the expected one, earlier or later.
    return expectedNotes
      + played.filter { note in !Moment(note).neighbors.contains(where: moments.contains) }
  }

  /// The key of a note, and the tenth of a second in which it starts.
  private struct Moment: Hashable {
    let channel: Channel
    let number: NoteNumber
    var tenth: Int64

    init(_ note: SoundNote) {
      (channel, number) = (note.channel, note.number)
      tenth = note.start.rawValue / 100_000_000
    }

    /// The tenth itself, and the previous and next ones.
    var neighbors: [Moment] {
      (-1...1).map { step in
        var moment = self
        moment.tenth += Int64(step)
        return moment
      }
    }
  }
}
