internal import ArgumentParser
internal import Foundation
internal import MIDIRecStudio
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

/// The program behind `midirec studio`.
@main
struct MidirecStudio: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "midirec studio",
    abstract: "Serve a live page to see, play, record, replay, and judge MIDI",
    discussion: """
      The page shows what all inputs send and hold: ports, notes, controllers, a grid, a piano, and a log. It \
      records takes into the folder, replays them to an output, and makes sessions of them.

        midirec studio --open

      The page is only available on this computer, at the printed address, whose secret part changes with each \
      start. A recording continues when the page is closed. Ctrl-C finishes it and ends the studio.
      """,
    version: "0.1.0")

  @Option(help: ArgumentHelp("TCP port (default: any free one)", valueName: "number"))
  var port: Int = 0

  @Option(help: ArgumentHelp("Folder of takes and sessions", valueName: "folder"))
  var folder = "."

  @Flag(help: "Open the page in a browser")
  var open = false

  func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("--port must be from 0 to 65535.") }
    if folder.isEmpty { throw ValidationError("--folder needs the name of a folder.") }
  }

  func run() throws {
    let path = FilePath(argument: folder)
    guard FileSystem.isFolder(path) else { throw CommandFailure(.noInput, "\(folder) is no folder") }
    let signals = try StopSignals()
    let studio = try Studio(in: try FileSystem.absolutePath(path), stop: signals.stop)
    let server: LiveServer
    do {
      server = try LiveServer(studio, port: port, token: Self.token(), version: Self.configuration.version)
    } catch {
      throw CommandFailure(.unavailable, "can't use port \(port): \(error)")
    }
    try StandardOutput.tell(server.address)
    try StandardOutput.flush()
    StandardError.say("the studio is at this address; press Ctrl-C to end it")
    if open, let reason = Browser.open(server.address) { StandardError.say(reason) }
    signals.stop.wait(or: signals.stop)
    studio.finish()
    server.close()
  }

  /// 128 random bits in hexadecimal.
  private static func token() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    .joined()
  }

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard let failure = CommandFailure(explaining: error) else { exit(withError: error) }
      StandardError.say(failure.message)
      Foundation.exit(failure.code)
    }
  }
}
