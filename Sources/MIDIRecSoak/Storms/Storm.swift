package import MIDICore

/// A generated performance that is legal, and unusual: what a program may receive from real instruments.
///
/// A seed makes the same storm on each machine. A ``StormWriter`` draws one or two instruments with a few gestures each,
/// and plays them until there are enough messages. The storm sorts these by time, and maybe ends them by a panic. At its
/// end, no note is held, no pedal is down, no pitch is bent, and no pressure is applied.
package struct Storm: Sendable {
  /// The seed.
  package let seed: UInt64
  /// The messages. Each instrument has a track, and each time is a whole number of microseconds.
  package let recording: Recording
  /// The behaviors in the recording, in the order of `StormElement.allCases`.
  package let elements: [StormElement]

  /// Creates the storm of a seed.
  package init(seed: UInt64, _ settings: StormSettings = StormSettings()) {
    var writer = StormWriter(SeededRandom(seed: seed), settings)
    writer.writeGestures()
    var score = Score(events: writer.events.ordered(by: \.time))
    var elements: Set<StormElement> = []
    if settings.allows(.forgottenNotes), writer.random.chance(1, in: 3), score.forgetNotes(writer.notes) {
      elements.insert(.forgottenNotes)
    }
    if settings.allows(.panicAtEnd), writer.random.chance(1, in: 4),
      score.endWithPanic(&writer.random, settings)
    {
      elements.insert(.panicAtEnd)
    }
    if Set(score.events.map(\.instrument)).count > 1 { elements.insert(.twoInstruments) }
    for event in score.events where !score.cutGestures.contains(event.gesture) {
      elements.insert(writer.gestures[event.gesture])
    }
    self.seed = seed
    self.elements = StormElement.allCases.filter(elements.contains)
    recording = score.recording
  }
}

/// The messages of a storm in order of time.
private struct Score {
  var events: [StormWriter.Event]
  /// The gestures of which messages were removed.
  var cutGestures: Set<Int> = []

  /// The messages, with a track per instrument.
  var recording: Recording {
    let tracks = Set(events.map(\.instrument)).sorted().map { instrument in
      Recording.Track(
        name: "instrument \(instrument + 1)",
        messages: events.filter { $0.instrument == instrument }.map {
          TimedMessage(time: .microseconds($0.time), message: $0.message)
        })
    }
    return Recording(tracks: tracks)
  }

  /// Removes the note-offs of the notes that a panic of the same instrument ends.
  ///
  /// - Returns: `true` if there were any.
  mutating func forgetNotes(_ notes: [StormWriter.Note]) -> Bool {
    var held: Set<Int> = []
    var forgotten: Set<Int> = []
    events.removeAll { event in
      if let note = event.note {
        if event.message.isNoteOn { held.insert(note) } else { held.remove(note) }
        return event.message.isNoteOff && forgotten.contains(note)
      }
      for note in held
      where notes[note].instrument == event.instrument && event.message.silences(notes[note].channel) {
        forgotten.insert(note)
      }
      return false
    }
    return !forgotten.isEmpty
  }

  /// Cuts the last messages, up to a quarter, and ends everything by a panic: a system reset, or mode messages on each
  /// channel.
  ///
  /// - Returns: `false` if the settings exclude the messages of panics.
  mutating func endWithPanic(_ random: inout SeededRandom, _ settings: StormSettings) -> Bool {
    let kinds = [.systemReset, .controlChange, .controlChange].filter { !settings.excludedKinds.contains($0) }
    guard !kinds.isEmpty, !events.isEmpty else { return false }
    let count = events.count - random.below(events.count / 4 + 1)
    cutGestures = Set(events[count...].map(\.gesture))
    events.removeSubrange(count...)
    guard var event = events.last else { return false }
    event.time += random.integer(in: 1000...50_000)
    event.note = nil
    for message in random.pick(kinds) == .systemReset ? [.systemReset] : modeMessages(&random) {
      event.message = message
      events.append(event)
    }
    return true
  }

  /// Returns messages that silence each channel, and reset the controllers of channels that hold some.
  private func modeMessages(_ random: inout SeededRandom) -> [Message] {
    let messages = events.map(\.message)
    let held = Set(messages.releasesAfterPanics.filter { !$0.isNoteOff }.compactMap(\.channel))
    let silencing: [Controller] = random.pick([[.allNotesOff], [.allSoundOff], [.allSoundOff, .allNotesOff]])
    return Set(messages.compactMap(\.channel)).sorted().flatMap { channel in
      (silencing + (held.contains(channel) ? [.resetAllControllers] : [])).map {
        .controlChange(channel: channel, controller: $0, value: 0)
      }
    }
  }
}
