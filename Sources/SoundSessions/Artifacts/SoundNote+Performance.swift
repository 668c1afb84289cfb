internal import MIDICore
package import Sound
package import Timelines

extension SoundNote {
  /// The notes of a performance, for the comparison of what is heard of them: in a sound, a note lasts until no pedal
  /// holds it any more.
  package static func notes(of performance: Performance) -> [SoundNote] {
    performance.notes.map { note in
      SoundNote(
        start: note.onset, end: note.silence, channel: note.channel, number: note.number,
        velocity: note.velocity)
    }
  }

  /// The notes of which it is told which one sounds otherwise first: those that were to be heard, and those of the
  /// recording that nobody expected. One that the recording hasn't any more is known by what was expected alone.
  ///
  /// - Parameter expected: The accepted timeline of the same subject; nothing where there is none, and then it is the
  ///   recording that says what was to be heard.
  static func notes(expected: Timeline?, of recording: Recording) -> [SoundNote] {
    let played = notes(of: Performance(recording))
    guard let expected else { return played }
    let expectedNotes = notes(of: Performance(expected))
    let moments = Set(expectedNotes.map(Moment.init))
    // Near an expected note, it is that one, which is heard earlier or later.
    return expectedNotes
      + played.filter { note in !Moment(note).neighbors.contains(where: moments.contains) }
  }

  /// The key of a note, and the tenth of a second in which it begins.
  private struct Moment: Hashable {
    let channel: Channel
    let number: NoteNumber
    var tenth: Int64

    init(_ note: SoundNote) {
      (channel, number) = (note.channel, note.number)
      tenth = note.start.rawValue / 100_000_000
    }

    /// The tenth itself, and those beside it.
    var neighbors: [Moment] {
      (-1...1).map { step in
        var moment = self
        moment.tenth += Int64(step)
        return moment
      }
    }
  }
}
