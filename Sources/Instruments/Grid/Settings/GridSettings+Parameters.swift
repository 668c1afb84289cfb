public import MIDICore

extension GridSettings {
  /// Learns a setting from a non-registered parameter that the instrument sent or received.
  ///
  /// The known parameters are 0, 1, 2 to 17, 18, 36, 37, 38, and 60 of the left split, the same plus 100 of the right
  /// split, and 200, 201, 202, 227, 245, 246, 253, and 263 to 270, with the values that the firmware accepts. No
  /// parameter specifies the model.
  ///
  /// - Returns: `true` if the parameter is a known setting and the value is valid.
  public mutating func learn(parameter: UInt14, value: UInt14) -> Bool {
    let value = Int(value.rawValue)
    return switch parameter.rawValue {
    case 0..<100: left.learn(Int(parameter.rawValue), value)
    case 100..<200: right.learn(Int(parameter.rawValue) - 100, value)
    default: learnGlobal(parameter.rawValue, value)
    }
  }

  /// Learns from MPE configuration (RPN 6) that the instrument sent or received.
  ///
  /// Channel 1 concerns the left split, and channel 16 the right split. The split then plays Channel Per Note on the
  /// zone's member channels, next to its manager channel. Without members, MPE ends and the channels stay.
  ///
  /// Source: the instrument's firmware, `receivedRpn` and `activateMpeChannels`.
  ///
  /// - Returns: `true` if the channel and the number of members are valid.
  public mutating func learnMPE(memberCount: UInt7, on channel: Channel) -> Bool {
    let count = memberCount.rawValue
    guard count <= 15, channel == .number(1) || channel == .number(16) else { return false }
    guard count > 0 else { return true }
    let members = channel == .number(1) ? 1...count : 15 - count...14
    let split: WritableKeyPath<GridSettings, Split> = channel == .number(1) ? \.left : \.right
    self[keyPath: split].mode = .channelPerNote
    self[keyPath: split].mainChannel = channel
    self[keyPath: split].noteChannels = Set(members.map { Channel(masking: $0) })
    return true
  }

  private mutating func learnGlobal(_ parameter: UInt16, _ value: Int) -> Bool {
    switch (parameter, value) {
    case (200, 0...1): splitColumn = value == 0 ? nil : lastSplitColumn ?? model.factorySplitColumn
    case (201, 0...1): isRightSelected = value == 1
    case (202, 2...25):
      lastSplitColumn = value
      if splitColumn != nil { splitColumn = value }
    case (227, 0): rowOffset = .noOverlap
    case (227, 3...7): rowOffset = .semitones(value)
    case (227, 12): learnCustomRowOffset()
    case (227, 13): rowOffset = .guitar
    case (227, 127): rowOffset = .zero
    case (245, 0...1): isUserFirmware = value == 1
    case (246, 0...1): leftHanded = value == 1 ? lastLeftHanded : .none
    case (253, 0...33):
      customRowOffset = value == 33 ? .invertedGuitar : .semitones(value - 16)
      if isRowOffsetCustom { learnCustomRowOffset() }
    case (263...270, 0...127):
      let row = Int(parameter) - 263
      guard guitarTuning.indices.contains(row) else { return false }
      guitarTuning[row] = NoteNumber(clamping: value)
    default: return false
    }
    return true
  }

  /// Learns the custom row offset, even if it equals a predefined one.
  private mutating func learnCustomRowOffset() {
    rowOffset = customRowOffset
    isRowOffsetCustom = true
  }
}

extension GridSettings.Split {
  /// Learns from a parameter with the left split's number.
  fileprivate mutating func learn(_ parameter: Int, _ value: Int) -> Bool {
    switch (parameter, value) {
    case (0, 0): mode = .oneChannel
    case (0, 1): mode = .channelPerNote
    case (0, 2): mode = .channelPerRow
    case (1, 1...16): mainChannel = Channel(clamping: value - 1)
    case (2...17, 0...1):
      let channel = Channel(clamping: parameter - 2)
      if value == 1 { noteChannels.insert(channel) } else { noteChannels.remove(channel) }
    case (18, 1...16): firstRowChannel = Channel(clamping: value - 1)
    case (36, 0...10): octave = value - 5
    case (37, 0...14): transposePitch = value - 7
    case (38, 0...14): transposeLights = value - 7
    case (60, 0...1): isRowOrderReversed = value == 1
    default: return false
    }
    return true
  }
}

/// Reads the parameters of a channel that set a LinnStrument.
///
/// The value of a non-registered parameter is complete with its LSB, as on the instrument. MPE configuration (RPN 6) has
/// no LSB.
///
/// A timeline has a value only if it differs from the previous one on its channel. This reader reports every value,
/// because two channels can change one setting in turn.
struct ParameterReader: Sendable {
  private var selection = ParameterSelection()
  private var coarse: UInt7 = 0

  /// The parameter that data entry currently sets, or `nil` if none is selected.
  var selected: ParameterNumber? { selection.parameter }

  /// Reads a controller.
  ///
  /// - Returns: A parameter and its complete value, or `nil` if the controller completes none.
  mutating func take(_ controller: Controller, _ value: UInt7) -> (parameter: ParameterNumber, value: UInt14)?
  {
    switch controller {
    case Controller.parameterSelectors:
      // A selection of one kind clears the other, as on the instrument.
      let isRegistered = controller >= .registeredLeastSignificant
      if selection.isRegistered != isRegistered { selection = ParameterSelection() }
      selection.apply(controller, value)
    case .dataEntry:
      coarse = value
      guard selected == .mpeConfiguration else { return nil }
      return (.mpeConfiguration, UInt14(mostSignificant: value, leastSignificant: 0))
    case .dataEntryLeastSignificant:
      guard let selected, !selected.isRegistered else { return nil }
      return (selected, UInt14(mostSignificant: coarse, leastSignificant: value))
    case .resetAllControllers: self = ParameterReader()
    default: break
    }
    return nil
  }
}
