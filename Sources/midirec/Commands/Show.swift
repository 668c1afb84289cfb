internal import ArgumentParser
internal import MIDIFiles
internal import MIDIRecReports
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage
internal import Timelines

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a MIDI file's contents and violations",
    discussion: """
      midirec shows everything that it can read. For each violation of the specification, it lists the byte \
      offset, the expected and actual values, and the repair. If a shorter file overwrote a longer one, tracks of \
      the longer one can follow. They are ignored unless --all-tracks is given.

        midirec show take.mid --events            list every event
        midirec show take.mid --timeline          print the timeline of its notes
        midirec show take.mid --roll              draw a piano roll in the terminal
        midirec show take.mid --svg take.svg      draw a piano roll as an SVG image

      The piano roll in the terminal fits the whole take into the window (COLUMNS, LINES); use midirec \
      convert --from and --to to cut out a part. The SVG image breaks long takes into rows. Colors show \
      channels.
      """)

  @Argument(help: "File to show, or - for standard input")
  var file: String

  @Flag(help: "Also list every event")
  var events = false

  @Flag(help: "Print the timeline that midirec test compares, and nothing else")
  var timeline = false

  @Flag(help: "Also read tracks of another take that follow")
  var allTracks = false

  @OptionGroup var result: JSONOption

  @Flag(help: "Draw a piano roll in the terminal")
  var roll = false

  @Option(
    help: ArgumentHelp(
      "SVG file for a piano roll, or - for standard output", valueName: "file"))
  var svg: String?

  @Flag(help: "Replace an existing file of --svg")
  var force = false

  func validate() throws {
    if svg?.isEmpty == true { throw ValidationError("--svg needs the name of a file.") }
    if roll || svg != nil, events || result.json {
      throw ValidationError("--roll and --svg can't be used with --events or --json.")
    }
    if timeline, roll || svg != nil || events || result.json {
      throw ValidationError("--timeline can't be used with --events, --json, --roll, or --svg.")
    }
    if force, svg == nil { throw ValidationError("--force requires --svg.") }
    if roll, svg.map({ OutputFile($0).isStandardOutput }) == true {
      throw ValidationError("--roll and --svg can't both write to standard output.")
    }
  }

  func run() throws {
    let input = InputFile(file, includesLaterTracks: allTracks)
    guard !roll, svg == nil else {
      try draw(input)
      return
    }
    if timeline { return try StandardOutput.write(try input.timeline().text) }
    let decoded = try input.decoded()
    let summary = FileSummary(decoded, name: input.name, listsEvents: events && result.json)
    guard !result.json else { return try StandardOutput.tell(JSONText.of(summary)) }
    try StandardOutput.tell(summary.text(decoded.diagnostics))
    if events { try list(decoded.file) }
  }

  /// Draws the piano roll in each requested form.
  private func draw(_ input: InputFile) throws {
    let name = file == "-" ? input.name : FilePath(file).lastComponent?.string ?? input.name
    let pianoRoll = PianoRoll(try input.recording(), name: name)
    if let svg { try OutputFile(svg).write(Array(pianoRoll.svg().utf8), replacing: force, option: "--svg") }
    guard roll else { return }
    let (columns, rows) = StandardOutput.size
    let lines = pianoRoll.terminalLines(
      columns: columns, rows: rows, isColored: StandardOutput.allowsColor)
    try StandardOutput.tell(lines.joined(separator: "\n"))
  }

  /// Prints the events in parts, because a file can have millions.
  private func list(_ file: MIDIFile) throws {
    var part = "\n\(EventDocument.heading)\n"
    for event in file.eventDocuments {
      part += event.line + "\n"
      if part.utf8.count > 1 << 16 {
        try StandardOutput.write(part)
        part = ""
      }
    }
    try StandardOutput.write(part)
  }
}
