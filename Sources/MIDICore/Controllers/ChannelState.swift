/// What the messages on one channel have set, without its notes.
package struct ChannelState: Sendable {
  /// A message without its channel: the status byte of channel 1, and the data bytes.
  package typealias Parts = (status: UInt8, first: UInt8, second: UInt8)

  /// The controllers that select parameters and banks, and set them (MIDI 1.0 Detailed Specification, table III).
  private enum Number {
    static let bank: UInt8 = 0
    static let bankFine: UInt8 = 32
    static let dataEntry: UInt8 = 6
    static let dataEntryFine: UInt8 = 38
    static let dataIncrement: UInt8 = 96
    static let dataDecrement: UInt8 = 97
    static let nonRegisteredFine: UInt8 = 98
    static let nonRegistered: UInt8 = 99
    static let registeredFine: UInt8 = 100
    static let registered: UInt8 = 101
    static let resetAll = Controller.resetAllControllers.rawValue
    static let omni: ClosedRange<UInt8> = 124...125
    static let poly: ClosedRange<UInt8> = 126...127
  }

  /// A registered or non-registered parameter.
  private struct Parameter: Hashable {
    /// The controller with the upper half of its number: 99 or 101. That with the lower half is the one before.
    var selector: UInt8
    var upper: UInt8
    var lower: UInt8

    /// The parameter number that selects no parameter.
    static let null = Parameter(selector: Number.registered, upper: 0x7F, lower: 0x7F)

    var isNull: Bool { upper == 0x7F && lower == 0x7F }
    var selection: [Parts] { [(0xB0, selector, upper), (0xB0, selector - 1, lower)] }
  }

  private var wasReset = false
  private var omni: Parts?
  private var poly: Parts?
  private var program: UInt8?
  /// The banks that the program was chosen from.
  private var programBanks: [Parts] = []
  private var controllers: [UInt8: UInt8] = [:]
  /// Data entries that came while no parameter was selected. They mean something only to receivers without parameters.
  private var plainDataEntries: [UInt8: UInt8] = [:]
  /// 99 or 101, whichever kind of parameter was selected last.
  private var selector: UInt8?
  /// The parameters that were set, in that order.
  private var parameters: [Parameter] = []
  private var parameterValues: [Parameter: [Parts]] = [:]
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
    switch parts.first {
    case Number.dataEntry, Number.dataEntryFine:
      if let parameter = selectedParameter {
        set(parameter, to: parts)
      } else {
        plainDataEntries[parts.first] = parts.second
      }
    case Number.dataIncrement, Number.dataDecrement:
      // What a step comes to, each parameter says for itself.
      break
    case Number.nonRegisteredFine...Number.registered:
      selector = parts.first | 1
      controllers[parts.first] = parts.second
    case Number.resetAll: reset()
    case Number.omni: omni = parts
    case Number.poly: poly = parts
    case 120...:
      // All sound off, local control, all notes off: nothing that holds for the notes to come.
      break
    default: controllers[parts.first] = parts.second
    }
  }

  private mutating func set(_ parameter: Parameter, to parts: Parts) {
    if parameterValues[parameter] == nil { parameters.append(parameter) }
    // The fine value follows the coarse one, which resets it.
    let coarse = (parameterValues[parameter] ?? []).filter { $0.first == Number.dataEntry }
    parameterValues[parameter] = parts.first == Number.dataEntry ? [parts] : coarse + [parts]
  }

  /// What "reset all controllers" leaves as it is (RP-015): banks, volume, pan, sound and effects controllers, the
  /// program, and the values of parameters.
  private mutating func reset() {
    wasReset = true
    let kept: Set<UInt8> = [0, 7, 10, 32, 39, 42]
    controllers = controllers.filter { number, _ in
      kept.contains(number) || 70...79 ~= number || 91...95 ~= number
    }
    plainDataEntries = [:]
    selector = nil
    pitchBend = nil
    pressure = nil
  }

  private var selectedParameter: Parameter? {
    guard let selector, let upper = controllers[selector], let lower = controllers[selector - 1] else {
      return nil
    }
    let parameter = Parameter(selector: selector, upper: upper, lower: lower)
    return parameter.isNull ? nil : parameter
  }

  /// The bank controllers that were set.
  private var banks: [Parts] {
    [Number.bank, Number.bankFine].compactMap { number in controllers[number].map { (0xB0, number, $0) } }
  }

  /// The messages that set it all, in an order in which they do so.
  package var messages: [Parts] {
    var messages: [Parts] = wasReset ? [(0xB0, Number.resetAll, 0)] : []
    messages += [omni, poly].compactMap(\.self)
    if let program { messages += programBanks + [(0xC0, program, 0)] }
    if program == nil || !banks.elementsEqual(programBanks, by: ==) { messages += banks }
    if !plainDataEntries.isEmpty { messages += Parameter.null.selection + statements(of: plainDataEntries) }
    for parameter in parameters { messages += parameter.selection + (parameterValues[parameter] ?? []) }
    messages += selectionMessages
    let stated = [Number.bank, Number.bankFine] + Array(Number.nonRegisteredFine...Number.registered)
    messages += statements(of: controllers.filter { !stated.contains($0.key) })
    return messages + [pitchBend, pressure].compactMap(\.self)
  }

  /// Returns messages that set controllers, in the order of their numbers.
  private func statements(of controllers: [UInt8: UInt8]) -> [Parts] {
    controllers.sorted { $0.key < $1.key }.map { (0xB0, $0.key, $0.value) }
  }

  /// Selects what was selected last; or nothing, where values of parameters were stated.
  private var selectionMessages: [Parts] {
    let selectors =
      selector == Number.nonRegistered
      ? [Number.registered, Number.nonRegistered] : [Number.nonRegistered, Number.registered]
    let selection = selectors.flatMap { [$0, $0 - 1] }.compactMap { number in
      controllers[number].map { (0xB0 as UInt8, number, $0) }
    }
    if selection.isEmpty, !parameters.isEmpty {
      return Parameter.null.selection
    }
    return selection
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
