internal import MIDICore

extension SendCommand {
  /// The lights of a LinnStrument: control changes 20 (column), 21 (row) and 22 (colour, which sets the light).
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

  /// The colours of a LinnStrument's lights by their numbers; `default` is what the instrument shows by itself.
  package static let colours = [
    "default", "red", "yellow", "green", "cyan", "blue", "magenta", "off", "white", "orange", "lime", "pink",
  ]
}

extension ProgramReader {
  fileprivate mutating func colour() throws(WordsError) -> Int {
    try choice("a colour", SendCommand.colours.enumerated().map { ($1, $0) })
  }

  fileprivate mutating func light(_ column: Int, _ row: Int, _ colour: Int) throws(WordsError) {
    try change(20, UInt7(clamping: column))
    try change(21, UInt7(clamping: row))
    try change(22, UInt7(clamping: colour))
  }
}
