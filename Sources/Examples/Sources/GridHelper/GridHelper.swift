import ALSASequencer
import Console
import MIDICore

/// Lights the held notes on a LinnStrument, and draws them: `GridHelper`, or `GridHelper NAME` for another instrument.
@main struct GridHelper {
  static func main() async {
    let name = CommandLine.arguments.dropFirst().first ?? "LinnStrument"
    await Console.run { try await light(name) }
  }

  private static func light(_ name: String) async throws {
    let sequencer = try Sequencer(name: "Grid Helper")
    let input = try sequencer.input(PortChoice(name, direction: .input))
    let output = try sequencer.output(PortChoice(name, direction: .output))
    var notes = HeldNotes()
    for try await event in input {
      switch event {
      case .message(let message, _, _):
        let lights = notes.reply(to: message)
        guard !lights.isEmpty else { continue }
        try output.send(lights)
        Console.draw(notes.picture(isColored: Console.isTerminal))
      case .connected:
        // Its lights are off, and its notes have ended.
        notes = HeldNotes()
        Console.draw(notes.picture(isColored: Console.isTerminal))
        print("\(name) is connected")
      case .disconnected: print("\(name) is missing")
      case .refused(_, let reason): print(reason)
      case .lost(let count): print("\(count) messages were lost")
      }
    }
    try output.send(notes.lightsOff())
  }
}
