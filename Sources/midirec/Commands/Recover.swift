internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecTakes
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

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

  @OptionGroup var result: JSONOption

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("-o needs the name of a file.") }
    if file.isEmpty { throw ValidationError("Give the name of a file.") }
  }

  func run() throws {
    let path = FilePath(argument: file)
    guard let journal = OrphanedJournal(ofFile: path) ?? OrphanedJournal(path) else {
      let others = OrphanedJournal.all(in: path.removingLastComponent()).map(\.path.string.printable)
      let hint = others.isEmpty ? "" : "; unfinished takes in its folder: \(others.joined(separator: ", "))"
      throw CommandFailure(.noInput, "no journal found for \(file)\(hint)")
    }
    let recovered = try journal.recover(as: output.map { FilePath(argument: $0) }, replacing: force)
    let report = try TakeReport(recovered)
    try result.print(report, orElse: report.line)
    if let damage = recovered.damage {
      StandardError.say("the journal was damaged: \(damage); all readable events were kept")
    }
    if recovered.origin != journal.path {
      StandardError.say("the take is made of \(recovered.origin), the longest valid file of the journal")
    }
    for path in recovered.kept {
      let line = "\(OrphanedJournal.recoveryCommand(for: path)) -o FILE"
      StandardError.say("\(path) was kept, because it has other events; run \(line) or delete it")
    }
  }
}
