import ALSASequencer
import MIDICore
import TestSupport
import Testing

/// The code of the page on the module.
@Suite(.onSimulatedMachine)
struct ArticleOnSequencerTests {
  func printNotes(of name: String) async throws {
    let sequencer = try Sequencer(name: "Notes")
    let input = try sequencer.input(PortChoice(name, direction: .input))
    for try await event in input {
      switch event {
      case .message(let message, let time, _): print(time, message)
      case .connected: print("\(name) is connected")
      case .disconnected: print("\(name) is missing")
      case .refused(_, let reason): print(reason)
      case .lost(let count): print("\(count) messages were lost")
      }
    }
  }

  func passOn(_ input: Sequencer.Input, to synth: Sequencer.Output) -> Task<Void, any Error> {
    Task(executorPreference: input.executor) {
      for try await case .message(let message, _, _) in input { try synth.send(message) }
    }
  }

  func warnings(of choices: [PortChoice], among ports: [Endpoint]) -> [String] {
    choices.compactMap { choice in
      guard let name = choice.name, choice.port(among: ports) == nil else { return nil }
      return "\(name) is missing"
    }
  }

  @Test func notesArePrintedUntilTheTaskIsCanceled() async throws {
    let printing = Task { try await printNotes(of: "Keys") }
    let keys = try Sequencer(name: "Test").virtualOutput("Keys")
    try await Task.sleep(for: .milliseconds(10))
    #expect(keys.isConnected)
    try keys.send(.noteOn(channel: .number(1), note: 60, velocity: 100))
    printing.cancel()
    try await printing.value
  }

  @Test func messagesArePassedOn() async throws {
    let sequencer = try Sequencer(name: "Test")
    let (input, synth) = (try sequencer.virtualInput("In"), try sequencer.virtualInput("Synth"))
    let task = passOn(input, to: try sequencer.output(PortChoice("Synth", direction: .output)))
    try sequencer.output(PortChoice("In", direction: .output)).send(.timingClock)
    for try await case .message(let message, _, _) in synth {
      #expect(message == .timingClock)
      break
    }
    task.cancel()
    try await task.value
  }

  @Test func missingChoicesAreWarnings() throws {
    let sequencer = try Sequencer(name: "Test")
    let keys = try sequencer.virtualOutput("Keys")
    let choices = [
      PortChoice("Keys", direction: .input), .none(.input), PortChoice("Pads", direction: .input),
    ]
    #expect(warnings(of: choices, among: try sequencer.ports.current) == ["Pads is missing"])
    withExtendedLifetime(keys) {}
  }
}
