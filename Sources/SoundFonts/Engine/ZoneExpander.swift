internal import MIDICore
internal import Timelines

/// Plays MPE zones on a synthesizer without MPE: what arrives on a zone's manager channel also reaches its members.
///
/// Each message comes in, in order of time. It becomes the steps that the engine performs at once:
///
/// - MPE configuration (RPN 6) gives the members a bend range of 48 semitones and the manager channel 2. Members play
///   their program even on channel 10. They get the manager's program and controllers, unless they have their own.
/// - Programs, banks, controllers, and mode messages of the manager channel are also sent to each member.
/// - A pedal holds a member's notes if it is down on the member or the manager channel. Their bends add up, and the
///   higher pressure counts.
/// - The bend range (RPN 0) of one member applies to all members of its zone.
///
/// Source: MIDI Polyphonic Expression 1.0 (M1-100-UM).
final class ZoneExpander {
  /// An instruction for the engine.
  enum Step: Hashable {
    /// Handle a message.
    case message(Message)
    /// Set a channel's bend range in semitones.
    case bendRange(Channel, UInt7)
    /// Make a channel play a program instead of drums.
    case melodic(Channel, program: UInt7)
    /// Make a channel play drums again.
    case drums(Channel)
  }

  /// The values that messages have set on a channel.
  private struct Values {
    /// The controllers by number. A value is `nil` if no message has set it.
    var controllers = [UInt7?](repeating: nil, count: 128)
    var program: UInt7?
    var bend = UInt14.bendCenter
    var pressure: UInt7 = 0
    var bendRange: UInt7
    var parameters = ParameterSelection()
  }

  /// The bend ranges after MPE configuration, in semitones.
  private static let memberBendRange: UInt7 = 48
  private static let managerBendRange: UInt7 = 2
  /// The channel that plays drums outside zones.
  private static let drumChannel: Channel = 9
  private static let pedals: Set<Controller> = [.sustain, .sostenuto]

  private let bendRange: UInt7
  private var zones = MPEZones()
  private var channels: [Values] = []

  /// Creates a state without zones.
  ///
  /// - Parameter bendRange: The engine's bend range in semitones.
  init(bendRange: Int) {
    self.bendRange = UInt7(clamping: bendRange)
    forget()
  }

  private func forget() {
    zones = MPEZones()
    channels = Array(repeating: Values(bendRange: bendRange), count: Int(Channel.maximum) + 1)
  }

  /// Applies a message, and passes the steps for it to a closure.
  func expand(_ message: Message, _ perform: (Step) -> Void) {
    guard let channel = message.channel else {
      perform(.message(message))
      switch message {
      case .systemReset: forget()
      case .systemExclusive: restore(perform)
      default: break
      }
      return
    }
    let index = Int(channel.rawValue)
    switch message {
    case .controlChange(_, let controller, let value):
      control(channel, controller, value, perform)
    case .programChange(_, let program):
      channels[index].program = program
      perform(.message(message))
      for member in zones.members(of: channel) {
        perform(.message(.programChange(channel: member, program: program)))
      }
    case .pitchBend(_, let bend):
      channels[index].bend = bend
      sendAgain(channel, perform, bendStep)
    case .channelPressure(_, let pressure):
      channels[index].pressure = pressure
      sendAgain(channel, perform, pressureStep)
    default: perform(.message(message))
    }
  }

  private func control(
    _ channel: Channel, _ controller: Controller, _ value: UInt7, _ perform: (Step) -> Void
  ) {
    let index = Int(channel.rawValue)
    let message = Message.controlChange(channel: channel, controller: controller, value: value)
    switch controller {
    case Controller.parameterSelectors:
      channels[index].parameters.apply(controller, value)
      perform(.message(message))
    case .dataEntry, .dataEntryLeastSignificant, .dataIncrement, .dataDecrement:
      perform(.message(message))
      guard controller == .dataEntry else { return }
      switch channels[index].parameters.parameter {
      case .mpeConfiguration: configure(channel, memberCount: value, perform)
      case .pitchBendRange: setBendRange(value, on: channel, perform)
      default: break
      }
    case .resetAllControllers:
      for reached in [channel] + zones.members(of: channel) {
        reset(reached)
        perform(.message(.controlChange(channel: reached, controller: controller, value: value)))
        if zones.manager(of: reached) != nil { sendShared(reached, perform) }
      }
    case Controller.noteEndingModes:
      perform(.message(message))
      for member in zones.members(of: channel) {
        perform(.message(.controlChange(channel: member, controller: .allNotesOff, value: 0)))
      }
    default:
      channels[index].controllers[Int(controller.rawValue)] = value
      sendAgain(channel, perform) { controllerStep(controller, of: $0, value) }
    }
  }

  /// Sends a value of a channel, and of its members.
  private func sendAgain(
    _ channel: Channel, _ perform: (Step) -> Void, _ step: (Channel) -> Step
  ) {
    for reached in [channel] + zones.members(of: channel) { perform(step(reached)) }
  }

  private func controllerStep(_ controller: Controller, of channel: Channel, _ value: UInt7) -> Step {
    let heard = Self.pedals.contains(controller) ? pedal(controller, of: channel) : value
    return .message(.controlChange(channel: channel, controller: controller, value: heard))
  }

  private func pedal(_ pedal: Controller, of channel: Channel) -> UInt7 {
    let holders = [channel, zones.manager(of: channel)].compactMap { $0 }
    return holders.compactMap { channels[Int($0.rawValue)].controllers[Int(pedal.rawValue)] }.max() ?? 0
  }

  private func bendStep(_ channel: Channel) -> Step {
    .message(.pitchBend(channel: channel, value: bend(of: channel)))
  }

  /// Returns a channel's bend, to which that of its manager channel is added in semitones.
  private func bend(of channel: Channel) -> UInt14 {
    let own = channels[Int(channel.rawValue)]
    guard let manager = zones.manager(of: channel).map({ channels[Int($0.rawValue)] }),
      manager.bend != .bendCenter, own.bendRange > 0
    else { return own.bend }
    let center = Int(UInt14.bendCenter.rawValue)
    let added = (Int(manager.bend.rawValue) - center) * Int(manager.bendRange.rawValue)
    return UInt14(clamping: Int(own.bend.rawValue) + added / Int(own.bendRange.rawValue))
  }

  private func pressureStep(_ channel: Channel) -> Step {
    let manager = zones.manager(of: channel).map { channels[Int($0.rawValue)].pressure }
    let pressure = max(channels[Int(channel.rawValue)].pressure, manager ?? 0)
    return .message(.channelPressure(channel: channel, pressure: pressure))
  }

  /// Sends everything that a member shares with its manager channel.
  private func sendShared(_ member: Channel, _ perform: (Step) -> Void) {
    for pedal in Self.pedals.sorted() where self.pedal(pedal, of: member) > 0 {
      perform(controllerStep(pedal, of: member, 0))
    }
    if bend(of: member) != .bendCenter { perform(bendStep(member)) }
    if let manager = zones.manager(of: member), channels[Int(manager.rawValue)].pressure > 0 {
      perform(pressureStep(member))
    }
  }

  /// Forgets what "reset all controllers" resets.
  private func reset(_ channel: Channel) {
    let index = Int(channel.rawValue)
    channels[index].bend = .bendCenter
    channels[index].pressure = 0
    channels[index].parameters = ParameterSelection()
    for number in channels[index].controllers.indices where !Controller(clamping: number).isKeptByReset {
      channels[index].controllers[number] = nil
    }
  }

  private func setBendRange(_ semitones: UInt7, on channel: Channel, _ perform: (Step) -> Void) {
    channels[Int(channel.rawValue)].bendRange = semitones
    guard let manager = zones.manager(of: channel) else {
      for member in zones.members(of: channel) { perform(bendStep(member)) }
      return
    }
    for member in zones.members(of: manager) {
      channels[Int(member.rawValue)].bendRange = semitones
      if member != channel { perform(.bendRange(member, semitones)) }
      if channels[Int(manager.rawValue)].bend != .bendCenter { perform(bendStep(member)) }
    }
  }

  private func configure(_ manager: Channel, memberCount: UInt7, _ perform: (Step) -> Void) {
    let before = zones
    zones.configure(manager, members: memberCount)
    for channel in zones.channelsInUse(or: before) {
      let (old, new) = (before.manager(of: channel), zones.manager(of: channel))
      let index = Int(channel.rawValue)
      if new == manager {
        channels[index].bendRange = Self.memberBendRange
        perform(.bendRange(channel, Self.memberBendRange))
        if old != new { join(channel, manager, perform) }
      } else if channel == manager {
        channels[index].bendRange = Self.managerBendRange
        perform(.bendRange(channel, Self.managerBendRange))
      } else if old != nil, new == nil {
        channels[index].bendRange = bendRange
        perform(.bendRange(channel, bendRange))
        if channel == Self.drumChannel { perform(.drums(channel)) }
      }
    }
  }

  /// Gives a new member the manager's program and controllers, unless it has its own.
  private func join(_ member: Channel, _ manager: Channel, _ perform: (Step) -> Void) {
    let (own, shared) = (channels[Int(member.rawValue)], channels[Int(manager.rawValue)])
    for (number, value) in shared.controllers.enumerated() where own.controllers[number] == nil {
      let controller = Controller(clamping: number)
      if let value, !Self.pedals.contains(controller) {
        perform(.message(.controlChange(channel: member, controller: controller, value: value)))
      }
    }
    if member == Self.drumChannel {
      perform(.melodic(member, program: own.program ?? shared.program ?? 0))
    } else if own.program == nil, let program = shared.program {
      perform(.message(.programChange(channel: member, program: program)))
    }
    sendShared(member, perform)
  }

  /// Restores what a reset by System Exclusive has changed in the engine, because zones survive it.
  private func restore(_ perform: (Step) -> Void) {
    for channel in zones.channelsInUse(or: zones) {
      perform(.bendRange(channel, channels[Int(channel.rawValue)].bendRange))
      if channel == Self.drumChannel { perform(.melodic(channel, program: 0)) }
    }
  }
}

extension MPEZones {
  /// Returns the member channels of a manager channel, in order.
  fileprivate func members(of channel: Channel) -> [Channel] {
    guard isManager(channel) else { return [] }
    return (0...Channel.maximum).map { Channel(masking: $0) }.filter { manager(of: $0) == channel }
  }

  /// Returns the channels of zones of this or an earlier state, in order.
  fileprivate func channelsInUse(or before: MPEZones) -> [Channel] {
    (0...Channel.maximum).map { Channel(masking: $0) }.filter { channel in
      [self, before].contains { $0.manager(of: channel) != nil || $0.isManager(channel) }
    }
  }
}
