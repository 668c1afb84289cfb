import MIDICore

/// A writer of the gestures of a storm.
///
/// It draws instruments from a seed. ``writeGestures()``, which a ``Storm`` calls, plays their gestures one after the other,
/// with a ``rest()`` in between. Each gesture is a function that writes messages at delays after ``now``, so that gestures
/// overlap. A gesture writes a release after each message that holds something, and never at an earlier time. So the messages
/// of all gestures, sorted by time, end with nothing held.
struct StormWriter {
  /// A message of a gesture.
  struct Event {
    /// The time in microseconds.
    var time: Int
    /// The number of the instrument.
    var instrument: Int
    var message: Message
    /// The number of the gesture in ``gestures``.
    var gesture: Int
    /// The number of the note in ``notes`` that the message starts or ends.
    var note: Int?
  }

  /// A note, from its note-on to its note-off. The times are in microseconds.
  struct Note {
    var instrument: Int
    var channel: Channel
    var key: Int
    var start: Int
    var end: Int
  }

  /// The habits of an instrument.
  struct Instrument {
    /// The gestures that it plays.
    var gestures: [StormElement]
    /// The channels that it plays on.
    var channels: [Channel]
    /// The number of notes in 8 that end by a note-on with velocity 0.
    var velocityZeroEighths: Int
    /// The velocity of all note-offs, or `nil` if the instrument senses it.
    var releaseVelocity: Int?
  }

  /// The channels of an MPE zone.
  struct Zone {
    var manager: Channel
    var members: [Channel]
  }

  var random: SeededRandom
  let settings: StormSettings
  /// The allowed channels in order.
  let channels: [Channel]
  /// The messages in the order in which they were written; their times aren't in order yet.
  private(set) var events: [Event] = []
  /// The whole notes among the messages.
  private(set) var notes: [Note] = []
  /// The messages that end all notes of a channel.
  private var panics: [Event] = []
  /// The gestures that were written.
  private(set) var gestures: [StormElement] = []
  /// The start of the current gesture in microseconds.
  private(set) var now = 0
  /// The time of the last message so far.
  private(set) var end = 0
  /// The typical time between two notes in microseconds.
  let beat: Int
  /// The habits of the playing instrument.
  var instrument: Instrument { instruments[playing] }
  /// The times at which the clock, the time code, and active sensing can start again.
  var sourceEnds: [StormElement: Int] = [:]
  /// The zone that was last set up.
  var zone: Zone?

  /// One or two instruments.
  let instruments: [Instrument]
  /// The number of the playing instrument.
  private var playing = 0
  /// All times are multiples of it. Instruments whose driver counts milliseconds have a grid of 1,000.
  private let grid: Int
  /// The longest delay of a message in the current gesture.
  private var longestDelay = Int.max
  /// Whether the current gesture has note-offs.
  private var sendsNoteOffs = true

  /// Draws instruments.
  init(_ random: SeededRandom, _ settings: StormSettings) {
    var random = random
    let channels = settings.channels.sorted()
    beat = random.pick([4000, 30_000, 120_000, 250_000])
    grid = random.pick([1, 1, 1000])
    let count = settings.allows(.twoInstruments) && random.chance(1, in: 6) ? 2 : 1
    let gestures = StormElement.allCases.filter { $0.isGesture && settings.allows($0) }
    let extraCount = min(5, settings.messageCount / (16 * count))
    instruments = (0..<count).map { _ in
      Instrument(of: gestures, channels, extraCount: random.integer(in: 0...max(1, extraCount)), &random)
    }
    self.random = random
    self.settings = settings
    self.channels = channels
  }
}

extension StormWriter.Instrument {
  /// Draws the habits of an instrument that plays one gesture of notes, if possible, and a few others.
  fileprivate init(
    of gestures: [StormElement], _ channels: [Channel], extraCount: Int, _ random: inout SeededRandom
  ) {
    var drawn = random.sample(1, of: StormElement.ofNotes.filter(gestures.contains))
    for _ in 0..<max(extraCount, 1 - drawn.count) {
      let others = gestures.filter { !drawn.contains($0) }
      if !others.isEmpty { drawn.append(random.pick(others, weight: \.weight)) }
    }
    self.gestures = drawn
    self.channels = random.sample(random.integer(in: 1...3), of: channels)
    velocityZeroEighths = random.pick([0, 0, 3, 8])
    releaseVelocity = random.pick([64, 64, 0, 127, nil])
  }
}

// The time.
extension StormWriter {
  /// Ends a gesture: the next one starts now, soon, a beat later, or after the end of all.
  mutating func rest() {
    switch random.below(4) {
    case 0: break
    case 1: now += random.integer(in: 0...20_000)
    case 2: now += random.integer(in: beat / 2...beat * 2)
    default: waitForEnd()
    }
  }

  /// Moves the time to the end of the last message, and further.
  mutating func waitForEnd(andFor span: Int = 0) { now = max(now, end) + span }

  /// Moves the time to the next whole millisecond, and writes gestures within it.
  mutating func writeBurst(_ write: (inout StormWriter) -> Void) {
    now = (now + 999) / 1000 * 1000
    longestDelay = 999
    write(&self)
    longestDelay = Int.max
  }

  /// Returns a time between two notes in microseconds.
  mutating func step() -> Int { random.integer(in: beat / 4...beat * 2) }

  /// Returns when a source that may send only one stream at a time can start, after ``now``.
  func delay(of source: StormElement) -> Int { max(0, (sourceEnds[source] ?? 0) - now) }

  private func time(after delay: Int) -> Int {
    let time = now + min(delay, longestDelay)
    return time - time % grid
  }
}

// Gestures.
extension StormWriter {
  /// Writes gestures of the instruments in turn until there are enough messages. Each instrument starts with one of each.
  mutating func writeGestures() {
    var pending = instruments.map(\.gestures)
    // A gesture may write no message, so the number of gestures is also limited.
    while events.count < settings.messageCount, gestures.count < settings.messageCount {
      playing = random.below(instruments.count)
      guard !instrument.gestures.isEmpty else { return }
      let gesture = pending[playing].popLast() ?? random.pick(instrument.gestures, weight: \.weight)
      gestures.append(gesture)
      play(gesture)
      rest()
    }
  }

  /// Plays a gesture from now on. Elements of whole storms have none.
  mutating func play(_ gesture: StormElement) {
    switch gesture {
    case .keyboardLine: keyboardLine()
    case .flams: flams()
    case .drums: drums()
    case .quickRepeats: quickRepeats()
    case .shortNotes: shortNotes()
    case .overlaps: overlaps()
    case .sameKeyOnChannels: sameKeyOnChannels()
    case .velocityZeroReleases: velocityZeroReleases()
    case .extremes: extremes()
    case .allChannels: notesOnAllChannels()
    case .burst: burst()
    case .sustainedChords: sustainedChords()
    case .halfPedal: halfPedal()
    case .sostenuto: sostenuto()
    case .otherPedals: otherPedals()
    case .channelPerRow: channelPerRow()
    case .mpe: mpe()
    case .bendSweep: bendSweep()
    case .polyPressure: polyPressure()
    case .channelPressure: channelPressure()
    case .fineControllers: fineControllers()
    case .registeredParameters: parameters(areRegistered: true)
    case .nonregisteredParameters: parameters(areRegistered: false)
    case .banks: banks()
    case .programsWhileHeld: programsWhileHeld()
    case .localControl: localControl()
    case .clock: clock()
    case .songPosition: songPosition()
    case .songSelect: songSelect()
    case .tuneRequest: write(.tuneRequest)
    case .timeCode: timeCode()
    case .activeSensing: activeSensing()
    case .sensingSilence: sensingSilence()
    case .shortSystemExclusive: shortSystemExclusive()
    case .longSystemExclusive: longSystemExclusive()
    case .allNotesOff: silence(.allNotesOff)
    case .allSoundOff: silence(.allSoundOff)
    case .resetControllers: resetControllers()
    case .modes: modes()
    case .systemReset: systemReset()
    case .pause: pause()
    case .strayNoteOffs: strayNoteOffs()
    case .unendedNotes: unendedNotes()
    case .undefinedControllers: undefinedControllers()
    case .twoInstruments, .forgottenNotes, .panicAtEnd: break
    }
  }
}

// Messages.
extension StormWriter {

  /// Writes a message.
  mutating func write(_ message: Message, after delay: Int = 0, note: Int? = nil) {
    guard settings.excludedKinds.isEmpty || !settings.excludedKinds.contains(message.kind) else { return }
    let time = time(after: delay)
    let event = Event(
      time: time, instrument: playing, message: message, gesture: gestures.count - 1, note: note)
    events.append(event)
    if message.silences(message.channel ?? .drums) { panics.append(event) }
    end = max(end, time)
  }

  /// Writes a whole note.
  mutating func note(
    _ key: Int, on channel: Channel, velocity: Int? = nil, after delay: Int = 0, lasting length: Int
  ) {
    guard !settings.excludedKinds.contains(.noteOn) else { return }
    let number = notes.count
    notes.append(
      Note(
        instrument: playing, channel: channel, key: key, start: time(after: delay),
        end: time(after: delay + length)))
    let velocity = UInt7(clamping: velocity ?? random.integer(in: 1...127))
    let note = NoteNumber(clamping: key)
    write(.noteOn(channel: channel, note: note, velocity: velocity), after: delay, note: number)
    write(release(note, on: channel), after: delay + length, note: number)
  }

  private mutating func release(_ note: NoteNumber, on channel: Channel) -> Message {
    if random.chance(instrument.velocityZeroEighths, in: 8) || !sendsNoteOffs
      || settings.excludedKinds.contains(.noteOff)
    {
      return .noteOn(channel: channel, note: note, velocity: 0)
    }
    let velocity = UInt7(clamping: instrument.releaseVelocity ?? random.below(128))
    return .noteOff(channel: channel, note: note, velocity: velocity)
  }

  /// Writes notes that end by note-ons with velocity 0, whatever the habit of the instrument.
  mutating func withoutNoteOffs(_ write: (inout StormWriter) -> Void) {
    sendsNoteOffs = false
    write(&self)
    sendsNoteOffs = true
  }

  /// Writes a control change.
  mutating func control(_ controller: Controller, _ value: Int, on channel: Channel, after delay: Int = 0) {
    write(
      .controlChange(channel: channel, controller: controller, value: UInt7(clamping: value)), after: delay)
  }

  /// Writes a program change.
  mutating func program(on channel: Channel, after delay: Int = 0) {
    write(.programChange(channel: channel, program: UInt7(clamping: random.below(128))), after: delay)
  }

  /// Writes a pitch bend.
  mutating func bend(_ value: Int, on channel: Channel, after delay: Int = 0) {
    write(.pitchBend(channel: channel, value: UInt14(clamping: value)), after: delay)
  }

  /// Writes the pressure of a channel.
  mutating func pressure(_ value: Int, on channel: Channel, after delay: Int = 0) {
    write(.channelPressure(channel: channel, pressure: UInt7(clamping: value)), after: delay)
  }

  /// Writes the pressure of a note.
  mutating func pressure(_ value: Int, of key: Int, on channel: Channel, after delay: Int = 0) {
    let (note, pressure) = (NoteNumber(clamping: key), UInt7(clamping: value))
    write(.polyPressure(channel: channel, note: note, pressure: pressure), after: delay)
  }
}

// Choices.
extension StormWriter {
  /// Returns one of the channels of the playing instrument.
  mutating func channel() -> Channel { random.pick(instrument.channels) }

  /// Returns a key in the middle of a keyboard.
  mutating func middleKey() -> Int { random.integer(in: 36...84) }

  /// Returns a key, or the next higher one that isn't held on a channel at a time.
  func freeKey(_ key: Int, on channel: Channel, after delay: Int = 0) -> Int {
    let time = time(after: delay)
    func isFree(_ key: Int) -> Bool {
      !notes.contains { $0.key == key && $0.channel == channel && $0.end >= time }
    }
    return (0..<128).lazy.map { (key + $0) % 128 }.first(where: isFree) ?? key
  }

  /// Returns the end of the last note on a channel, or 0 if it has none.
  func lastEnd(on channel: Channel) -> Int {
    notes.lazy.filter { $0.channel == channel }.map(\.end).max() ?? 0
  }

  /// Returns a delay after which a note of the playing instrument sounds, and its channel. If none does, plays a chord.
  mutating func whileNotesSound() -> (delay: Int, channel: Channel) {
    if let place = placeWhileNotesSound() { return place }
    waitForEnd(andFor: 1000)
    chord(on: channel(), lasting: max(step(), 10_000))
    return placeWhileNotesSound() ?? (0, channel())
  }

  private mutating func placeWhileNotesSound() -> (delay: Int, channel: Channel)? {
    for note in notes.reversed() where note.instrument == playing && note.end > now {
      let silences = panics.lazy.filter { $0.time >= note.start && $0.message.silences(note.channel) }
      let (first, last) = (max(note.start - now, 0), silences.map(\.time).reduce(note.end, min) - now)
      if last - first > 2000 { return (random.integer(in: first + 1000...last - 1000), note.channel) }
    }
    return nil
  }
}
