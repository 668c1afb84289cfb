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
    /// The number of voices, and the number of voices with an exclusive class.
    var counts: Counts
    /// Whether a note of the same exclusive class has cut it off.
    var isCutOff = false
  }

  /// The voices of a note.
  private struct Counts: Hashable {
    var voices = 0
    var exclusive = 0
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

  /// Reads the voices after a rendered block.
  ///
  /// - Parameter time: The start of the next block.
  mutating func observe(_ synth: borrowing Synth, at time: Nanoseconds) {
    update(synth, at: time, gone: .ended)
  }

  /// Reads the voices after a message.
  ///
  /// - Parameter time: The start of the block in which it takes effect.
  mutating func observe(_ synth: borrowing Synth, after message: Message, at time: Nanoseconds) {
    guard message.isNoteOn, case .noteOn(let channel, let note, let velocity) = message else {
      update(synth, at: time, gone: .ended)
      return
    }
    // Voices that disappeared without any rendering in between were stolen.
    let isHeard = update(synth, at: time, gone: .stolen)
    guard !isHeard else { return }
    report(
      .init(
        time: time, channel: channel, note: note, velocity: velocity, kind: .started(voiceCount: 0)))
  }

  /// Compares with the previous voices, and returns whether a note has started.
  @discardableResult private mutating func update(
    _ synth: borrowing Synth, at time: Nanoseconds, gone: SynthRenderer.VoiceChange.Kind
  ) -> Bool {
    let voices = synth.voices(atMost: polyphony).sorted { $0.note < $1.note }
    var index = 0
    var remaining: [Note] = []
    for var note in notes {
      var counts = Counts()
      let phase = Self.phase(of: note.number, in: voices, from: &index, &counts)
      guard let phase else {
        say(note.isCutOff ? .ended : gone, note, time)
        continue
      }
      let hasLostClass = note.counts.exclusive > 0 && counts == Counts(voices: note.counts.voices)
      note.counts = counts
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
    return begin(voices[index...], at: time)
  }

  /// Returns the state of a note from its voices, or `nil` if it has none.
  ///
  /// - Parameters:
  ///   - index: The start of its voices in a list ordered by notes. It advances to the next note.
  ///   - counts: The counts to which its voices are added.
  private static func phase(
    of number: UInt32, in voices: [Synth.Voice], from index: inout Int, _ counts: inout Counts
  ) -> Synth.Voice.Phase? {
    var phase: Synth.Voice.Phase?
    while index < voices.count, voices[index].note <= number {
      let voice = voices[index]
      index += 1
      guard voice.note == number else { continue }
      counts.voices += 1
      counts.exclusive += voice.hasExclusiveClass ? 1 : 0
      phase = phase.map { Swift.max($0, voice.phase) } ?? voice.phase
    }
    return phase
  }

  /// Adds the new notes, and returns whether there are any.
  private mutating func begin(_ voices: ArraySlice<Synth.Voice>, at time: Nanoseconds) -> Bool {
    var rest = voices
    while let first = rest.first {
      let own = rest.prefix { $0.note == first.note }
      let counts = Counts(voices: own.count, exclusive: own.count(where: \.hasExclusiveClass))
      rest = rest.dropFirst(own.count)
      guard let channel = Channel(exactly: first.channel), let key = NoteNumber(exactly: first.key),
        let velocity = UInt7(exactly: first.velocity)
      else { continue }
      let note = Note(
        number: first.note, channel: channel, note: key, velocity: velocity, phase: first.phase,
        counts: counts)
      say(.started(voiceCount: counts.voices), note, time)
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

extension Synth.Voice.Phase: Comparable {
  /// Orders states by how much of the note remains: a note sounds as long as one of its voices does.
  static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .released: 0
    case .held: 1
    case .sounding: 2
    }
  }
}
