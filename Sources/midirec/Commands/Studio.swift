internal import ArgumentParser
internal import MIDICore
internal import MIDIRecSystem
internal import MIDIRecWorkbench
internal import SystemPackage

struct Studio: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Serve a live page to see, play, record, and judge MIDI",
    discussion: """
      The page shows what all inputs send and hold: ports, notes, controllers, a grid, a piano, and a log. It \
      records takes into the folder, replays them to an output or with a SoundFont, and makes sessions of them.

        midirec studio --open

      Each sound that the user chooses starts the file of --audio-file again.

      The page is available on this computer only, at the printed address, which has a secret that changes with \
      each start. A take continues when the page is closed. Ctrl-C finishes it and ends the studio.
      """)

  @Option(help: ArgumentHelp("TCP port (default: any free port)", valueName: "number"))
  var port: Int?

  @Option(
    name: .customLong("folder"), help: ArgumentHelp("Folder of takes and sessions", valueName: "folder"))
  var root = "."

  @OptionGroup var output: AudioOutputOptions

  @Flag(help: "Open the page in a browser")
  var open = false

  func validate() throws {
    guard 0...65_535 ~= port ?? 0 else { throw ValidationError("--port must be from 0 to 65535.") }
    if root.isEmpty { throw ValidationError("--folder needs the name of a folder.") }
  }

  func run() throws {
    let folder = FilePath(argument: root)
    guard FileSystem.isFolder(folder) else {
      throw CommandFailure(.noInput, "\(folder) isn't a folder".printable)
    }
    let file = try output.file.map { try FileSystem.absolutePath($0) }
    if let file, !output.force, FileSystem.exists(file) {
      throw CommandFailure.fileExists(file, option: "--audio-file")
    }
    throw StudioProgram.run(
      port: port ?? 0, folder: try FileSystem.absolutePath(folder),
      audio: (output.audio.map { ["--audio", $0] } ?? []) + (file.map { ["--audio-file", $0.string] } ?? []),
      opensPage: open)
  }
}
