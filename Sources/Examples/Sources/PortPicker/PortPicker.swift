import ALSASequencer
import Console
import Foundation
import MIDICore

/// Picks an input and an output, logs the input, and sends test messages to the output: `PortPicker [FILE]`. The file
/// keeps the choices.
@main struct PortPicker {
  static func main() async {
    let file = URL(filePath: CommandLine.arguments.dropFirst().first ?? "ports.json")
    await Console.run {
      var picker = try PortPicker(file)
      try await picker.run()
    }
  }

  private enum Event {
    case ports([Endpoint])
    case line(String)
    case arrival(Sequencer.Input.Event)
  }

  private let sequencer: Sequencer
  private let file: URL
  private let events = AsyncStream.makeStream(of: Event.self)
  private var chosen: ChosenPorts
  private var ports: [Endpoint]
  private var input: Sequencer.Input
  private var output: Sequencer.Output
  /// The task that passes the input on.
  private var reading: Task<Void, Never>
  /// The printed lists of ports.
  private var menu = ""

  private init(_ file: URL) throws {
    self.file = file
    sequencer = try Sequencer(name: "Port Picker")
    chosen = ChosenPorts(from: file)
    ports = try sequencer.ports.current
    input = try sequencer.input(chosen.input)
    output = try sequencer.output(chosen.output)
    reading = Console.pass(input, to: events.continuation) { .arrival($0) }
  }

  private mutating func run() async throws {
    let watching = Console.pass(sequencer.ports.updates, to: events.continuation) { .ports($0) }
    let typing = Console.pass(Console.lines, to: events.continuation) { .line($0) }
    defer { for task in [watching, typing, reading] { task.cancel() } }
    print("Commands: input PORT, output PORT, note, controller, quit; PORT is a number or a part of a name")
    for await event in events.stream {
      switch event {
      case .ports(let current):
        ports = current
        printMenu()
      case .line("quit"): return
      case .line(let line): try obey(line)
      case .arrival(.message(let message, let time, _)): print("\(time.rawValue / 1_000_000) ms", message)
      case .arrival(.connected): try keep()
      case .arrival(.disconnected): break
      case .arrival(.refused(_, let reason)): print(reason)
      case .arrival(.lost(let count)): print("\(count) messages were lost")
      }
    }
  }

  private mutating func obey(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("input", let port?):
      reading.cancel()
      input = try sequencer.input(chosen.input.choice(port, among: ports))
      reading = Console.pass(input, to: events.continuation) { .arrival($0) }
      try keep()
    case ("output", let port?):
      output = try sequencer.output(chosen.output.choice(port, among: ports))
      try keep()
    case ("note", nil):
      play([.noteOn(channel: .number(1), note: 60, velocity: 100)], until: .milliseconds(500))
    case ("controller", nil):
      play([.controlChange(channel: .number(1), controller: .modulation, value: 64)], until: .zero)
    case (nil, _): break
    default: print("unknown command")
    }
  }

  /// Stores the choices, with the facts of the ports that were found.
  private mutating func keep() throws {
    chosen.input = input.choices[0]
    chosen.output = output.choice
    try chosen.write(to: file)
    printMenu()
  }

  /// Prints the lists of ports if they have changed.
  private mutating func printMenu() {
    let current = chosen.menu(of: ports)
    if current != menu { print(current) }
    menu = current
  }

  /// Plays messages, whose notes end at a time.
  private func play(_ messages: [Message], until end: Nanoseconds) {
    let track = Recording.Track(messages: messages.map { TimedMessage(time: .zero, message: $0) }, end: end)
    Task { [output] in try await output.play(Recording(tracks: [track])) }
  }
}
