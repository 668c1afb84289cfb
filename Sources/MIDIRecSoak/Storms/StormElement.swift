import MIDICore

/// A behavior of real instruments that occurs in storms.
///
/// Most are gestures: figures of a few messages that a ``StormWriter`` writes one after the other or at once. The others
/// concern a whole storm.
package enum StormElement: String, CaseIterable, Hashable, Sendable {
  // Notes.
  case keyboardLine = "keyboard-line"
  case flams
  case drums
  case quickRepeats = "quick-repeats"
  case shortNotes = "short-notes"
  case overlaps
  case sameKeyOnChannels = "same-key-on-channels"
  case velocityZeroReleases = "velocity-0-releases"
  case extremes
  case allChannels = "all-channels"
  case burst
  // Expression.
  case sustainedChords = "sustained-chords"
  case halfPedal = "half-pedal"
  case sostenuto
  case otherPedals = "other-pedals"
  case channelPerRow = "channel-per-row"
  case mpe
  case bendSweep = "bend-sweep"
  case polyPressure = "poly-pressure"
  case channelPressure = "channel-pressure"
  // Settings of channels.
  case fineControllers = "fine-controllers"
  case registeredParameters = "registered-parameters"
  case nonregisteredParameters = "nonregistered-parameters"
  case banks
  case programsWhileHeld = "programs-while-held"
  case localControl = "local-control"
  // System messages.
  case clock
  case songPosition = "song-position"
  case songSelect = "song-select"
  case tuneRequest = "tune-request"
  case timeCode = "time-code"
  case activeSensing = "active-sensing"
  case sensingSilence = "sensing-silence"
  case shortSystemExclusive = "short-sysex"
  case longSystemExclusive = "long-sysex"
  // Silence, in the middle of a storm while notes are held.
  case allNotesOff = "all-notes-off"
  case allSoundOff = "all-sound-off"
  case resetControllers = "reset-controllers"
  case modes
  case systemReset = "system-reset"
  case pause
  // Whole storms.
  case twoInstruments = "two-instruments"
  /// Notes of an instrument that ends them by a panic, and sends no note-offs for them later.
  case forgottenNotes = "forgotten-notes"
  case panicAtEnd = "panic-at-end"
  // What programs shouldn't see.
  case strayNoteOffs = "stray-note-offs"
  /// Notes that start twice and end once, and then a panic.
  case unendedNotes = "unended-notes"
  case undefinedControllers = "undefined-controllers"
}

extension StormElement {
  /// Whether instruments shouldn't send it.
  package var isIllegal: Bool {
    switch self {
    case .strayNoteOffs, .unendedNotes, .undefinedControllers: true
    default: false
    }
  }

  /// Whether it is a figure of messages rather than a property of a storm.
  var isGesture: Bool {
    switch self {
    case .twoInstruments, .forgottenNotes, .panicAtEnd: false
    default: true
    }
  }

  /// The gestures that consist of notes. Each instrument of a storm has one.
  static let ofNotes: [StormElement] = [
    .keyboardLine, .flams, .drums, .quickRepeats, .shortNotes, .overlaps, .sameKeyOnChannels,
    .velocityZeroReleases, .extremes, .sustainedChords, .channelPerRow, .mpe,
  ]

  /// The gestures that can happen within a millisecond.
  static let ofBursts: [StormElement] = [
    .keyboardLine, .flams, .quickRepeats, .overlaps, .sustainedChords, .bendSweep, .polyPressure,
    .fineControllers, .banks,
  ]

  /// The frequency of a gesture in relation to others.
  var weight: Int {
    switch self {
    case .longSystemExclusive: 1
    case .allNotesOff, .allSoundOff, .resetControllers, .modes, .systemReset, .pause, .activeSensing,
      .sensingSilence, .allChannels, .clock, .timeCode, .unendedNotes:
      2
    default: Self.ofNotes.contains(self) ? 6 : 4
    }
  }

  /// The kinds of messages without which the element doesn't exist.
  var kinds: [Message.Kind] {
    switch self {
    case .keyboardLine, .flams, .drums, .quickRepeats, .shortNotes, .overlaps, .sameKeyOnChannels,
      .velocityZeroReleases, .extremes, .allChannels, .burst, .pause, .channelPerRow, .mpe, .twoInstruments:
      [.noteOn]
    case .sustainedChords, .halfPedal, .sostenuto, .otherPedals, .allNotesOff, .allSoundOff,
      .resetControllers,
      .modes, .unendedNotes:
      [.noteOn, .controlChange]
    case .bendSweep: [.pitchBend]
    case .polyPressure: [.noteOn, .polyPressure]
    case .channelPressure: [.channelPressure]
    case .fineControllers, .registeredParameters, .nonregisteredParameters, .localControl,
      .undefinedControllers:
      [.controlChange]
    case .banks: [.controlChange, .programChange]
    case .programsWhileHeld: [.noteOn, .programChange]
    case .clock: [.timingClock]
    case .songPosition: [.songPosition, .stop, .continue]
    case .songSelect: [.songSelect]
    case .tuneRequest: [.tuneRequest]
    case .timeCode: [.timeCodeQuarterFrame]
    case .activeSensing: [.activeSensing]
    case .sensingSilence: [.noteOn, .activeSensing]
    case .shortSystemExclusive, .longSystemExclusive: [.systemExclusive]
    case .systemReset: [.noteOn, .systemReset]
    case .forgottenNotes, .panicAtEnd: []
    case .strayNoteOffs: [.noteOff]
    }
  }

  /// The least number of channels that it needs.
  var channelCount: Int {
    switch self {
    case .sameKeyOnChannels, .channelPerRow, .allChannels: 2
    default: 1
    }
  }
}
