internal import ArgumentParser
internal import MIDIFiles
internal import Reports
internal import SystemPackage
internal import Terminal

/// `midirec show`: what is in a file.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what is in a Standard MIDI File, and what is wrong with it.",
    discussion: """
      Whatever can be read is shown. What is against the specification is listed with the offset of its byte, what \
      should stand there, what does, and what was made of it. If a shorter file was written over a longer one, tracks \
      of the longer one remain behind it. They are left out unless --all-tracks is given.

        midirec show take.mid --events            every event
        midirec show take.mid --roll              a piano roll in the terminal
        midirec show take.mid --svg take.svg      a piano roll as a picture

      The roll in the terminal is as wide and high as that (COLUMNS, LINES), and the whole recording is squeezed into \
      it; midirec convert --from and --to cut out a part. The picture puts long recordings in several rows. Colors \
      are those of channels.
      """)

  @Argument(help: "The file; - for standard input.")
  var file: String

  @Flag(help: "List every event, too.")
  var events = false

  @Flag(help: "Also read tracks of another recording that follow this one.")
  var allTracks = false

  @Flag(help: "Print JSON for other programs.")
  var json = false

  @Flag(help: "Draw a piano roll in the terminal.")
  var roll = false

  @Option(
    help: ArgumentHelp(
      "Draw a piano roll as an SVG picture into this file; - for standard output.", valueName: "file"))
  var svg: String?

  @Flag(help: "Replace the file of --svg if it exists.")
  var force = false

  func validate() throws {
    if svg?.isEmpty == true { throw ValidationError("--svg needs the name of a file.") }
    if roll || svg != nil, events || json {
      throw ValidationError("--roll and --svg draw; --events and --json list: give only one of both kinds.")
    }
    if force, svg == nil { throw ValidationError("--force is for the file of --svg.") }
    if roll, svg.map({ OutputFile($0).isStandardOutput }) == true {
      throw ValidationError("--roll and the picture can't both go to standard output.")
    }
  }

  func run() throws {
    let input = InputFile(file, includesLaterTracks: allTracks)
    guard !roll, svg == nil else {
      try draw(input)
      return
    }
    let decoded = try input.decoded()
    let summary = FileSummary(decoded)
    if json {
      let listed = events ? decoded.file : nil
      try StandardOutput.tell(JSONText.of(FileDocument(summary, name: input.name, eventsOf: listed)))
      return
    }
    try StandardOutput.tell(summary.text(name: input.name))
    if events { try list(decoded.file) }
  }

  /// Draws the piano roll in the ways that were asked for.
  private func draw(_ input: InputFile) throws {
    let name = file == "-" ? input.name : FilePath(file).lastComponent?.string ?? input.name
    let pianoRoll = PianoRoll(try input.recording(), name: name)
    if let svg { try OutputFile(svg).writePicture(pianoRoll.svg(), replacing: force) }
    guard roll else { return }
    let (columns, rows) = StandardOutput.size
    let lines = pianoRoll.terminalLines(
      columns: columns, rows: rows, isColored: StandardOutput.allowsColor)
    try StandardOutput.tell(lines.joined(separator: "\n"))
  }

  /// Prints the events in parts, because a file can have millions.
  private func list(_ file: MIDIFile) throws {
    var part = "\n\(EventList.heading)\n"
    for line in EventList(file) {
      part += EventList.text(line) + "\n"
      if part.utf8.count > 1 << 16 {
        try StandardOutput.write(part)
        part = ""
      }
    }
    try StandardOutput.write(part)
  }
}
