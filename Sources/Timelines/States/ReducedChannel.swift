internal import MIDICore

/// What the messages on one channel have set, and its notes.
struct ReducedChannel: Sendable {
  /// Which of the pedals that hold notes are down.
  struct Pedals: Hashable, Sendable {
    var sustain = false
    var sostenuto = false
  }

  let channel: Channel
  /// The notes whose keys are down or that a pedal holds.
  var notes: [NoteNumber: ReducedNote] = [:]
  private var notePressures: [NoteNumber: UInt7] = [:]
  private var controllers: [Controller: UInt7] = [:]
  private var program: Timeline.Change?
  private var bend: UInt14 = .bendCenter
  private var pressure: UInt7 = 0
  private var parameters = ReducedParameters()

  /// Makes the state in which nothing was set.
  init(_ channel: Channel) { self.channel = channel }

  /// The pedals of this channel itself.
  var pedals: Pedals {
    // From 64 on, a switch is on (MIDI 1.0 Detailed Specification, table III).
    Pedals(
      sustain: controllers[.sustain, default: 0] >= 64, sostenuto: controllers[.sostenuto, default: 0] >= 64)
  }

  /// The parameter that data entry sets.
  var selectedParameter: Timeline.Parameter? { parameters.selected }

  /// Adds the entry of a parameter whose value may be complete now.
  mutating func settleParameter(_ log: inout ChangeLog) { parameters.settle(channel, &log) }

  /// Takes a program change, which chooses from the bank that is selected.
  mutating func choose(_ number: UInt7, _ log: inout ChangeLog) {
    let coarse = controllers[.bank]
    let fine = controllers[.bankFine]
    let bank =
      coarse == nil && fine == nil
      ? nil : UInt14(mostSignificant: coarse ?? 0, leastSignificant: fine ?? 0)
    let chosen = Timeline.Change.program(number, bank: bank)
    guard chosen != program else { return }
    program = chosen
    log.add(chosen, channel)
  }

  /// Takes a controller but timbre. Mode messages but local control say nothing that lasts, so each is an entry.
  mutating func set(_ controller: Controller, _ value: UInt7, _ log: inout ChangeLog) {
    switch controller {
    case Controller.parameterSelectors:
      parameters.select(controller, value)
    case .dataEntry, .dataEntryFine, .dataIncrement, .dataDecrement:
      if parameters.apply(controller, value, channel, &log) { return }
      store(controller, value, &log)
    case .allSoundOff, .resetAllControllers, Controller.keysUp:
      log.add(.controller(controller, value), channel)
    default:
      store(controller, value, &log)
    }
  }

  private mutating func store(_ controller: Controller, _ value: UInt7, _ log: inout ChangeLog) {
    let known = controllers[controller] ?? (Controller.pedals ~= controller ? 0 : nil)
    guard known != value else { return }
    controllers[controller] = value
    log.add(.controller(controller, value), channel)
  }

  /// Takes bend, pressure or timbre.
  ///
  /// - Parameter ofNotes: Whether it belongs to the notes whose keys are down, if there are any.
  mutating func express(_ expression: Timeline.Expression, ofNotes: Bool, _ log: inout ChangeLog) {
    guard remember(expression) else { return }
    let sounding = ofNotes ? notes.filter { $0.value.phase == .sounding }.keys.sorted() : []
    for note in sounding { log.add(note, .expression(expression), channel) }
    if sounding.isEmpty { log.add(.expression(expression), channel) }
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
      return controllers.updateValue(value, forKey: .timbre) != value
    }
  }

  /// Takes poly pressure, which belongs to its note whether it sounds or not: instruments send it before the note-on.
  mutating func press(_ note: NoteNumber, _ pressure: UInt7, _ log: inout ChangeLog) {
    guard notePressures[note, default: 0] != pressure else { return }
    notePressures[note] = pressure
    log.add(note, .expression(.pressure(pressure)), channel)
  }

  /// Does what "reset all controllers" does (RP-015), but for what lifted pedals do to notes.
  mutating func resetControllers(isMember: Bool, _ log: inout ChangeLog) {
    settleParameter(&log)
    for (controller, value) in Controller.resetValues {
      if let known = controllers[controller], known != value {
        log.add(.controller(controller, value), channel)
      }
    }
    controllers = controllers.filter(\.key.survivesReset)
    for (controller, value) in Controller.resetValues { controllers[controller] = value }
    parameters.deselect()
    express(.bend(.bendCenter), ofNotes: isMember, &log)
    express(.pressure(0), ofNotes: isMember, &log)
    for note in notePressures.keys.sorted() { press(note, 0, &log) }
  }

  /// Forgets all but the keys that are down.
  mutating func forgetSettings() {
    var fresh = ReducedChannel(channel)
    fresh.notes = notes
    self = fresh
  }

  /// Adds what hangs and which pedals were left down.
  mutating func finish(_ log: inout ChangeLog) {
    settleParameter(&log)
    for (note, state) in notes.sorted(by: { $0.key < $1.key }) where state.phase == .sounding {
      log.add(note, .hanging, channel)
    }
    for (controller, value) in controllers.sorted(by: { $0.key < $1.key })
    where Controller.pedals ~= controller && value >= 64 {
      log.add(.pedalLeftDown(controller, value), channel)
    }
  }
}
