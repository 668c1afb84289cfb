internal import ArgumentParser
internal import MIDIFiles
internal import Reports

/// `midirec show`: what is in a file.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what is in a Standard MIDI File, and what is wrong with it.",
    discussion: """
      Whatever can be read is shown. What is against the specification is listed with the offset of its byte, what \
      should stand there, what does, and what was made of it.
      """)

  @Argument(help: "The file; - for standard input.")
  var file: String

  @Flag(help: "List every event, too.")
  var events = false

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func run() throws {
    let input = InputFile(file)
    let decoded = try input.decoded()
    let summary = FileSummary(decoded)
    if json {
      let listed = events ? decoded.file : nil
      print(try JSONText.of(FileDocument(summary, name: input.name, eventsOf: listed)))
      return
    }
    print(summary.text(name: input.name))
    if events { list(decoded.file) }
  }

  /// Prints the events as they are made: a file can have millions.
  private func list(_ file: MIDIFile) {
    print("\n" + EventList.heading)
    for line in EventList(file) { print(EventList.text(line)) }
  }
}
