internal import MIDICore
internal import Timelines

/// Plays MPE zones on a synthesizer without MPE: the messages of a zone's manager channel also reach its members.
///
/// Each message comes in, in order of time. It becomes the steps that the engine performs at once:
///
/// - MPE configuration (RPN 6) gives the members a bend range of 48 semitones and the manager channel 2. Members play
///   their program even on channel 10. They get the manager's program and controllers, unless they have their own. A
///   channel that leaves a zone keeps only its own values.
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
    /// Make a channel play melodic programs or drums. Its program must follow.
    case plays(Channel, drums: Bool)
  }

  /// The values that messages have set on a channel.
  private struct Values {
    /// The controllers by number. A value is `nil` if no message to the channel has set it since the manager channel has.
    var controllers = [UInt7?](repeating: nil, count: 128)
    var program: UInt7?
    /// The program from before the zone, on the channel of drums.
    var drumKit: UInt7?
    var bend = UInt14.bendCenter
    var pressure: UInt7 = 0
    var bendRange: UInt7
    var parameters = ParameterSelection()
  }

  /// The bend ranges after MPE configuration, in semitones.
  private static let memberBendRange: UInt7 = 48
  private static let managerBendRange: UInt7 = 2
  /// The channel that plays drums outside zones.
  private static let drumChannel: Channel = .number(10)
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
      case .systemExclusive(let exclusive) where exclusive.resetsSynth: restore(perform)
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
        channels[Int(member.rawValue)].program = nil
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
        if zones.manager(of: reached) != nil { sendHeard(on: reached, perform) }
      }
    case Controller.noteEndingModes:
      perform(.message(message))
      for member in zones.members(of: channel) {
        perform(.message(.controlChange(channel: member, controller: .allNotesOff, value: 0)))
      }
    default:
      channels[index].controllers[Int(controller.rawValue)] = value
      if !Self.pedals.contains(controller) {
        for member in zones.members(of: channel) {
          channels[Int(member.rawValue)].controllers[Int(controller.rawValue)] = nil
        }
      }
      sendAgain(channel, perform) { controllerStep(controller, on: $0) }
    }
  }

  /// Sends a value of a channel, and of its members.
  private func sendAgain(
    _ channel: Channel, _ perform: (Step) -> Void, _ step: (Channel) -> Step
  ) {
    for reached in [channel] + zones.members(of: channel) { perform(step(reached)) }
  }

  private func controllerStep(_ controller: Controller, on channel: Channel) -> Step {
    let value = heard(controller, on: channel) ?? Self.initialValue(of: controller)
    return .message(.controlChange(channel: channel, controller: controller, value: value))
  }

  /// Returns the value of a controller that sounds on a channel, or `nil` if no message has set it: its own value,
  /// otherwise that of its manager channel. Of a pedal, the higher one counts.
  private func heard(_ controller: Controller, on channel: Channel) -> UInt7? {
    let number = Int(controller.rawValue)
    let own = channels[Int(channel.rawValue)].controllers[number]
    let shared = zones.manager(of: channel).flatMap { channels[Int($0.rawValue)].controllers[number] }
    return Self.pedals.contains(controller) ? [own, shared].compactMap { $0 }.max() : own ?? shared
  }

  /// Returns the value of a controller in FluidSynth after a reset.
  private static func initialValue(of controller: Controller) -> UInt7 {
    switch controller.rawValue {
    case 7: 100
    case 8, 10, 70...79: 64
    case 11, 43: 127
    default: 0
    }
  }

  /// Returns the program of a channel: its own, otherwise that of its manager channel, otherwise `nil`.
  private func program(on channel: Channel) -> UInt7? {
    channels[Int(channel.rawValue)].program
      ?? zones.manager(of: channel).flatMap { channels[Int($0.rawValue)].program }
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

  /// Sends the values that a member shares with its manager channel after a reset of its controllers.
  private func sendHeard(on member: Channel, _ perform: (Step) -> Void) {
    for number in 0...UInt8(127) {
      let controller = Controller(masking: number)
      guard !controller.isKeptByReset, heard(controller, on: member) != nil else { continue }
      perform(controllerStep(controller, on: member))
    }
    if bend(of: member) != .bendCenter { perform(bendStep(member)) }
    perform(pressureStep(member))
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
    var after = zones
    guard after.configure(manager, members: memberCount) else { return }
    let sounds = (0...Channel.maximum).map { sound(on: Channel(masking: $0)) }
    zones = after
    for channel in zones.channelsInUse(or: before) {
      let (old, new) = (before.manager(of: channel), zones.manager(of: channel))
      let range: UInt7? =
        switch channel {
        case manager: Self.managerBendRange
        case _ where new == manager: Self.memberBendRange
        case _ where old != nil && new == nil: bendRange
        default: nil
        }
      if let range {
        channels[Int(channel.rawValue)].bendRange = range
        perform(.bendRange(channel, range))
      }
      if old != new { move(channel, from: old, sounds[Int(channel.rawValue)], perform) }
    }
  }

  /// The messages that give a channel its sound, except its program.
  private func sound(on channel: Channel) -> [Step] {
    (0...UInt8(127)).map { controllerStep(Controller(masking: $0), on: channel) }
      + [bendStep(channel), pressureStep(channel)]
  }

  /// Sends what changes on a channel that joins, leaves, or changes its zone.
  private func move(_ channel: Channel, from old: Channel?, _ before: [Step], _ perform: (Step) -> Void) {
    let index = Int(channel.rawValue)
    let isMember = zones.manager(of: channel) != nil
    let changesType = channel == Self.drumChannel && (old == nil) == isMember
    if changesType {
      let (program, drumKit) = (channels[index].program, channels[index].drumKit)
      (channels[index].program, channels[index].drumKit) = isMember ? (nil, program) : (drumKit, nil)
      perform(.plays(channel, drums: !isMember))
    }
    for (step, earlier) in zip(sound(on: channel), before) where step != earlier { perform(step) }
    if let program = program(on: channel) ?? (changesType || old != nil ? 0 : nil) {
      perform(.message(.programChange(channel: channel, program: program)))
    }
  }

  /// Restores the bend ranges and the channel types after a reset by System Exclusive, because zones survive it.
  private func restore(_ perform: (Step) -> Void) {
    let ranges = channels.map(\.bendRange)
    channels = channels.map { _ in Values(bendRange: bendRange) }
    for channel in zones.channelsInUse(or: zones) {
      channels[Int(channel.rawValue)].bendRange = ranges[Int(channel.rawValue)]
      perform(.bendRange(channel, channels[Int(channel.rawValue)].bendRange))
      if channel == Self.drumChannel, zones.manager(of: channel) != nil {
        perform(.plays(channel, drums: false))
        perform(.message(.programChange(channel: channel, program: 0)))
      }
    }
  }
}

extension SystemExclusive {
  /// Whether FluidSynth resets its channels: GM 1 and GM 2 on, GS reset, and XG on.
  var resetsSynth: Bool {
    let bytes = payload.map(\.rawValue)
    guard bytes.count >= 4 else { return false }
    switch bytes[0] {
    case 0x7E: return bytes[2] == 0x09 && [1, 3].contains(bytes[3])
    case 0x41: return bytes.count >= 8 && bytes[2...6] == [0x42, 0x12, 0x40, 0x00, 0x7F]
    case 0x43: return bytes.count >= 7 && bytes[1] & 0xF0 == 0x10 && bytes[2...5] == [0x4C, 0x00, 0x00, 0x7E]
    default: return false
    }
  }
}

extension MPEZones {
  /// Returns the channels of zones of this or an earlier state, in order.
  fileprivate func channelsInUse(or before: MPEZones) -> [Channel] {
    (0...Channel.maximum).map { Channel(masking: $0) }.filter { channel in
      [self, before].contains { $0.manager(of: channel) != nil || $0.isManager(channel) }
    }
  }
}
