internal import MIDICore

extension ReducedChannel {
  /// Applies a note-on.
  mutating func strike(_ note: NoteNumber, _ velocity: UInt7, _ log: inout ChangeLog) {
    guard var state = notes[note] else {
      notes[note] = ReducedNote(source: log.source)
      return log.add(note, .sounding(velocity: velocity), channel)
    }
    if state.phase == .sounding {
      addSource(of: note, &state, log.source)
      log.add(note, .retriggered(velocity: velocity, over: UInt8(clamping: state.strikes)), channel)
      state.strikes += 1
    } else {
      // The restart also ends the sounds of other sources.
      if case .held = state.phase {
        for source in sources(of: note, state) where source != log.source {
          log.add(note, .released(releaseVelocity: nil), channel, from: source)
        }
      }
      // After all notes off, the sender assumes that no note sounds, so its missing note-offs aren't expected.
      let isCaptured = state.isCaptured
      state = ReducedNote(source: log.source)
      state.isCaptured = isCaptured
      log.add(note, .sounding(velocity: velocity), channel)
    }
    notes[note] = state
  }

  /// Applies a note-off.
  mutating func lift(
    _ note: NoteNumber, releaseVelocity: UInt7?, _ pedals: Pedals, _ log: inout ChangeLog
  ) {
    guard var state = notes[note], state.strikes > 0 else {
      return log.add(note, .strayNoteOff(releaseVelocity: releaseVelocity), channel)
    }
    state.strikes -= 1
    if state.phase != .sounding {
      notes[note] = state.phase == .silent && state.strikes == 0 ? nil : state
    } else if state.strikes > 0 {
      let source = removeOldestSource(of: note, &state)
      notes[note] = state
      log.add(note, .stillSounding(releaseVelocity: releaseVelocity), channel, from: source)
    } else {
      release(note, state, to: state.holder(pedals), releaseVelocity: releaseVelocity, &log)
    }
  }

  /// Releases all keys: all notes off.
  mutating func liftAll(_ pedals: Pedals, _ log: inout ChangeLog) {
    for note in notes.numbers {
      guard let state = notes[note], state.phase == .sounding else { continue }
      release(note, state, to: state.holder(pedals), &log)
    }
  }

  /// Ends all sound, including held notes.
  mutating func silence(_ log: inout ChangeLog) {
    for note in notes.numbers {
      guard let state = notes[note], state.phase != .silent else { continue }
      release(note, state, to: nil, &log)
    }
  }

  /// Applies a pedal's movement to the notes.
  ///
  /// - Parameters:
  ///   - pedals: The pedals that are down now.
  ///   - captures: Whether the sostenuto pedal has just been pressed.
  mutating func movePedals(_ pedals: Pedals, captures: Bool, _ log: inout ChangeLog) {
    for note in notes.numbers {
      guard var state = notes[note] else { continue }
      let holder = state.holder(pedals)
      if captures, state.phase == .sounding { state.isCaptured = true }
      if !pedals.sostenuto { state.isCaptured = false }
      if case .held(let pedal) = state.phase, pedal != holder {
        release(note, state, to: holder, &log)
      } else {
        notes[note] = state
      }
    }
  }

  /// Passes a note to the pedal that holds it, or ends the note.
  private mutating func release(
    _ note: NoteNumber, _ state: ReducedNote, to pedal: Timeline.HoldingPedal?, releaseVelocity: UInt7? = nil,
    _ log: inout ChangeLog
  ) {
    var state = state
    let transition: Timeline.NoteTransition
    if let pedal {
      state.phase = .held(pedal)
      notes[note] = state
      transition = .held(by: pedal, releaseVelocity: releaseVelocity)
    } else {
      state.phase = .silent
      state.isCaptured = false
      notes[note] = state.strikes > 0 ? state : nil
      transition = .released(releaseVelocity: releaseVelocity)
    }
    if state.hasSources {
      for source in sources(of: note, state) { log.add(note, transition, channel, from: source) }
    } else {
      log.add(note, transition, channel, from: Int(state.source))
    }
  }
}

// MARK: Sources

extension ReducedChannel {
  /// Returns the sources of a note that sounds or that a pedal holds, each once.
  func sources(of note: NoteNumber, _ state: ReducedNote) -> [Int] {
    guard state.hasSources, let sources = noteSources[note] else { return [Int(state.source)] }
    return sources.indices.filter { sources.firstIndex(of: sources[$0]) == $0 }.map { sources[$0] }
  }

  /// Adds the source of a repeated note-on.
  private mutating func addSource(of note: NoteNumber, _ state: inout ReducedNote, _ source: Int) {
    if !state.hasSources {
      if state.source == source { return }
      state.hasSources = true
      noteSources[note] = Array(repeating: Int(state.source), count: state.strikes)
    }
    state.source = Int32(truncatingIfNeeded: source)
    noteSources[note]?.append(source)
  }

  /// Removes and returns the source of the oldest note-on.
  private mutating func removeOldestSource(of note: NoteNumber, _ state: inout ReducedNote) -> Int {
    guard state.hasSources, let oldest = noteSources[note]?.first else { return Int(state.source) }
    noteSources[note]?.removeFirst()
    return oldest
  }
}
