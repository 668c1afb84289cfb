internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// `midirec recover`: what a capture that was cut off has left behind becomes a take.
struct Recover: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Finish a take whose recording was cut off.",
    discussion: """
      A capture that is killed, or whose machine loses its power, leaves its take in a journal \
      (take.recording.mid for take.mid), which any program opens. This gives it the name of the take, and a \
      track for each input where there were several.
      """)

  @Argument(help: "The journal, or the take's name.")
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write.", discussion: "Without it, the take's own name.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o needs the name of a file.") }
    if file.isEmpty { throw ValidationError("Give the name of a file.") }
  }

  func run() throws {
    guard let journal = OrphanedJournal(FilePath(argument: file)) else {
      throw CommandFailure(CommandFailure.noInput, "there is no journal of \(file), and nothing to recover")
    }
    let recovered = try journal.recover(as: output.map { FilePath(argument: $0) }, replacing: force)
    let report = TakeReport(try recovered.file.recording(), path: recovered.path)
    if json {
      try StandardOutput.tell(JSONText.of(RecoveredDocument(report, damage: recovered.damage)))
    } else {
      try StandardOutput.tell(report.line)
    }
    if let damage = recovered.damage {
      StandardError.say("the journal was damaged: \(damage); all that can be read was kept")
    }
  }

  /// The command that finishes a journal, for people to copy.
  static func line(for path: FilePath) -> String { "midirec recover \(path.string.shellWord)" }
}
