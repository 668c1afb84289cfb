internal import MIDICore

extension ReducedChannel {
  /// Applies a note-on.
  mutating func strike(_ note: NoteNumber, _ velocity: UInt7, _ log: inout ChangeLog) {
    guard var state = notes[note] else {
      notes[note] = ReducedNote()
      return log.add(note, .sounding(velocity: velocity), channel)
    }
    if state.phase == .sounding {
      state.strikes += 1
      log.add(note, .retriggered(velocity: velocity), channel)
    } else {
      // After all notes off, the sender assumes that no note sounds, so its missing note-offs aren't expected.
      state.phase = .sounding
      state.strikes = 1
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
      notes[note] = state
      log.add(note, .stillSounding(releaseVelocity: releaseVelocity), channel)
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
    if let pedal {
      state.phase = .held(pedal)
      notes[note] = state
      log.add(note, .held(by: pedal, releaseVelocity: releaseVelocity), channel)
    } else {
      state.phase = .silent
      state.isCaptured = false
      notes[note] = state.strikes > 0 ? state : nil
      log.add(note, .released(releaseVelocity: releaseVelocity), channel)
    }
  }
}
