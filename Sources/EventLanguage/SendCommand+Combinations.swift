internal import MIDICore

extension SendCommand {
  /// The commands that send several channel messages.
  static let combinations = [
    SendCommand(
      "cc14", long: "control-change-14", usage: "NUMBER VALUE", "14-bit controller, 0 to 31; value 0 to 16383"
    ) { reader throws(SendSyntaxError) in
      let controller = UInt8(clamping: try reader.number("a controller", in: 0...31))
      let value = try reader.wide("a value")
      try reader.change(Controller(masking: controller), value.mostSignificant)
      try reader.change(Controller(masking: controller + 32), value.leastSignificant)
    },
    SendCommand("rpn", usage: "NUMBER VALUE", "registered parameter, both 0 to 16383") {
      reader throws(SendSyntaxError) in
      try reader.parameter(isRegistered: true)
    },
    SendCommand("nrpn", usage: "NUMBER VALUE", "non-registered parameter, both 0 to 16383") {
      reader throws(SendSyntaxError) in
      try reader.parameter(isRegistered: false)
    },
    SendCommand("mpe", usage: "ZONE MEMBERS", "MPE zone 1 (lower) or 2 with 0 to 15 channels") {
      reader throws(SendSyntaxError) in try reader.mpeConfiguration()
    },
    SendCommand("chord", usage: "NOTE… [vel V] [for TIME]", "notes at once; with for, they end after that") {
      reader throws(SendSyntaxError) in try reader.chord()
    },
    SendCommand("panic", "end every note on every channel") { reader throws(SendSyntaxError) in
      try reader.panic()
    },
  ]
}

extension SendScriptParser {
  /// Adds the six control changes that instruments expect: a parameter number, its value, and the null parameter, so
  /// that a later data entry has no effect.
  fileprivate mutating func parameter(isRegistered: Bool) throws(SendSyntaxError) {
    let number = try wide("a parameter")
    let value = try wide("a value")
    try select(ParameterNumber(isRegistered: isRegistered, number: number))
    try change(.dataEntry, value.mostSignificant)
    try change(.dataEntryLeastSignificant, value.leastSignificant)
    try select(.null)
  }

  private mutating func select(_ parameter: ParameterNumber) throws(SendSyntaxError) {
    for (controller, value) in parameter.selection { try change(controller, value) }
  }

  /// Adds the MPE Configuration Message (MIDI Polyphonic Expression 1.1, "RPN 6"), which goes to the zone's manager
  /// channel.
  fileprivate mutating func mpeConfiguration() throws(SendSyntaxError) {
    let zone = try choice("a zone", [("lower", 1), ("upper", 2)])
    let members = UInt7(clamping: try number("a number of member channels", in: 0...15))
    let channelAround = channel
    defer { channel = channelAround }
    channel = zone == 1 ? .number(1) : .number(16)
    try select(ParameterNumber(isRegistered: true, number: 6))
    try change(.dataEntry, members)
    try select(.null)
  }

  fileprivate mutating func chord() throws(SendSyntaxError) {
    var notes = [try note()]
    while isAtValue, !isAt("vel"), !isAt("for") { notes.append(try note()) }
    let velocity = take("vel") ? try data("a velocity") : 100
    let span = take("for") ? try duration() : nil
    for note in notes { try send(.noteOn(channel: channel, note: note, velocity: velocity)) }
    guard let span else { return }
    try wait(span)
    for note in notes { try send(.noteOff(channel: channel, note: note, velocity: 64)) }
  }

  /// Also adds a note-off for each note, because instruments may ignore the three controllers.
  fileprivate mutating func panic() throws(SendSyntaxError) {
    let channelAround = channel
    defer { channel = channelAround }
    for number in UInt8(0)...15 {
      channel = Channel(masking: number)
      for controller in [Controller.allNotesOff, .allSoundOff, .resetAllControllers] {
        try change(controller, 0)
      }
      for note in UInt8(0)...127 {
        try send(.noteOff(channel: channel, note: NoteNumber(masking: note), velocity: 64))
      }
    }
  }
}
