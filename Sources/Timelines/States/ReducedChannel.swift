internal import MIDICore

/// The state that the messages of one channel have set, and its notes.
struct ReducedChannel: Sendable {
  /// The pedals that hold notes.
  struct Pedals: Hashable, Sendable {
    var sustain = false
    var sostenuto = false
  }

  let channel: Channel
  /// Whether controllers are plain numbers: no pedal, timbre, or bank select.
  private(set) var ignoresControllerMeaning = false { didSet { updatePedals() } }
  /// Whether the channel has received a message.
  private(set) var isUsed = false
  /// The notes whose keys are down or that a pedal holds.
  var notes = NoteTable()
  /// The sources of the note-ons without a note-off, oldest first, of notes with several sources.
  var noteSources: [NoteNumber: [Int]] = [:]
  /// The pedals of this channel, without the pedals of a manager channel.
  private(set) var pedals = Pedals()
  /// The sources of the last movements of the pedals.
  private var pedalSources: [6 of Int32] = .init(repeating: 0)
  private var notePressures = ValueTable<NoteNumber>()
  private var controllers = ValueTable<Controller>() { didSet { updatePedals() } }
  private var program: Timeline.Change?
  private var bend: UInt14 = .bendCenter
  private var pressure: UInt7 = 0
  private(set) var parameters = ReducedParameters()

  /// Creates an initial state.
  init(_ channel: Channel) { self.channel = channel }

  private mutating func updatePedals() {
    // Switches are on from the value 64 (MIDI 1.0 Detailed Specification, table III).
    pedals =
      ignoresControllerMeaning ? Pedals() : Pedals(sustain: isDown(.sustain), sostenuto: isDown(.sostenuto))
  }

  private static func index(ofPedal pedal: Controller) -> Int {
    Int(pedal.rawValue - Controller.pedals.lowerBound.rawValue)
  }

  private func isDown(_ pedal: Controller) -> Bool { (controllers[pedal] ?? 0).rawValue >= 64 }

  /// Adds the entry of a parameter whose value is complete.
  mutating func settleParameter(_ log: inout ChangeLog) { parameters.settle(channel, &log) }

  /// Sets whether controllers are plain numbers. Their earlier values have a different meaning and are forgotten.
  mutating func setControllersArePlain(_ isOn: Bool, _ log: inout ChangeLog) {
    ignoresControllerMeaning = isOn
    controllers.removeAll()
    movePedals(Pedals(), captures: false, &log)
  }

  /// Applies a message of this channel.
  ///
  /// - Parameters:
  ///   - pedals: The pedals that hold its notes, including pedals of the manager channel.
  ///   - isMember: Whether the channel is a member of a zone, in which expression belongs to notes.
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

  /// Applies a program change, which uses the selected bank.
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

  /// Applies a controller other than timbre. Mode messages except local control have no lasting value, so each is an
  /// entry.
  private mutating func set(_ controller: Controller, _ value: UInt7, _ log: inout ChangeLog) {
    switch controller {
    case Controller.parameterSelectors:
      parameters.selection.apply(controller, value)
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
    let isPedal = Controller.pedals ~= controller && !ignoresControllerMeaning
    guard controllers[controller] ?? (isPedal ? 0 : nil) != value else { return }
    controllers[controller] = value
    if isPedal { pedalSources[Self.index(ofPedal: controller)] = Int32(truncatingIfNeeded: log.source) }
    log.add(.controller(controller, value), channel)
  }

  /// Applies pitch bend, pressure, or timbre.
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

  /// Stores an expression, and returns whether it has changed.
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

  /// Applies poly pressure, which belongs to its note even before the note-on: some instruments send it first.
  private mutating func press(_ note: NoteNumber, _ pressure: UInt7, _ log: inout ChangeLog) {
    guard notePressures[note] ?? 0 != pressure else { return }
    notePressures[note] = pressure
    log.add(note, .expression(.pressure(pressure)), channel)
  }

  /// Applies "reset all controllers" (RP-015), except the effect of released pedals on notes.
  mutating func resetControllers(isMember: Bool, _ log: inout ChangeLog) {
    settleParameter(&log)
    if ignoresControllerMeaning {
      controllers.removeAll()
    } else {
      for (controller, value) in Controller.valuesAfterReset {
        if let known = controllers[controller], known != value {
          log.add(.controller(controller, value), channel)
        }
      }
      for controller in controllers.keys where !controller.isKeptByReset { controllers[controller] = nil }
      for (controller, value) in Controller.valuesAfterReset { controllers[controller] = value }
    }
    parameters.selection = ParameterSelection()
    express(.bend(.bendCenter), ofNotes: isMember, &log)
    express(.pressure(0), ofNotes: isMember, &log)
    for note in notePressures.keys { press(note, 0, &log) }
  }

  /// Forgets all settings except the keys that are down.
  mutating func forgetSettings() {
    notePressures.removeAll()
    controllers.removeAll()
    program = nil
    bend = .bendCenter
    pressure = 0
    parameters.removeAll()
  }

  /// Adds the hanging notes and the pedals left down.
  mutating func finish(_ log: inout ChangeLog) {
    settleParameter(&log)
    for note in notes.numbers {
      guard let state = notes[note], state.phase == .sounding else { continue }
      for source in sources(of: note, state) { log.add(note, .hanging, channel, from: source) }
    }
    guard !ignoresControllerMeaning else { return }
    for pedal in controllers.keys where Controller.pedals ~= pedal && isDown(pedal) {
      let source = Int(pedalSources[Self.index(ofPedal: pedal)])
      log.add(.pedalLeftDown(pedal, controllers[pedal] ?? 0), channel, from: source)
    }
  }
}
