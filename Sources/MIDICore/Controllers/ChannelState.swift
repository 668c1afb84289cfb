/// The state that the messages of one channel have set, except its notes.
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
  /// Data entries without a selected parameter, which only receivers without parameters use.
  private var plainDataEntries: [Controller: UInt8] = [:]
  private var selection = ParameterSelection()
  /// The parameters that were set, in the order in which they were first set.
  private var parameters: [ParameterNumber] = []
  private var parameterValues: [ParameterNumber: [Parts]] = [:]
  private var pitchBend: Parts?
  private var pressure: Parts?

  /// Creates an empty state.
  package init() {}

  /// Applies a channel message; ignores notes and their pressure.
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
      // All sound off, local control, and all notes off set no state for later notes.
      break
    default: controllers[controller] = parts.second
    }
  }

  private mutating func set(_ parameter: ParameterNumber, to parts: Parts) {
    if parameterValues[parameter] == nil { parameters.append(parameter) }
    // The LSB follows the MSB: a new MSB resets the LSB.
    let coarse = (parameterValues[parameter] ?? []).filter { $0.first == Controller.dataEntry.rawValue }
    parameterValues[parameter] = parts.first == Controller.dataEntry.rawValue ? [parts] : coarse + [parts]
  }

  /// Applies "reset all controllers" (RP-015), which keeps the program and the values of parameters.
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

  /// The messages that restore the state, in a valid order.
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

  /// Returns the control changes that set the given values, in order of controller number.
  private static func parts(of controllers: [Controller: UInt8]) -> [Parts] {
    controllers.sorted { $0.key < $1.key }.map { (0xB0, $0.key.rawValue, $0.value) }
  }

  private static func parts(of changes: [(controller: Controller, value: UInt7)]) -> [Parts] {
    changes.map { (0xB0, $0.controller.rawValue, $0.value.rawValue) }
  }

  /// The messages that select the current parameter, or the null parameter if values were set.
  private var selectionMessages: [Parts] {
    let changes = selection.controlChanges
    return Self.parts(of: changes.isEmpty && !parameters.isEmpty ? ParameterNumber.null.selection : changes)
  }
}

/// The state that a stream of messages has set on each channel, except notes.
///
/// It consists of programs with their banks, parameters, controllers, pitch bends, and channel pressures. A replay that
/// starts midway restates it.
public struct ControllerState: Sendable {
  private var channels: [Channel: ChannelState] = [:]

  /// Creates an empty state.
  public init() {}

  /// Applies a message.
  ///
  /// - Complexity: O(1), except for "reset all controllers".
  public mutating func apply(_ message: Message) {
    if case .systemReset = message { channels = [:] }
    guard let channel = message.channel, !message.isNoteOn, !message.isNoteOff else { return }
    let bytes = message.bytes
    let second = bytes.count > 2 ? bytes[2] : 0
    channels[channel, default: ChannelState()].apply((bytes[0] & 0xF0, bytes[1], second))
  }

  /// The messages that restore the state, ordered by channel.
  public var messages: [Message] {
    channels.sorted { $0.key < $1.key }.flatMap { channel, state in
      state.messages.compactMap { status, first, second in
        Message(status: status | channel.rawValue, UInt7(masking: first), UInt7(masking: second))
      }
    }
  }
}
