internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// The command `midirec recover`.
struct Recover: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Finish a take whose capture was interrupted",
    discussion: """
      If a capture is killed, or the machine loses power, the take stays in its journal: take.recording.mid for \
      take.mid. The journal is a MIDI file that any program opens. This command gives it the take's name, and each \
      input its own track.
      """)

  @Argument(help: "Journal or take")
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File to write (default: the take's name)", valueName: "file"))
  var output: String?

  @Flag(help: "Replace an existing file")
  var force = false

  @Flag(help: "Print the result as JSON")
  var json = false

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o needs the name of a file.") }
    if file.isEmpty { throw ValidationError("Give the name of a file.") }
  }

  func run() throws {
    let path = FilePath(argument: file)
    guard let journal = OrphanedJournal(ofFile: path) ?? OrphanedJournal(path) else {
      let others = OrphanedJournal.all(in: path.removingLastComponent()).map(\.path.string.printable)
      let hint = others.isEmpty ? "" : "; unfinished takes in its folder: \(others.joined(separator: ", "))"
      throw CommandFailure(CommandFailure.noInput, "no journal found for \(file)\(hint)")
    }
    let recovered = try journal.recover(as: output.map { FilePath(argument: $0) }, replacing: force)
    let report = TakeReport(try recovered.file.recording(), path: recovered.path)
    if json {
      try StandardOutput.tell(JSONText.of(RecoveredDocument(report, recovered)))
    } else {
      try StandardOutput.tell(report.line)
    }
    if let damage = recovered.damage {
      StandardError.say("the journal was damaged: \(damage); all readable events were kept")
    }
    if recovered.origin != journal.path {
      StandardError.say("the take is made of \(recovered.origin), the longest valid file of the journal")
    }
    for path in recovered.kept {
      let line = "\(Recover.line(for: path)) -o FILE"
      StandardError.say("\(path) was kept, because it has other events; run \(line) or delete it")
    }
  }

  /// Returns a command that finishes a journal, for the user to copy.
  static func line(for path: FilePath) -> String { "midirec recover \(path.string.shellWord)" }
}
