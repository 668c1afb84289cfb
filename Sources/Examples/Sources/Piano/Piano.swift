import ALSASequencer
import Console
import Instruments
import MIDICore

/// Shows the keys that sound, and plays from the computer's keyboard: `Piano`. Instruments connect with the port
/// `Piano in`, and synthesizers with `Piano out`.
@main struct Piano {
  static func main() async { await Console.run { try await play() } }

  private enum Event {
    case key(Character)
    case release(Character, after: Int)
    case arrival(Sequencer.Input.Event)
  }

  private static func play() async throws {
    let sequencer = try Sequencer(name: "Piano")
    let input = try sequencer.virtualInput("Piano in")
    let output = try sequencer.virtualOutput("Piano out")
    let (events, sink) = AsyncStream.makeStream(of: Event.self)
    let reading = Console.pass(input, to: sink) { .arrival($0) }
    let typing = Console.pass(Console.keys, to: sink) { .key($0) }
    defer {
      reading.cancel()
      typing.cancel()
    }

    var keyboard = ComputerKeyboard()
    var keys = PianoTracker()
    var drawn = ""
    /// Draws the keys, if they have changed.
    func draw() {
      let picture = PianoPicture(
        keys, from: keyboard.lowest, columnCount: Console.columnCount, isColored: Console.isTerminal)
      let text =
        picture.text
        + "\nVelocity \(keyboard.velocity). Keys: A to ' play, Z and X change the octave, C and V the velocity."
      if text != drawn { Console.draw(text) }
      drawn = text
    }
    /// Sends messages, and shows them.
    func play(_ messages: [Message]) throws {
      try output.send(messages)
      for message in messages { keys.apply(message, at: input.elapsed) }
      draw()
    }
    draw()
    for await event in events {
      switch event {
      case .key(let key):
        try play(keyboard.press(key))
        let count = keyboard.strokeCount(key)
        Task {
          try await Task.sleep(for: .milliseconds(500))
          sink.yield(.release(key, after: count))
        }
      case .release(let key, let count):
        let messages = keyboard.release(key, after: count)
        if !messages.isEmpty { try play(messages) }
      case .arrival(.message(let message, let time, _)):
        if keys.apply(message, at: time) { draw() }
      case .arrival(.lost(let count)): print("\(count) messages were lost")
      case .arrival(.connected), .arrival(.disconnected), .arrival(.refused): break
      }
    }
  }
}
