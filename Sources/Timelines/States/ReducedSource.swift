internal import MIDICore

/// What the messages of one source have set and what sounds: its channels, and the zones that bind them together.
struct ReducedSource: Sendable {
  /// The channels by their numbers.
  private var channels = (0...Channel.maximum).map { ReducedChannel(Channel(masking: $0)) }
  private var zones = MPEZones()
  /// Whether controllers are but numbers.
  private var ignoresControllerMeaning = false

  /// Makes the state in which nothing was set.
  init() {}

  /// Takes a message and adds to the log what it changes.
  mutating func apply(_ message: Message, to log: inout ChangeLog) {
    guard let channel = message.channel else {
      log.add(.system(message), nil)
      if message == .systemReset { reset(&log) }
      return
    }
    let index = Int(channel.rawValue)
    if !message.isFineDataEntry { channels[index].settleParameter(&log) }
    let pedals = pedals(of: channel)
    channels[index].apply(message, pedals, isMember: zones.manager(of: channel) != nil, &log)
    if case .controlChange(_, let controller, let value) = message {
      reach(from: channel, controller, value, pedals, &log)
    }
  }

  /// Says whether controllers are but numbers. What pedals hold ends where it is said.
  mutating func setControllersArePlain(_ isOn: Bool, _ log: inout ChangeLog) {
    guard isOn != ignoresControllerMeaning else { return }
    ignoresControllerMeaning = isOn
    for index in channels.indices { channels[index].setControllersArePlain(isOn, &log) }
  }

  /// What a controller does beyond its value: to notes, and from a manager's channel to the whole zone.
  private mutating func reach(
    from channel: Channel, _ controller: Controller, _ value: UInt7, _ before: ReducedChannel.Pedals,
    _ log: inout ChangeLog
  ) {
    switch controller {
    case .dataEntry:
      guard channels[Int(channel.rawValue)].selectedParameter == MPEZones.configuration else { return }
      zones.configure(channel, members: value)
    case .sustain, .sostenuto:
      let after = pedals(of: channel)
      guard before != after else { return }
      let captures = after.sostenuto && !before.sostenuto
      forEach(reachedFrom: channel, &log) { state, pedals, _, log in
        state.movePedals(pedals, captures: captures, &log)
      }
    case .allSoundOff:
      forEach(reachedFrom: channel, &log) { state, _, _, log in state.silence(&log) }
    case .resetAllControllers:
      forEach(reachedFrom: channel, &log) { state, _, isMember, log in
        state.resetControllers(isMember: isMember, &log)
      }
      // Only now are the pedals of the whole zone up.
      forEach(reachedFrom: channel, &log) { state, pedals, _, log in
        state.movePedals(pedals, captures: false, &log)
      }
    case Controller.noteEndingModes:
      forEach(reachedFrom: channel, &log) { state, pedals, _, log in state.liftAll(pedals, &log) }
    default: break
    }
  }

  /// Does something to each channel that a pedal or a mode message on `channel` reaches, in order of their numbers.
  ///
  /// - Parameter body: Gets the channel's state, the pedals that hold its notes and whether it is a zone's member.
  private mutating func forEach(
    reachedFrom channel: Channel, _ log: inout ChangeLog,
    _ body: (inout ReducedChannel, ReducedChannel.Pedals, Bool, inout ChangeLog) -> Void
  ) {
    for index in channels.indices where channels[index].isUsed {
      let reached = channels[index].channel
      guard zones.reaches(reached, from: channel) else { continue }
      let pedals = pedals(of: reached)
      let isMember = zones.manager(of: reached) != nil
      body(&channels[index], pedals, isMember, &log)
    }
  }

  /// The pedals that hold notes of a channel: its own, and those of its zone's manager.
  private func pedals(of channel: Channel) -> ReducedChannel.Pedals {
    let own = channels[Int(channel.rawValue)].pedals
    guard let manager = zones.manager(of: channel) else { return own }
    let zone = channels[Int(manager.rawValue)].pedals
    return .init(sustain: own.sustain || zone.sustain, sostenuto: own.sostenuto || zone.sostenuto)
  }

  /// A system reset: all sound ends, and nothing is known any more.
  private mutating func reset(_ log: inout ChangeLog) {
    for index in channels.indices {
      channels[index].settleParameter(&log)
      channels[index].silence(&log)
      channels[index].forgetSettings()
    }
    zones = MPEZones()
  }

  /// Adds what hangs at the end and what was left down.
  mutating func finish(_ log: inout ChangeLog) {
    for index in channels.indices { channels[index].finish(&log) }
  }
}

extension Message {
  /// Whether this is the fine half of a parameter's value.
  fileprivate var isFineDataEntry: Bool {
    if case .controlChange(_, .dataEntryLeastSignificant, _) = self { true } else { false }
  }
}
