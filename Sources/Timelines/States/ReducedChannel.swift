internal import MIDICore

/// What the messages on one channel have set, and its notes.
struct ReducedChannel: Sendable {
  /// Which of the pedals that hold notes are down.
  struct Pedals: Hashable, Sendable {
    var sustain = false
    var sostenuto = false
  }

  let channel: Channel
  /// Whether controllers are but numbers: none is a pedal, timbre or a bank.
  private(set) var ignoresControllerMeaning = false
  /// Whether a message of it came.
  private(set) var isUsed = false
  /// The notes whose keys are down or that a pedal holds.
  var notes = NoteTable()
  private var notePressures = ValueTable<NoteNumber>()
  private var controllers = ValueTable<Controller>()
  private var program: Timeline.Change?
  private var bend: UInt14 = .bendCenter
  private var pressure: UInt7 = 0
  private var parameters = ReducedParameters()

  /// Makes the state in which nothing was set.
  init(_ channel: Channel) { self.channel = channel }

  /// The pedals of this channel itself.
  var pedals: Pedals {
    // From 64 on, a switch is on (MIDI 1.0 Detailed Specification, table III).
    ignoresControllerMeaning ? Pedals() : Pedals(sustain: isDown(.sustain), sostenuto: isDown(.sostenuto))
  }

  private func isDown(_ pedal: Controller) -> Bool { (controllers[pedal] ?? 0).rawValue >= 64 }

  /// The parameter that data entry sets.
  var selectedParameter: Timeline.Parameter? { parameters.selected }

  /// Adds the entry of a parameter whose value may be complete now.
  mutating func settleParameter(_ log: inout ChangeLog) { parameters.settle(channel, &log) }

  /// Says whether controllers are but numbers. What they were until now means something else, so it is forgotten.
  mutating func setControllersArePlain(_ isOn: Bool, _ log: inout ChangeLog) {
    ignoresControllerMeaning = isOn
    controllers.removeAll()
    movePedals(Pedals(), captures: false, &log)
  }

  /// Takes a message of this channel.
  ///
  /// - Parameters:
  ///   - pedals: Those that hold its notes, also the ones of its zone's manager.
  ///   - isMember: Whether it is a member of a zone, in which expression belongs to notes.
  mutating func apply(_ message: Message, _ pedals: Pedals, isMember: Bool, _ log: inout ChangeLog) {
    isUsed = true
    switch message {
    case .noteOn(_, let note, let velocity) where velocity != 0: strike(note, velocity, &log)
    case .noteOn(_, let note, _): lift(note, releaseVelocity: nil, pedals, &log)
    case .noteOff(_, let note, let velocity): lift(note, releaseVelocity: velocity, pedals, &log)
    case .polyPressure(_, let note, let pressure): press(note, pressure, &log)
    case .controlChange(_, .brightness, let value) where !ignoresControllerMeaning:
      express(.timbre(value), ofNotes: isMember, &log)
    case .controlChange(_, let controller, let value): set(controller, value, &log)
    case .programChange(_, let program): choose(program, &log)
    case .channelPressure(_, let pressure): express(.pressure(pressure), ofNotes: isMember, &log)
    case .pitchBend(_, let bend): express(.bend(bend), ofNotes: isMember, &log)
    default: break
    }
  }

  /// Takes a program change, which chooses from the bank that is selected.
  private mutating func choose(_ number: UInt7, _ log: inout ChangeLog) {
    let coarse = ignoresControllerMeaning ? nil : controllers[.bankSelect]
    let fine = ignoresControllerMeaning ? nil : controllers[.bankSelectLeastSignificant]
    let bank =
      coarse == nil && fine == nil
      ? nil : UInt14(mostSignificant: coarse ?? 0, leastSignificant: fine ?? 0)
    let chosen = Timeline.Change.program(number, bank: bank)
    guard chosen != program else { return }
    program = chosen
    log.add(chosen, channel)
  }

  /// Takes a controller but timbre. Mode messages but local control say nothing that lasts, so each is an entry.
  private mutating func set(_ controller: Controller, _ value: UInt7, _ log: inout ChangeLog) {
    switch controller {
    case Controller.parameterSelectors:
      parameters.select(controller, value)
    case .dataEntry, .dataEntryLeastSignificant, .dataIncrement, .dataDecrement:
      if parameters.apply(controller, value, channel, &log) { return }
      store(controller, value, &log)
    case .allSoundOff, .resetAllControllers, Controller.noteEndingModes:
      log.add(.controller(controller, value), channel)
    default:
      store(controller, value, &log)
    }
  }

  private mutating func store(_ controller: Controller, _ value: UInt7, _ log: inout ChangeLog) {
    let atFirst: UInt7? = Controller.pedals ~= controller && !ignoresControllerMeaning ? 0 : nil
    guard controllers[controller] ?? atFirst != value else { return }
    controllers[controller] = value
    log.add(.controller(controller, value), channel)
  }

  /// Takes bend, pressure or timbre.
  ///
  /// - Parameter ofNotes: Whether it belongs to the notes whose keys are down, if there are any.
  private mutating func express(
    _ expression: Timeline.Expression, ofNotes: Bool, _ log: inout ChangeLog
  ) {
    guard remember(expression) else { return }
    var isOfNotes = false
    if ofNotes {
      for note in notes.numbers where notes[note]?.phase == .sounding {
        log.add(note, .expression(expression), channel)
        isOfNotes = true
      }
    }
    if !isOfNotes { log.add(.expression(expression), channel) }
  }

  /// Keeps an expression, and says whether it is another than before.
  private mutating func remember(_ expression: Timeline.Expression) -> Bool {
    switch expression {
    case .bend(let value):
      defer { bend = value }
      return bend != value
    case .pressure(let value):
      defer { pressure = value }
      return pressure != value
    case .timbre(let value):
      defer { controllers[.brightness] = value }
      return controllers[.brightness] != value
    }
  }

  /// Takes poly pressure, which belongs to its note whether it sounds or not: instruments send it before the note-on.
  private mutating func press(_ note: NoteNumber, _ pressure: UInt7, _ log: inout ChangeLog) {
    guard notePressures[note] ?? 0 != pressure else { return }
    notePressures[note] = pressure
    log.add(note, .expression(.pressure(pressure)), channel)
  }

  /// Does what "reset all controllers" does (RP-015), but for what lifted pedals do to notes.
  mutating func resetControllers(isMember: Bool, _ log: inout ChangeLog) {
    settleParameter(&log)
    if ignoresControllerMeaning {
      controllers.removeAll()
    } else {
      resetControllerValues(&log)
    }
    parameters.deselect()
    express(.bend(.bendCenter), ofNotes: isMember, &log)
    express(.pressure(0), ofNotes: isMember, &log)
    for note in notePressures.keys { press(note, 0, &log) }
  }

  private mutating func resetControllerValues(_ log: inout ChangeLog) {
    for (controller, value) in Controller.valuesAfterReset {
      if let known = controllers[controller], known != value {
        log.add(.controller(controller, value), channel)
      }
    }
    for controller in controllers.keys where !controller.isKeptByReset { controllers[controller] = nil }
    for (controller, value) in Controller.valuesAfterReset { controllers[controller] = value }
  }

  /// Forgets all but the keys that are down.
  mutating func forgetSettings() {
    notePressures.removeAll()
    controllers.removeAll()
    program = nil
    bend = .bendCenter
    pressure = 0
    parameters.removeAll()
  }

  /// Adds what hangs and which pedals were left down.
  mutating func finish(_ log: inout ChangeLog) {
    settleParameter(&log)
    for note in notes.numbers where notes[note]?.phase == .sounding { log.add(note, .hanging, channel) }
    guard !ignoresControllerMeaning else { return }
    for pedal in controllers.keys where Controller.pedals ~= pedal && isDown(pedal) {
      log.add(.pedalLeftDown(pedal, controllers[pedal] ?? 0), channel)
    }
  }
}
