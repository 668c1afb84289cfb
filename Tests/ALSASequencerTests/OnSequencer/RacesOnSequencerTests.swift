import ALSASequencer
import MIDICore
import Synchronization
import TestSupport
import Testing

/// Inputs and outputs that are opened, canceled, and released while ports come and go.
@Suite(.onSimulatedMachine)
struct RacesOnSequencerTests {
  /// The instruments, which tasks unplug and plug in again.
  private final class Instruments: Sendable {
    private let sequencer: Sequencer
    private let ports: Mutex<[String: Sequencer.Output]> = Mutex([:])

    init(_ sequencer: Sequencer) { self.sequencer = sequencer }

    func toggle(_ name: String) throws {
      // A port that is released waits for its threads, so the lock isn't held then.
      let released = ports.withLock { $0.removeValue(forKey: name) }
      guard released == nil else { return }
      let port = try sequencer.virtualOutput(name)
      ports.withLock { $0[name] = port }
    }

    func play(_ name: String) throws {
      try ports.withLock { $0[name] }?.send(.noteOn(channel: .number(1), note: 60, velocity: 100))
    }
  }

  private static let names = ["One", "Two", "Three"]

  /// One step of a sequence, chosen by chance.
  private static func step(
    _ sequencer: Sequencer, _ instruments: Instruments, _ random: inout SeededGenerator
  ) async throws {
    let name = names.randomElement(using: &random) ?? "One"
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try instruments.toggle(name)
    case 1: try instruments.play(name)
    case 2:
      let input = try sequencer.input(PortChoice(name, direction: .input), capacity: 4)
      let executor: (any TaskExecutor)? = Bool.random(using: &random) ? input.executor : nil
      let reading = Task(executorPreference: executor) { for try await _ in input { await Task.yield() } }
      try instruments.play(name)
      reading.cancel()
      try await reading.value
    case 3:
      let output = try sequencer.output(PortChoice("Receiver", direction: .output))
      try output.send(.noteOn(channel: .number(1), note: 60, velocity: 100))
      let notes = Recording(tracks: [
        .init(
          messages: [TimedMessage(time: .zero, message: .noteOn(channel: .number(2), note: 1, velocity: 1))],
          end: .milliseconds(Int.random(in: 0...3, using: &random)))
      ])
      let playing = Task { try await output.play(notes) }
      if Bool.random(using: &random) { playing.cancel() }
      _ = await playing.result
    case 4:
      let lists = Task { for await _ in sequencer.ports.updates { await Task.yield() } }
      try instruments.toggle(name)
      lists.cancel()
      await lists.value
    default: _ = try sequencer.input(PortChoice(name, direction: .input), .none(.input)).choices
    }
  }

  /// A thread sanitizer build of this test checks for data races: see CONTRIBUTING.md.
  @Test func sequencesOfStepsEndAndLeaveNothing() async throws {
    let sequencer = try Sequencer(name: "Races")
    let before = try sequencer.ports.current
    let count = TestEnvironment.isFull ? 1000 : 100
    do {
      let instruments = Instruments(sequencer)
      let receiver = try sequencer.virtualInput("Receiver", capacity: 16)
      let draining = Task { for try await _ in receiver {} }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for seed in 0..<4 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(seed))
            for _ in 0..<count / 4 { try await Self.step(sequencer, instruments, &random) }
          }
        }
        try await group.waitForAll()
      }
      draining.cancel()
      try await draining.value
    }
    #expect(try sequencer.ports.current == before)
  }
}
