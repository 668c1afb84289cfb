import ALSASequencer
import Console
import Instruments
import MIDICore

/// Shows the keys that sound at the port `Piano in`, and plays from the computer's keyboard at the port `Piano out`.
@main struct Piano {
  static func main() async { await Console.run { try await play() } }

  private enum Event {
    case press(Character)
    case release(Character)
    case arrival(Sequencer.Input.Event)
  }

  private static func play() async throws {
    let sequencer = try Sequencer(name: "Piano")
    let input = try sequencer.virtualInput("Piano in")
    let output = try sequencer.virtualOutput("Piano out")
    let (events, sink) = AsyncStream.makeStream(of: Event.self)
    let reading = Console.pass(input, to: sink) { .arrival($0) }
    let typing = Console.pass(Console.keys, to: sink) { .press($0) }
    defer { for task in [reading, typing] { task.cancel() } }

    var keyboard = ComputerKeyboard()
    var keys = PianoTracker()
    /// The releases to come. Terminals don't report them: a note lasts half a second, and longer while its key repeats.
    var releases: [Character: Task<Void, any Error>] = [:]
    var drawn = ""
    /// Sends messages, and shows the keys if they have changed.
    func play(_ messages: [Message]) throws {
      try output.send(messages)
      for message in messages { keys.apply(message, at: input.elapsed) }
      let picture = PianoPicture(
        keys: keys, lowest: keyboard.lowest, columnCount: Console.columnCount, isColored: Console.isTerminal)
      let help = "Keys: A to ' play, Z and X change the octave, C and V the velocity."
      let text = "\(picture.text)\nVelocity \(keyboard.velocity). \(help)"
      if text != drawn { Console.draw(text) }
      drawn = text
    }
    try play([])
    for await event in events {
      switch event {
      case .press(let key):
        try play(keyboard.press(key))
        releases[key]?.cancel()
        releases[key] = Task {
          try await Task.sleep(for: .milliseconds(500))
          sink.yield(.release(key))
        }
      case .release(let key): try play(keyboard.release(key))
      case .arrival(.message(let message, let time, _)):
        if keys.apply(message, at: time) { try play([]) }
      case .arrival(.lost(let count)): print("\(count) messages were lost")
      case .arrival(.connected), .arrival(.disconnected), .arrival(.refused): break
      }
    }
  }
}
