/// What the messages on one channel have set, without its notes.
package struct ChannelState: Sendable {
  /// A message without its channel: the status byte of channel 1, and the data bytes.
  package typealias Parts = (status: UInt8, first: UInt8, second: UInt8)

  private var wasReset = false
  private var omni: Parts?
  private var poly: Parts?
  private var program: UInt8?
  /// The banks that the program was chosen from.
  private var programBanks: [Parts] = []
  private var controllers: [Controller: UInt8] = [:]
  /// Data entries that came while no parameter was selected. They mean something only to receivers without parameters.
  private var plainDataEntries: [Controller: UInt8] = [:]
  private var selection = ParameterSelection()
  /// The parameters that were set, in that order.
  private var parameters: [ParameterNumber] = []
  private var parameterValues: [ParameterNumber: [Parts]] = [:]
  private var pitchBend: Parts?
  private var pressure: Parts?

  /// Makes the state in which nothing was set.
  package init() {}

  /// Takes a channel message; notes and their pressure change nothing.
  package mutating func apply(_ parts: Parts) {
    switch parts.status {
    case 0xB0: applyController(parts)
    case 0xC0:
      program = parts.first
      programBanks = banks
    case 0xD0: pressure = parts
    case 0xE0: pitchBend = parts
    default: break
    }
  }

  private mutating func applyController(_ parts: Parts) {
    let controller = Controller(masking: parts.first)
    switch controller {
    case .dataEntry, .dataEntryLeastSignificant:
      if let parameter = selection.parameter {
        set(parameter, to: parts)
      } else {
        plainDataEntries[controller] = parts.second
      }
    case .dataIncrement, .dataDecrement:
      // The result of a step depends on the parameter.
      break
    case Controller.parameterSelectors: selection.apply(controller, UInt7(masking: parts.second))
    case .resetAllControllers: reset()
    case 124...125: omni = parts
    case 126...127: poly = parts
    case Controller.allSoundOff...:
      // All sound off, local control, and all notes off set nothing for later notes.
      break
    default: controllers[controller] = parts.second
    }
  }

  private mutating func set(_ parameter: ParameterNumber, to parts: Parts) {
    if parameterValues[parameter] == nil { parameters.append(parameter) }
    // The fine value follows the coarse one, which resets it.
    let coarse = (parameterValues[parameter] ?? []).filter { $0.first == Controller.dataEntry.rawValue }
    parameterValues[parameter] = parts.first == Controller.dataEntry.rawValue ? [parts] : coarse + [parts]
  }

  /// Resets what "reset all controllers" resets (RP-015). The program and the values of parameters remain.
  private mutating func reset() {
    wasReset = true
    controllers = controllers.filter { $0.key.isKeptByReset }
    plainDataEntries = [:]
    selection = ParameterSelection()
    pitchBend = nil
    pressure = nil
  }

  /// The bank controllers that were set.
  private var banks: [Parts] {
    [Controller.bankSelect, .bankSelectLeastSignificant].compactMap { controller in
      controllers[controller].map { (0xB0, controller.rawValue, $0) }
    }
  }

  /// The messages that set it all, in an order in which they do so.
  package var messages: [Parts] {
    var messages: [Parts] = wasReset ? [(0xB0, Controller.resetAllControllers.rawValue, 0)] : []
    messages += [omni, poly].compactMap(\.self)
    if let program { messages += programBanks + [(0xC0, program, 0)] }
    if program == nil || !banks.elementsEqual(programBanks, by: ==) { messages += banks }
    if !plainDataEntries.isEmpty {
      messages += Self.parts(of: ParameterNumber.null.selection) + Self.parts(of: plainDataEntries)
    }
    for parameter in parameters {
      messages += Self.parts(of: parameter.selection) + (parameterValues[parameter] ?? [])
    }
    messages += selectionMessages
    messages += Self.parts(
      of: controllers.filter { $0.key != .bankSelect && $0.key != .bankSelectLeastSignificant })
    return messages + [pitchBend, pressure].compactMap(\.self)
  }

  /// Returns messages that set controllers, in the order of their numbers.
  private static func parts(of controllers: [Controller: UInt8]) -> [Parts] {
    controllers.sorted { $0.key < $1.key }.map { (0xB0, $0.key.rawValue, $0.value) }
  }

  private static func parts(of changes: [(controller: Controller, value: UInt7)]) -> [Parts] {
    changes.map { (0xB0, $0.controller.rawValue, $0.value.rawValue) }
  }

  /// Selects the parameter that was selected last; or none, if values of parameters were stated.
  private var selectionMessages: [Parts] {
    let changes = selection.controlChanges
    return Self.parts(of: changes.isEmpty && !parameters.isEmpty ? ParameterNumber.null.selection : changes)
  }
}

/// What a stream of messages has set on each channel and what still holds: programs with their banks, parameters,
/// controllers, bends and pressures; without notes.
///
/// This is what is stated anew when a replay goes on in the middle.
public struct ControllerState: Sendable {
  private var channels: [Channel: ChannelState] = [:]

  /// Makes the state in which nothing was set.
  public init() {}

  /// Takes a message that was sent, or would have been. Constant time, but for reset all controllers.
  public mutating func apply(_ message: Message) {
    if case .systemReset = message { channels = [:] }
    guard let channel = message.channel, !message.isNoteOn, !message.isNoteOff else { return }
    let bytes = message.bytes
    let second = bytes.count > 2 ? bytes[2] : 0
    channels[channel, default: ChannelState()].apply((bytes[0] & 0xF0, bytes[1], second))
  }

  /// The messages that set it all, channel by channel.
  public var messages: [Message] {
    channels.sorted { $0.key < $1.key }.flatMap { channel, state in
      state.messages.compactMap { status, first, second in
        Message(status: status | channel.rawValue, UInt7(masking: first), UInt7(masking: second))
      }
    }
  }
}
