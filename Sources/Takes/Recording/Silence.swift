internal import MIDICore

/// Since when nothing is played: no message comes, and no note is held.
struct Silence {
  private var latest: Nanoseconds?
  /// One for each source.
  private var sounding: [Int: SoundingState] = [:]

  /// Since when it has lasted; nothing while a note is held, and before the first message.
  var since: Nanoseconds? { sounding.values.contains(where: \.hasNotes) ? nil : latest }

  /// Takes note of a message.
  mutating func messageCame(_ timed: TimedMessage, from source: Int) {
    latest = timed.time
    sounding[source, default: SoundingState()].apply(timed.message)
  }

  /// The source's notes have lost their ends: it went away, or events were lost.
  mutating func notesEnded(of source: Int? = nil) {
    if let source { sounding[source] = nil } else { sounding = [:] }
  }
}
