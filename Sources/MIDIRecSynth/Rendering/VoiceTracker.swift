internal import MIDICore

/// Derives the changes of voices from the current and the previous voices.
struct VoiceTracker {
  /// A sounding note.
  private struct Note {
    let number: UInt32
    let channel: Channel
    let note: NoteNumber
    let velocity: UInt7
    var phase: Synth.Voice.Phase
    var voiceCount: Int
    /// The number of voices with an exclusive class.
    var exclusiveCount: Int
    /// Whether a note of the same exclusive class has cut it off.
    var isCutOff = false
  }

  private let report: (SynthRenderer.VoiceChange) -> Void
  /// The notes in order of their numbers.
  private var notes: [Note] = []
  private let polyphony: Int

  /// Creates a tracker that starts in silence.
  init(polyphony: Int, report: @escaping (SynthRenderer.VoiceChange) -> Void) {
    self.report = report
    self.polyphony = polyphony
  }

  /// Reads the voices after a rendered block or a message.
  ///
  /// - Parameters:
  ///   - message: The message, or `nil` after a block.
  ///   - time: The start of the next block, in which the message takes effect.
  mutating func observe(_ synth: borrowing Synth, after message: Message? = nil, at time: Nanoseconds) {
    // Voices that disappeared without any rendering in between were stolen.
    let isHeard = update(synth, at: time, gone: message?.isNoteOn == true ? .stolen : .ended)
    guard !isHeard, let message, message.isNoteOn, case .noteOn(let channel, let note, let velocity) = message
    else { return }
    report(
      .init(
        time: time, channel: channel, note: note, velocity: velocity, kind: .started(voiceCount: 0)))
  }

  /// Compares with the previous voices, and returns whether a note has started.
  private mutating func update(
    _ synth: borrowing Synth, at time: Nanoseconds, gone: SynthRenderer.VoiceChange.Kind
  ) -> Bool {
    let voices = synth.voices(atMost: polyphony).sorted { $0.note < $1.note }
    var rest = voices[...]
    var remaining: [Note] = []
    for var note in notes {
      rest = rest.drop { $0.note < note.number }
      let own = rest.prefix { $0.note == note.number }
      rest = rest.dropFirst(own.count)
      guard let phase = own.lazy.map(\.phase).max() else {
        say(note.isCutOff ? .ended : gone, note, time)
        continue
      }
      let exclusiveCount = own.count(where: \.hasExclusiveClass)
      let hasLostClass = note.exclusiveCount > 0 && exclusiveCount == 0 && own.count == note.voiceCount
      (note.voiceCount, note.exclusiveCount) = (own.count, exclusiveCount)
      if hasLostClass, !note.isCutOff {
        note.isCutOff = true
        say(.stolen, note, time)
      }
      // A released note stays released, regardless of pedals.
      if phase < note.phase, !note.isCutOff {
        note.phase = phase
        say(phase == .held ? .held : .released, note, time)
      }
      remaining.append(note)
    }
    notes = remaining
    return begin(rest, at: time)
  }

  /// Adds the new notes, and returns whether there are any.
  private mutating func begin(_ voices: ArraySlice<Synth.Voice>, at time: Nanoseconds) -> Bool {
    var rest = voices
    while let first = rest.first {
      let own = rest.prefix { $0.note == first.note }
      rest = rest.dropFirst(own.count)
      guard let channel = Channel(exactly: first.channel), let key = NoteNumber(exactly: first.key),
        let velocity = UInt7(exactly: first.velocity)
      else { continue }
      let note = Note(
        number: first.note, channel: channel, note: key, velocity: velocity, phase: first.phase,
        voiceCount: own.count, exclusiveCount: own.count(where: \.hasExclusiveClass))
      say(.started(voiceCount: own.count), note, time)
      notes.append(note)
    }
    return !voices.isEmpty
  }

  private func say(_ kind: SynthRenderer.VoiceChange.Kind, _ note: Note, _ time: Nanoseconds) {
    report(
      .init(
        time: time, channel: note.channel, note: note.note, velocity: note.velocity, kind: kind,
        number: note.number))
  }
}
