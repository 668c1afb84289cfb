internal import Glibc
internal import MIDIRecStudio
internal import MIDIRecSynth
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

/// The program behind `midirec studio`, which checks the options: `midirec-studio PORT FOLDER [--audio DRIVER]
/// [--audio-file FILE] [--open]`.
@main
enum MidirecStudio {
  private static func run() throws {
    let words = Array(ProcessEnvironment.commandLine.dropFirst())
    guard words.count >= 2, let port = Int(words[0]) else {
      throw CommandFailure(.usage, "this program is part of midirec; run midirec studio")
    }
    let signals = try StopSignals()
    let studio = try Studio(in: FilePath(words[1]), audio: audio(in: words), stop: signals.stop)
    let opensPage = words.last == "--open"
    let server: LiveServer
    do {
      // Other users can read the address in the command line of the browser.
      server = try LiveServer(studio, port: port, isForUserOnly: opensPage)
    } catch {
      throw CommandFailure(
        .unavailable, "can't use port \(port): \(error); choose a different one with --port")
    }
    try StandardOutput.tell(server.address)
    try StandardOutput.flush()
    StandardError.say("the studio is at this address; press Ctrl-C to end it")
    if opensPage, let reason = Browser.open(server.address) { StandardError.say(reason) }
    signals.stop.wait(or: signals.stop)
    studio.finish()
    server.close()
    studio.removeDeletedFiles()
  }

  private static func audio(in words: [String]) -> LiveSynth.Output {
    func value(of option: String) -> String? {
      words.dropFirst(2).firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first }
    }
    return value(of: "--audio-file").map { .file($0) } ?? .driver(value(of: "--audio"))
  }

  static func main() {
    do {
      try run()
    } catch is StandardOutput.Closed {
      // The reader of the address, such as `head`, needs no more lines.
    } catch {
      let failure = CommandFailure(explaining: error)
      StandardError.say(failure?.message ?? "\(error)")
      exit(failure?.code ?? 1)
    }
  }
}
