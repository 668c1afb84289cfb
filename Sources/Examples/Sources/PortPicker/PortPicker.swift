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
  private let events: AsyncStream<Event>
  private let sink: AsyncStream<Event>.Continuation
  private var chosen: ChosenPorts
  private var ports: [Endpoint] = []
  private var input: Sequencer.Input?
  private var output: Sequencer.Output?
  /// The printed lists of ports.
  private var menu = ""
  /// The task that reads the input.
  private var reading: Task<Void, Never>?

  private init(_ file: URL) throws {
    sequencer = try Sequencer(name: "Port Picker")
    self.file = file
    (events, sink) = AsyncStream.makeStream()
    chosen = ChosenPorts(from: file)
  }

  private mutating func run() async throws {
    let watching = Console.pass(sequencer.ports.updates, to: sink) { .ports($0) }
    let typing = Console.pass(Console.lines, to: sink) { .line($0) }
    defer {
      watching.cancel()
      typing.cancel()
      reading?.cancel()
    }
    print("Commands: input PORT, output PORT, note, controller, quit; PORT is a number or a part of a name")
    ports = try sequencer.ports.current
    try openInput()
    try openOutput()
    printMenu()
    for await event in events {
      switch event {
      case .ports(let current):
        ports = current
        printMenu()
      case .line(let line):
        if line == "quit" { return }
        try obey(line)
      case .arrival(let arrival): try log(arrival)
      }
    }
  }

  private mutating func obey(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("input", let port?): try choose(port, .input)
    case ("output", let port?): try choose(port, .output)
    case ("note", nil):
      play([.noteOn(channel: .number(1), note: 60, velocity: 100)], until: .milliseconds(500))
    case ("controller", nil):
      play([.controlChange(channel: .number(1), controller: .modulation, value: 64)], until: .zero)
    case (nil, _): break
    default: print("unknown command")
    }
  }

  private mutating func choose(_ port: String, _ direction: PortChoice.Direction) throws {
    guard let choice = ChosenPorts.choice(port, of: direction, among: ports) else {
      return print("no such port")
    }
    switch direction {
    case .input:
      chosen.input = choice
      try openInput()
    case .output:
      chosen.output = choice
      try openOutput()
    }
    try keep()
  }

  private mutating func openInput() throws {
    reading?.cancel()
    let input = try sequencer.input(chosen.input)
    self.input = input
    reading = Task { [sink] in
      do {
        for try await event in input { sink.yield(.arrival(event)) }
      } catch {
        print(error)
        sink.finish()
      }
    }
  }

  private mutating func openOutput() throws { output = try sequencer.output(chosen.output) }

  /// Stores the choices with the facts of the ports that were found.
  private mutating func keep() throws {
    if let choice = input?.choices.first { chosen.input = choice }
    if let choice = output?.choice { chosen.output = choice }
    try chosen.write(to: file)
    printMenu()
  }

  /// Prints the lists of ports if they have changed.
  private mutating func printMenu() {
    let current = chosen.menu(of: ports)
    if current != menu { print(current) }
    menu = current
  }

  private mutating func log(_ event: Sequencer.Input.Event) throws {
    switch event {
    case .message(let message, let time, _): print("\(time.rawValue / 1_000_000) ms", message)
    case .connected: try keep()
    case .disconnected: break
    case .refused(_, let reason): print(reason)
    case .lost(let count): print("\(count) messages were lost")
    }
  }

  /// Plays messages, whose notes end at a time.
  private func play(_ messages: [Message], until end: Nanoseconds) {
    let track = Recording.Track(messages: messages.map { TimedMessage(time: .zero, message: $0) }, end: end)
    Task { [output] in try await output?.play(Recording(tracks: [track])) }
  }
}
