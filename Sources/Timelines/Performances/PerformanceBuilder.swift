internal import MIDICore

/// Combines the entries of a timeline to notes, curves, and events.
struct PerformanceBuilder {
  private typealias CurveKey = ComparisonKeys.CurveKey

  /// The owner of an entry: an index among the notes, the curves in order of their start, or the events.
  enum Owner {
    case note(Int)
    case curve(Int)
    case event(Int)
  }

  /// The notes so far.
  private(set) var notes: [Note] = []
  /// The events so far.
  private(set) var events: [Timeline.Entry] = []
  /// The hanging notes and the pedals left down.
  private(set) var unended: [Timeline.Entry] = []
  /// The unended entries without their times and attributes.
  private var unendedKeys: Set<Timeline.Entry> = []
  /// The curves so far, in order of their start.
  private(set) var curves: [ValueCurve] = []
  /// The owner of the last entry, or `nil` if the entry adds nothing.
  private(set) var owner: Owner?
  private var keyNotes: [UnendedNotes] = []
  private var links = NoteLinks()
  /// The numbers of the keys of ``keyNotes``.
  private var noteKeys = KeySet()
  private var curveIndices: [CurveKey: Int] = [:]
  private let hasSeveralSources: Bool
  /// The latest value of each quantity of a channel from any of several sources. The source of the keys is 0.
  private var latestValues: [CurveKey: Int] = [:]
  /// The notes whose lines have the latest value of a quantity of an MPE channel, as bits.
  private var describedNotes: [CurveKey: UInt128] = [:]
  private var zones: [Int: MPEZones] = [:]
  /// The zones that all sources have configured, which hold for sources that configure none.
  private var sharedZones = MPEZones()
  /// The latest attributes of notes whose attributes have changed since their start.
  private var laterAttributes: [Int: [Timeline.Attribute]] = [:]

  /// The curves so far, ordered by source, channel, and quantity.
  var sortedCurves: [ValueCurve] { curves.inOrder }

  /// Creates a builder for the entries of a number of sources.
  init(sourceCount: Int) { hasSeveralSources = sourceCount > 1 }

  /// Reserves memory for a number of notes.
  mutating func reserveCapacity(_ noteCount: Int) {
    notes.reserveLargeCapacity(noteCount)
    links.reserveCapacity(noteCount)
  }

  /// Adds the next entry in canonical order.
  mutating func add(_ entry: Timeline.Entry) {
    owner = nil
    guard let channel = entry.channel else { return addEvent(entry) }
    switch entry.change {
    case .system, .light: addEvent(entry)
    case .controller(let controller, let value):
      let isEvent = controller >= 120 && controller != .localControl
      if isEvent {
        addEvent(entry)
      } else {
        set(.controller(controller), Int(value.rawValue), entry, channel)
      }
    case .program(let program, let bank):
      let value = Int(program.rawValue) + (bank.map { (Int($0.rawValue) + 1) * 128 } ?? 0)
      set(.program, value, entry, channel)
    case .parameter(let parameter, .value(let value)):
      set(.parameter(parameter), Int(value.rawValue), entry, channel)
      if parameter == .mpeConfiguration {
        zones[entry.source, default: .init()].configure(channel, members: value.mostSignificant)
        sharedZones.configure(channel, members: value.mostSignificant)
      }
    case .parameter: addEvent(entry)
    case .expression(let expression): express(expression, nil, entry, channel)
    case .note(let number, let transition): add(number, transition, entry, channel)
    case .pedalLeftDown(let pedal, _):
      let key = CurveKey(source: entry.source, channel: channel, quantity: .controller(pedal))
      addUnended(entry, curveIndices[key].map { .curve($0) })
    }
  }

  private mutating func addEvent(_ entry: Timeline.Entry) {
    owner = .event(events.count)
    events.append(entry)
  }

  /// Adds an entry of the end, which the note or the pedal confirms.
  private mutating func addUnended(_ entry: Timeline.Entry, _ owner: Owner?) {
    let key = Timeline.Entry(
      time: .zero, source: entry.source, channel: entry.channel, change: entry.change)
    guard let owner, unendedKeys.insert(key).inserted else { return addEvent(entry) }
    self.owner = owner
    unended.append(entry)
  }

  private mutating func add(
    _ number: NoteNumber, _ transition: Timeline.NoteTransition, _ entry: Timeline.Entry, _ channel: Channel
  ) {
    switch transition {
    case .expression(let expression): return express(expression, number, entry, channel)
    case .strayNoteOff: return addEvent(entry)
    case .silent, .stolen: return endSound(of: number, transition, entry, channel)
    case .sounding, .retriggered, .stillSounding, .held, .released, .hanging: break
    }
    let index = index(ComparisonKeys.packed(entry.source, channel, number))
    var key = keyNotes[index]
    defer { keyNotes[index] = key }
    if let oldest = key.oldest {
      owner = .note(oldest)
      describe(oldest, transition, entry.attributes)
    } else if transition.moment != nil {
      return addEvent(entry)
    }
    switch transition {
    case .sounding(let velocity), .retriggered(let velocity, _):
      // A restarted note ends its earlier sound.
      silence(key.held, entry.time)
      key.releaseHeld(&links)
      owner = .note(notes.count)
      key.add(&links)
      notes.append(
        Note(
          source: entry.source, channel: channel, number: number, velocity: velocity, onset: entry.time,
          offset: nil, overlapCount: transition.overlapCount, attributes: entry.attributes))
    case .stillSounding(let velocity):
      guard let note = key.releaseOldest(&links) else { return }
      lift(note, velocity, entry.time)
      notes[note].silence = entry.time
    case .held(let pedal, let velocity):
      if key.down.first == nil, key.holder == pedal { return addEvent(entry) }
      forEach(key.down) { $0.lift($1, velocity, entry.time) }
      key.hold(by: pedal, &links)
    case .released(let velocity):
      forEach(key.down) { $0.lift($1, velocity, entry.time) }
      silence(key.down, entry.time)
      silence(key.held, entry.time)
      key.releaseHeld(&links)
      key.releaseDown(&links)
    // A hanging note has no offset.
    case .hanging: addUnended(entry, owner)
    case .expression, .strayNoteOff, .silent, .stolen: break
    }
  }

  /// Ends the oldest sound of a key. A note whose key is down or that a pedal holds has no later end.
  private mutating func endSound(
    of number: NoteNumber, _ transition: Timeline.NoteTransition, _ entry: Timeline.Entry, _ channel: Channel
  ) {
    let key = index(ComparisonKeys.packed(entry.source, channel, number))
    guard let note = keyNotes[key].removeSounding(&links) else { return addEvent(entry) }
    owner = .note(note)
    describe(note, transition, entry.attributes)
    if notes[note].offset == nil { notes[note].offset = entry.time }
    if notes[note].silence == nil { notes[note].silence = entry.time }
    notes[note].soundEnd = Note.SoundEnd(time: entry.time, isStolen: transition == .stolen)
  }

  /// Returns the index of a key's unended notes.
  private mutating func index(_ key: Int) -> Int {
    let index = noteKeys.insert(key)
    if index == keyNotes.count { keyNotes.append(UnendedNotes()) }
    return index
  }

  /// Adds changed attributes to a note that a pedal or a different source still holds. An ended note needs no further
  /// attributes.
  private mutating func describe(
    _ index: Int, _ transition: Timeline.NoteTransition, _ attributes: [Timeline.Attribute]
  ) {
    guard !attributes.isEmpty || !notes[index].attributes.isEmpty, let moment = transition.moment else {
      return
    }
    let before = laterAttributes[index] ?? notes[index].attributes
    guard attributes != before, !attributes.isEmpty || !transition.isEnd else { return }
    laterAttributes[index] = transition.isEnd ? nil : attributes
    notes[index].attributes += Timeline.Attribute.changes(from: before, to: attributes, at: moment)
  }

  private mutating func forEach(_ queue: NoteQueue, _ body: (inout PerformanceBuilder, Int) -> Void) {
    var next = queue.first
    while let note = next {
      body(&self, note)
      next = links.note(after: note)
    }
  }

  private mutating func silence(_ queue: NoteQueue, _ time: Nanoseconds) {
    forEach(queue) { $0.notes[$1].silence = time }
  }

  private mutating func lift(_ index: Int, _ velocity: UInt7?, _ time: Nanoseconds) {
    notes[index].offset = time
    notes[index].releaseVelocity = velocity
  }

  private mutating func express(
    _ expression: Timeline.Expression, _ number: NoteNumber?, _ entry: Timeline.Entry, _ channel: Channel
  ) {
    switch expression {
    case .bend(let value): set(.bend, Int(value.rawValue), entry, channel)
    case .timbre(let value): set(.timbre, Int(value.rawValue), entry, channel)
    case .pressure(let value):
      let zones = zones[entry.source] ?? sharedZones
      let isOfChannel = number == nil || zones.manager(of: channel) != nil
      let quantity: ValueCurve.Quantity =
        isOfChannel ? .pressure : number.map { .notePressure($0) } ?? .pressure
      set(quantity, Int(value.rawValue), entry, channel)
    }
  }

  /// Returns whether an entry tells the value of an MPE channel for one more of the channel's notes.
  private mutating func describesNote(
    _ entry: Timeline.Entry, _ key: CurveKey, isNewValue: Bool
  ) -> Bool {
    guard case .note(let note, _) = entry.change,
      (zones[entry.source] ?? sharedZones).manager(of: key.channel) != nil
    else { return false }
    let bit = UInt128(1) << note.rawValue
    let described = isNewValue ? 0 : describedNotes[key, default: 0]
    describedNotes[key] = described | bit
    return described & bit == 0
  }

  private mutating func set(
    _ quantity: ValueCurve.Quantity, _ value: Int, _ entry: Timeline.Entry, _ channel: Channel
  ) {
    let key = CurveKey(source: entry.source, channel: channel, quantity: quantity)
    let step = ValueCurve.Step(time: entry.time, value: value)
    // Sources can share a channel, so a different source may have changed the value since.
    let sharedKey = CurveKey(source: 0, channel: channel, quantity: quantity)
    let isChanged = hasSeveralSources && latestValues.updateValue(value, forKey: sharedKey) != value
    let index = curveIndices[key]
    owner = .curve(index ?? curves.count)
    let isNewValue = isChanged || index.flatMap { curves[$0].steps.last?.value } != value
    let describesNote = describesNote(entry, key, isNewValue: isNewValue)
    if let index {
      if isNewValue { curves[index].steps.append(step) }
    } else {
      curveIndices[key] = curves.count
      curves.append(
        ValueCurve(source: entry.source, channel: channel, quantity: quantity, steps: [step]))
    }
    // A curve has neither attributes nor repeated values.
    if !entry.attributes.isEmpty || !isNewValue && !describesNote { addEvent(entry) }
  }
}

extension Timeline.NoteTransition {
  fileprivate var overlapCount: UInt8 { if case .retriggered(_, let count) = self { count } else { 0 } }
}
