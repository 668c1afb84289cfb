internal import MIDICore

extension SendCommand {
  /// The commands that set defaults for later commands.
  static let settings = [
    SendCommand("ch", long: "channel", usage: "NUMBER", "set the channel of later commands, 1 to 16") {
      reader throws(SendSyntaxError) in
      let number = try reader.number("a channel", in: 1...16)
      reader.channel = Channel(clamping: number - 1)
    },
    SendCommand("dec", long: "decimal", "read the numbers that follow as decimal") { $0.radix = 10 },
    SendCommand("hex", long: "hexadecimal", "read the numbers that follow as hexadecimal") { $0.radix = 16 },
    SendCommand("omc", long: "octave-middle-c", usage: "OCTAVE", "set the octave of middle C, 3 to 5") {
      reader throws(SendSyntaxError) in
      let octave = try reader.number("an octave", in: 3...5)
      reader.middleC = MiddleC(rawValue: octave) ?? .octave4
    },
  ]

  /// The commands that send one channel message each.
  static let channelMessages = [
    SendCommand("on", long: "note-on", usage: "NOTE VELOCITY", "note on") { reader throws(SendSyntaxError) in
      let note = try reader.note()
      let velocity = try reader.data("a velocity")
      try reader.send(.noteOn(channel: reader.channel, note: note, velocity: velocity))
    },
    SendCommand("off", long: "note-off", usage: "NOTE VELOCITY", "note off") {
      reader throws(SendSyntaxError) in
      let note = try reader.note()
      let velocity = try reader.data("a velocity")
      try reader.send(.noteOff(channel: reader.channel, note: note, velocity: velocity))
    },
    SendCommand("pp", long: "poly-pressure", usage: "NOTE VALUE", "poly pressure") {
      reader throws(SendSyntaxError) in
      let note = try reader.note()
      let pressure = try reader.data("a pressure")
      try reader.send(.polyPressure(channel: reader.channel, note: note, pressure: pressure))
    },
    SendCommand("cc", long: "control-change", usage: "NUMBER VALUE", "control change") {
      reader throws(SendSyntaxError) in
      let controller = try reader.data("a controller")
      let value = try reader.data("a value")
      try reader.change(Controller(masking: controller.rawValue), value)
    },
    SendCommand("pc", long: "program-change", usage: "NUMBER", "program change, 0 to 127") {
      reader throws(SendSyntaxError) in
      let program = try reader.data("a program")
      try reader.send(.programChange(channel: reader.channel, program: program))
    },
    SendCommand("cp", long: "channel-pressure", usage: "VALUE", "channel pressure") {
      reader throws(SendSyntaxError) in
      let pressure = try reader.data("a pressure")
      try reader.send(.channelPressure(channel: reader.channel, pressure: pressure))
    },
    SendCommand("pb", long: "pitch-bend", usage: "VALUE", "pitch bend, 0 to 16383, center 8192") {
      reader throws(SendSyntaxError) in
      let value = try reader.wide("a bend")
      try reader.send(.pitchBend(channel: reader.channel, value: value))
    },
  ]

  /// The commands that send one system message each, or bytes.
  static let systemMessages = [
    SendCommand(
      "syx", long: "system-exclusive", usage: "[hex|dec] BYTE…", "System Exclusive, with or without F0 and F7"
    ) { reader throws(SendSyntaxError) in try reader.systemExclusive() },
    SendCommand("tc", long: "time-code", usage: "TYPE VALUE", "MTC quarter frame, type 0 to 7, value 0 to 15")
    {
      reader throws(SendSyntaxError) in
      let type = try reader.number("a type", in: 0...7)
      let value = try reader.number("a value", in: 0...15)
      try reader.send(.timeCodeQuarterFrame(UInt7(clamping: type << 4 | value)))
    },
    SendCommand("spp", long: "song-position", usage: "BEATS", "song position, 0 to 16383") {
      reader throws(SendSyntaxError) in
      let beats = try reader.wide("a song position")
      try reader.send(.songPosition(beats))
    },
    SendCommand("ss", long: "song-select", usage: "NUMBER", "song select, 0 to 127") {
      reader throws(SendSyntaxError) in
      let song = try reader.data("a song")
      try reader.send(.songSelect(song))
    },
    SendCommand("tun", long: "tune-request", "tune request", sends: .tuneRequest),
    SendCommand("mc", long: "midi-clock", "one timing clock", sends: .timingClock),
    SendCommand("clock", usage: "[BPM]", "timing clock: one, or 2 beats of 1 to 999 BPM") {
      reader throws(SendSyntaxError) in try reader.clocks()
    },
    SendCommand("start", "start from the beginning", sends: .start),
    SendCommand("stop", "stop where it is", sends: .stop),
    SendCommand("cont", long: "continue", "start where it was stopped", sends: .continue),
    SendCommand("as", long: "active-sensing", "active sensing", sends: .activeSensing),
    SendCommand("rst", long: "reset", "system reset", sends: .systemReset),
    SendCommand("raw", long: "raw-midi", usage: "[hex|dec] BYTE…", "whole messages as bytes, status first") {
      reader throws(SendSyntaxError) in try reader.rawMessages()
    },
  ]
}

extension SendScriptParser {
  fileprivate mutating func systemExclusive() throws(SendSyntaxError) {
    var bytes = try bytes("a data byte from 0 to 127 (7F)")[...]
    if bytes.first?.byte == 0xF0 { bytes = bytes.dropFirst() }
    if bytes.last?.byte == 0xF7 { bytes = bytes.dropLast() }
    var payload: [UInt7] = []
    for (byte, word) in bytes {
      guard let data = UInt7(rawValue: byte) else {
        throw error("a data byte from 0 to 127 (7F) for System Exclusive", word)
      }
      payload.append(data)
    }
    try send(.systemExclusive(SystemExclusive(payload: payload)))
  }

  fileprivate mutating func rawMessages() throws(SendSyntaxError) {
    var parser = MessageParser()
    // The start of an incomplete message. Real-time messages may be inside others and don't end them.
    var unfinished: Token?
    for (byte, word) in try bytes("a byte from 0 to 255 (FF)") {
      let message = parser.append(byte)
      guard parser.discardedByteCount == 0 else {
        throw error("a byte that continues a message or begins one, after raw", word)
      }
      if let message { try send(message) }
      guard byte < 0xF8 else { continue }
      unfinished = message == nil ? unfinished ?? word : nil
    }
    if let unfinished { throw error("a whole message after raw", unfinished) }
  }

  /// MIDI clock has 24 pulses per quarter note.
  fileprivate mutating func clocks() throws(SendSyntaxError) {
    guard isAtNumber else { return try send(.timingClock) }
    let tempo = Int64(try number("a tempo", in: 1...999))
    var passed = Nanoseconds.zero
    for pulse in 1...Int64(48) {
      try send(.timingClock)
      let due = Nanoseconds(rawValue: pulse * 60_000_000_000 / (24 * tempo))
      try wait(due - passed)
      passed = due
    }
  }
}
