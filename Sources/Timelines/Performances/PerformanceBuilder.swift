internal import MIDICore

/// Puts the entries of a timeline together to notes, curves and events.
struct PerformanceBuilder {
  /// The notes of one key that have not ended, oldest first. The lists keep their memory for the next notes.
  private struct Unended {
    /// Whose keys are down, from ``firstDown`` on.
    var down: [Int] = []
    /// How many of ``down`` have ended already.
    var firstDown = 0
    /// That a pedal holds.
    var held: [Int] = []
    /// That were let go, and of which nobody said that they fell silent; from ``firstRinging`` on.
    var ringing: [Int] = []
    /// How many of ``ringing`` have fallen silent already.
    var firstRinging = 0

    /// The note that ends next.
    var oldest: Int? { firstDown < down.count ? down[firstDown] : held.first }

    mutating func removeDown() {
      down.removeAll(keepingCapacity: true)
      firstDown = 0
    }

    /// Takes the note whose sound ends next.
    mutating func takeSounding() -> Int? {
      if firstRinging < ringing.count {
        firstRinging += 1
        return ringing[firstRinging - 1]
      }
      if !held.isEmpty { return held.removeFirst() }
      guard firstDown < down.count else { return nil }
      firstDown += 1
      return down[firstDown - 1]
    }
  }

  private struct CurveKey: Hashable {
    var source: Int
    var channel: Channel
    var quantity: ValueCurve.Quantity
  }

  /// What an entry belongs to, by its place among the notes, the curves in the order in which they began, or the events.
  enum Owner {
    case note(Int)
    case curve(Int)
    case event(Int)
  }

  /// The notes so far.
  private(set) var notes: [Note] = []
  /// The events so far.
  private(set) var events: [Timeline.Entry] = []
  /// The curves so far, in the order in which they began.
  private(set) var curves: [ValueCurve] = []
  /// What the last entry belongs to; nothing where it says nothing new.
  private(set) var owner: Owner?
  private var unended: [Unended] = []
  /// The keys of ``unended``, by their numbers.
  private var unendedKeys = KeySet()
  private var curveIndices: [CurveKey: Int] = [:]
  private var zones: [Int: MPEZones] = [:]
  /// What was last said of notes of which something else was said at their beginning.
  private var laterAttributes: [Int: [Timeline.Attribute]] = [:]

  /// The curves so far, in order of source, channel and quantity.
  var sortedCurves: [ValueCurve] {
    curves.sorted { left, right in
      (left.source, left.channel.number, left.quantity.place.kind, left.quantity.place.number)
        < (right.source, right.channel.number, right.quantity.place.kind, right.quantity.place.number)
    }
  }

  /// Takes the next entry, in canonical order.
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
      if parameter == MPEZones.configuration {
        zones[entry.source, default: .init()].configure(channel, members: value.mostSignificant)
      }
    case .parameter: addEvent(entry)
    case .expression(let expression): express(expression, nil, entry, channel)
    case .note(let number, let transition): add(number, transition, entry, channel)
    // What is left down, the pedal's curve says.
    case .pedalLeftDown(let pedal, _):
      let key = CurveKey(source: entry.source, channel: channel, quantity: .controller(pedal))
      owner = curveIndices[key].map { .curve($0) }
    }
  }

  private mutating func addEvent(_ entry: Timeline.Entry) {
    owner = .event(events.count)
    events.append(entry)
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
    let key = index(ComparisonKeys.packed(entry.source, channel, number))
    owner = unended[key].oldest.map { .note($0) }
    if let oldest = unended[key].oldest { describe(oldest, transition, entry.attributes) }
    switch transition {
    case .sounding(let velocity), .retriggered(let velocity):
      // A string that is struck again doesn't go on with what it did before.
      for note in unended[key].held { notes[note].silence = entry.time }
      unended[key].ringing += unended[key].held
      unended[key].held.removeAll(keepingCapacity: true)
      owner = .note(notes.count)
      unended[key].down.append(notes.count)
      notes.append(
        Note(
          source: entry.source, channel: channel, number: number, velocity: velocity, onset: entry.time,
          offset: nil, attributes: entry.attributes))
    case .stillSounding(let velocity):
      guard unended[key].firstDown < unended[key].down.count else { return }
      let note = unended[key].down[unended[key].firstDown]
      unended[key].firstDown += 1
      lift(note, velocity, entry.time)
      notes[note].silence = entry.time
      unended[key].ringing.append(note)
    case .held(_, let velocity):
      let ending = unended[key].down.dropFirst(unended[key].firstDown)
      for note in ending { lift(note, velocity, entry.time) }
      unended[key].held += ending
      unended[key].removeDown()
    case .released(let velocity):
      for note in unended[key].down.dropFirst(unended[key].firstDown) {
        lift(note, velocity, entry.time)
        notes[note].silence = entry.time
      }
      for note in unended[key].held { notes[note].silence = entry.time }
      unended[key].ringing += unended[key].held
      unended[key].ringing += unended[key].down.dropFirst(unended[key].firstDown)
      unended[key].removeDown()
      unended[key].held.removeAll(keepingCapacity: true)
    // A note that hangs has no offset.
    case .expression, .strayNoteOff, .hanging, .silent, .stolen: break
    }
  }

  /// Ends the oldest sound of a key: of a note that was let go, else of one that a pedal holds, else of one whose key is
  /// down. Of the latter two nothing is left that could end later.
  private mutating func endSound(
    of number: NoteNumber, _ transition: Timeline.NoteTransition, _ entry: Timeline.Entry, _ channel: Channel
  ) {
    let key = index(ComparisonKeys.packed(entry.source, channel, number))
    guard let note = unended[key].takeSounding() else { return }
    owner = .note(note)
    describe(note, transition, entry.attributes)
    if notes[note].offset == nil { notes[note].offset = entry.time }
    if notes[note].silence == nil { notes[note].silence = entry.time }
    notes[note].soundEnd = Note.SoundEnd(time: entry.time, isStolen: transition == .stolen)
  }

  /// Where the unended notes of a key are.
  private mutating func index(_ key: Int) -> Int {
    let index = unendedKeys.insert(key)
    if index == unended.count { unended.append(Unended()) }
    return index
  }

  /// Adds to a note what a subject says of it later, where it is another than before: of a key that a pedal holds now,
  /// or that another source holds on. A note that ended needn't be spoken of any more.
  private mutating func describe(
    _ index: Int, _ transition: Timeline.NoteTransition, _ attributes: [Timeline.Attribute]
  ) {
    guard !attributes.isEmpty || !notes[index].attributes.isEmpty, let moment = transition.moment else {
      return
    }
    let before = laterAttributes[index] ?? notes[index].attributes
    guard attributes != before, !attributes.isEmpty || !moment.isEnd else { return }
    laterAttributes[index] = moment.isEnd ? nil : attributes
    notes[index].attributes += moment.changes(from: before, to: attributes)
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
      let isOfChannel = number == nil || zones[entry.source]?.manager(of: channel) != nil
      let quantity: ValueCurve.Quantity =
        isOfChannel ? .pressure : number.map { .notePressure($0) } ?? .pressure
      set(quantity, Int(value.rawValue), entry, channel)
    }
  }

  private mutating func set(
    _ quantity: ValueCurve.Quantity, _ value: Int, _ entry: Timeline.Entry, _ channel: Channel
  ) {
    let key = CurveKey(source: entry.source, channel: channel, quantity: quantity)
    let step = ValueCurve.Step(time: entry.time, value: value)
    owner = .curve(curveIndices[key] ?? curves.count)
    if let index = curveIndices[key] {
      if curves[index].steps.last?.value != value { curves[index].steps.append(step) }
    } else {
      curveIndices[key] = curves.count
      curves.append(
        ValueCurve(source: entry.source, channel: channel, quantity: quantity, steps: [step]))
    }
  }
}
