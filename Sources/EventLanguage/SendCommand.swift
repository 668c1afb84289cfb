internal import MIDICore

/// A command of `send`: its names, arguments, description, and parser.
///
/// The names and meanings equal SendMIDI's, so that existing scripts work. midirec adds names of notes in every
/// octave, chords, and the lights of a LinnStrument.
package struct SendCommand: Sendable {
  /// The short name and, if it has one, the long name.
  package let names: [String]
  /// The arguments: `NOTE VELOCITY`.
  package let usage: String
  /// The description, with the ranges of its values.
  package let summary: String
  /// Reads the arguments.
  let read: @Sendable (inout SendScriptParser) throws(SendSyntaxError) -> Void

  init(
    _ name: String, long: String? = nil, usage: String = "", _ summary: String,
    read: @escaping @Sendable (inout SendScriptParser) throws(SendSyntaxError) -> Void
  ) {
    names = [name] + (long.map { [$0] } ?? [])
    self.usage = usage
    self.summary = summary
    self.read = read
  }

  /// Creates a command without arguments that sends a message.
  init(_ name: String, long: String? = nil, _ summary: String, sends message: Message) {
    self.init(name, long: long, summary) { reader throws(SendSyntaxError) in try reader.send(message) }
  }

  /// All commands, in the order of the help.
  package static let all = settings + channelMessages + combinations + systemMessages + lights

  /// All commands by their names.
  static let byName: [String: SendCommand] = Dictionary(
    all.flatMap { command in command.names.map { ($0, command) } }, uniquingKeysWith: { first, _ in first })

  /// Returns the alternative to a SendMIDI command that `send` doesn't have.
  static func advice(on word: String) -> String {
    switch word {
    case "dev", "device": "; use --out to choose the output"
    case "virt", "virtual": "; use --as to create a virtual port"
    case "list": "; run midirec ports to list the outputs"
    case "file": "; use --file to read a file"
    default: ""
    }
  }
}

extension SendCommand {
  /// The lights of a LinnStrument.
  static let lights = [
    SendCommand(
      "light", usage: "COLUMN ROW COLOR", "LinnStrument: column 1-25, row 0 (low) to 7"
    ) { reader throws(SendSyntaxError) in
      let column = try reader.number("a column", in: 1...25)
      let row = try reader.number("a row", in: 0...7)
      try reader.light(column, row, try reader.color())
    },
    SendCommand("lights", usage: "COLOR", "all LinnStrument lights; default: its own") {
      reader throws(SendSyntaxError) in
      let color = try reader.color()
      for row in 0...7 {
        for column in 1...25 { try reader.light(column, row, color) }
      }
    },
  ]
}

extension SendScriptParser {
  fileprivate mutating func color() throws(SendSyntaxError) -> Int {
    try choice("a color", LinnStrumentLight.colorNames.enumerated().map { ($1, $0) })
  }

  fileprivate mutating func light(_ column: Int, _ row: Int, _ color: Int) throws(SendSyntaxError) {
    let light = LinnStrumentLight(
      column: UInt7(clamping: column), row: UInt7(clamping: row), color: UInt7(clamping: color))
    for message in light.messages(on: channel) { try send(message) }
  }
}
