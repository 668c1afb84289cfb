internal import MIDICore

/// The state of one port: its channels, and the MPE zones that connect them.
struct ReducedPort: Sendable {
  /// The channels by number.
  private var channels = (0...Channel.maximum).map { ReducedChannel(Channel(masking: $0)) }
  private var zones = MPEZones()
  /// Whether controllers are plain numbers.
  private var ignoresControllerMeaning = false
  /// The lights of the LinnStrument to which the source sends, or `nil` if it sends to none.
  private var lights: LinnStrumentLights?

  /// Applies a message and adds its changes to the log.
  mutating func apply(_ message: Message, to log: inout ChangeLog) {
    guard let channel = message.channel else {
      log.add(.system(message), nil)
      if message == .systemReset { reset(&log) }
      return
    }
    let index = Int(channel.rawValue)
    if !message.isFineDataEntry { channels[index].settleParameter(&log) }
    if lights != nil, case .controlChange(_, let controller, let value) = message,
      LinnStrumentLights.controllers ~= controller
    {
      if let light = lights?.apply(controller, value) { log.add(.light(light), .number(1)) }
      return
    }
    let pedals = pedals(of: channel)
    channels[index].apply(message, pedals, isMember: zones.manager(of: channel) != nil, &log)
    if case .controlChange(_, let controller, let value) = message {
      reach(from: channel, controller, value, pedals, &log)
    }
  }

  /// Reads control changes 20 to 22 as lights.
  mutating func readLights() { lights = LinnStrumentLights() }

  /// Sets whether controllers are plain numbers. Notes that pedals hold end at this point.
  mutating func setControllersArePlain(_ isOn: Bool, _ log: inout ChangeLog) {
    guard isOn != ignoresControllerMeaning else { return }
    ignoresControllerMeaning = isOn
    for index in channels.indices { channels[index].setControllersArePlain(isOn, &log) }
  }

  /// Applies the effects of a controller beyond its value: on notes, and from a manager channel on the whole zone.
  private mutating func reach(
    from channel: Channel, _ controller: Controller, _ value: UInt7, _ before: ReducedChannel.Pedals,
    _ log: inout ChangeLog
  ) {
    switch controller {
    case .dataEntry:
      guard channels[Int(channel.rawValue)].parameters.selection.parameter == .mpeConfiguration,
        zones.configure(channel, members: value)
      else { return }
      // The pedals of the manager channel no longer hold the notes of channels that leave its zone.
      for index in channels.indices where channels[index].isUsed {
        let pedals = pedals(of: channels[index].channel)
        channels[index].movePedals(pedals, captures: false, &log)
      }
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

  /// Calls a closure for each channel that a pedal or a mode message on `channel` affects, in order of number.
  ///
  /// - Parameter body: Receives the channel's state, the pedals that hold its notes, and whether it is a member of a
  ///   zone.
  private mutating func forEach(
    reachedFrom channel: Channel, _ log: inout ChangeLog,
    _ body: (inout ReducedChannel, ReducedChannel.Pedals, Bool, inout ChangeLog) -> Void
  ) {
    for index in channels.indices where channels[index].isUsed {
      let reached = channels[index].channel
      let manager = zones.manager(of: reached)
      guard reached == channel || manager == channel else { continue }
      let pedals = pedals(of: reached)
      body(&channels[index], pedals, manager != nil, &log)
    }
  }

  /// Returns the pedals that hold notes of a channel, including pedals of the manager channel.
  private func pedals(of channel: Channel) -> ReducedChannel.Pedals {
    let own = channels[Int(channel.rawValue)].pedals
    guard let manager = zones.manager(of: channel) else { return own }
    let zone = channels[Int(manager.rawValue)].pedals
    return .init(sustain: own.sustain || zone.sustain, sostenuto: own.sostenuto || zone.sostenuto)
  }

  /// Applies a system reset: all sound ends, and all values become unknown.
  private mutating func reset(_ log: inout ChangeLog) {
    for index in channels.indices {
      channels[index].settleParameter(&log)
      channels[index].silence(&log)
      channels[index].forgetSettings()
    }
    zones = MPEZones()
  }

  /// Adds the hanging notes and the pedals left down.
  mutating func finish(_ log: inout ChangeLog) {
    for index in channels.indices { channels[index].finish(&log) }
  }
}

extension Message {
  /// Whether the message is the LSB of a parameter's value.
  fileprivate var isFineDataEntry: Bool {
    if case .controlChange(_, .dataEntryLeastSignificant, _) = self { true } else { false }
  }
}
