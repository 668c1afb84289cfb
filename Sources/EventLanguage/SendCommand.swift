internal import MIDICore

/// A command of the language of `send`: its names, what follows them, what it does, and the code that reads it.
///
/// The short and long names, and what they do, are those of SendMIDI, so that what people know and have written works
/// here. Beyond it there are names of notes in every octave, chords and the lights of a LinnStrument.
package struct SendCommand: Sendable {
  /// The name in short and, where it has one, in long.
  package let names: [String]
  /// What follows it: `NOTE VELOCITY`.
  package let usage: String
  /// What it does, in a few words, with the ranges of its values.
  package let summary: String
  /// Reads what follows the name.
  let read: @Sendable (inout ProgramReader) throws(WordsError) -> Void

  init(
    _ name: String, long: String? = nil, usage: String = "", _ summary: String,
    read: @escaping @Sendable (inout ProgramReader) throws(WordsError) -> Void
  ) {
    names = [name] + (long.map { [$0] } ?? [])
    self.usage = usage
    self.summary = summary
    self.read = read
  }

  /// All commands, in the order in which help lists them.
  package static let all = settings + channelMessages + combinations + systemMessages + lights

  private static let byName: [String: SendCommand] = Dictionary(
    all.flatMap { command in command.names.map { ($0, command) } }, uniquingKeysWith: { first, _ in first })

  /// The command of a name.
  static func named(_ name: String) -> SendCommand? { byName[name] }

  /// How to say otherwise what SendMIDI has a word for and this language hasn't.
  static func advice(on word: String) -> String {
    switch word {
    case "dev", "device": "; the output is given with --out"
    case "virt", "virtual": "; a virtual port is made with --as"
    case "list": "; midirec ports lists the outputs"
    case "file": "; a file is read with --file"
    default: ""
    }
  }
}

extension SendCommand {
  /// The lights of a LinnStrument.
  static let lights = [
    SendCommand(
      "light", usage: "COLUMN ROW COLOUR", "LinnStrument: column 1-25, row 0 (low) to 7"
    ) { reader throws(WordsError) in
      let column = try reader.number("a column", in: 1...25)
      let row = try reader.number("a row", in: 0...7)
      try reader.light(column, row, try reader.colour())
    },
    SendCommand("lights", usage: "COLOUR", "all LinnStrument lights; default: its own") {
      reader throws(WordsError) in
      let colour = try reader.colour()
      for row in 0...7 {
        for column in 1...25 { try reader.light(column, row, colour) }
      }
    },
  ]
}

extension ProgramReader {
  fileprivate mutating func colour() throws(WordsError) -> Int {
    try choice("a colour", LinnStrumentLight.colourNames.enumerated().map { ($1, $0) })
  }

  fileprivate mutating func light(_ column: Int, _ row: Int, _ colour: Int) throws(WordsError) {
    let light = LinnStrumentLight(
      column: UInt7(clamping: column), row: UInt7(clamping: row), colour: UInt7(clamping: colour))
    for message in light.messages(on: channel) { try send(message) }
  }
}
