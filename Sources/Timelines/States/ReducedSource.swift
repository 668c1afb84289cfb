internal import MIDICore

/// What the messages of one source have set and what sounds: its channels, and the zones that bind them together.
struct ReducedSource: Sendable {
  private var channels: [Channel: ReducedChannel] = [:]
  private var zones = ExpressionZones()

  /// Makes the state in which nothing was set.
  init() {}

  /// Takes a message and adds to the log what it changes.
  mutating func apply(_ message: Message, to log: inout ChangeLog) {
    guard let channel = message.channel else {
      log.add(.system(message), nil)
      if message == .systemReset { reset(&log) }
      return
    }
    if !message.isFineDataEntry { channels[channel]?.settleParameter(&log) }
    let pedals = pedals(of: channel)
    let isMember = zones.manager(of: channel) != nil
    Self.apply(message, to: &channels[channel, default: ReducedChannel(channel)], pedals, isMember, &log)
    if case .controlChange(_, let controller, let value) = message {
      reach(from: channel, controller, value, pedals, &log)
    }
  }

  /// What the message does in its own channel.
  private static func apply(
    _ message: Message, to state: inout ReducedChannel, _ pedals: ReducedChannel.Pedals, _ isMember: Bool,
    _ log: inout ChangeLog
  ) {
    switch message {
    case .noteOn(_, let note, let velocity) where velocity != 0: state.strike(note, velocity, &log)
    case .noteOn(_, let note, _): state.lift(note, releaseVelocity: nil, pedals, &log)
    case .noteOff(_, let note, let velocity): state.lift(note, releaseVelocity: velocity, pedals, &log)
    case .polyPressure(_, let note, let pressure): state.press(note, pressure, &log)
    case .controlChange(_, .timbre, let value): state.express(.timbre(value), ofNotes: isMember, &log)
    case .controlChange(_, let controller, let value): state.set(controller, value, &log)
    case .programChange(_, let program): state.choose(program, &log)
    case .channelPressure(_, let pressure): state.express(.pressure(pressure), ofNotes: isMember, &log)
    case .pitchBend(_, let bend): state.express(.bend(bend), ofNotes: isMember, &log)
    default: break
    }
  }

  /// What a controller does beyond its value: to notes, and from a manager's channel to the whole zone.
  private mutating func reach(
    from channel: Channel, _ controller: Controller, _ value: UInt7, _ before: ReducedChannel.Pedals,
    _ log: inout ChangeLog
  ) {
    switch controller {
    case .dataEntry:
      guard channels[channel]?.selectedParameter == ExpressionZones.configuration else { return }
      zones.configure(channel, members: value)
    case .sustain, .sostenuto:
      let after = pedals(of: channel)
      guard before != after else { return }
      let captures = after.sostenuto && !before.sostenuto
      for reached in zones.reach(of: channel) {
        let pedals = pedals(of: reached)
        channels[reached]?.movePedals(pedals, captures: captures, &log)
      }
    case .allSoundOff:
      for reached in zones.reach(of: channel) { channels[reached]?.silence(&log) }
    case .resetAllControllers:
      let reached = zones.reach(of: channel)
      for channel in reached {
        channels[channel]?.resetControllers(isMember: zones.manager(of: channel) != nil, &log)
      }
      for channel in reached {
        let pedals = pedals(of: channel)
        channels[channel]?.movePedals(pedals, captures: false, &log)
      }
    case Controller.keysUp:
      for reached in zones.reach(of: channel) {
        let pedals = pedals(of: reached)
        channels[reached]?.liftAll(pedals, &log)
      }
    default: break
    }
  }

  /// The pedals that hold notes of a channel: its own, and those of its zone's manager.
  private func pedals(of channel: Channel) -> ReducedChannel.Pedals {
    let own = channels[channel]?.pedals ?? .init()
    guard let manager = zones.manager(of: channel), let zone = channels[manager]?.pedals else { return own }
    return .init(sustain: own.sustain || zone.sustain, sostenuto: own.sostenuto || zone.sostenuto)
  }

  /// A system reset: all sound ends, and nothing is known any more.
  private mutating func reset(_ log: inout ChangeLog) {
    for channel in channels.keys.sorted() {
      channels[channel]?.settleParameter(&log)
      channels[channel]?.silence(&log)
      channels[channel]?.forgetSettings()
    }
    zones = ExpressionZones()
  }

  /// Adds what hangs at the end and what was left down.
  mutating func finish(_ log: inout ChangeLog) {
    for channel in channels.keys.sorted() { channels[channel]?.finish(&log) }
  }
}

extension Message {
  /// Whether this is the fine half of a parameter's value.
  fileprivate var isFineDataEntry: Bool {
    if case .controlChange(_, .dataEntryFine, _) = self { true } else { false }
  }
}
