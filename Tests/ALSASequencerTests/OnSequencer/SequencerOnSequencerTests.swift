import ALSASequencer
import Foundation
import MIDICore
import Synchronization
import TestSupport
import Testing

/// The public interface, with programs whose ports appear and disappear.
@Suite(.onSimulatedMachine)
struct SequencerOnSequencerTests {
  private typealias Event = Sequencer.Input.Event

  private let sequencer: Sequencer

  init() throws { sequencer = try Sequencer(name: "Test") }

  private func note(_ note: NoteNumber) -> Message { .noteOn(channel: .number(1), note: note, velocity: 100) }

  /// Returns the next events without their times.
  private func next(_ count: Int, of input: Sequencer.Input) async throws -> [Event] {
    var events: [Event] = []
    for try await event in input {
      events.append(event.withoutTime)
      if events.count == count { break }
    }
    return events
  }

  @Test func missingPortIsConnectedWheneverItAppears() async throws {
    let input = try sequencer.input(PortChoice("Keys", direction: .input))
    #expect(try await next(1, of: input) == [.disconnected(source: 0, time: .zero)])
    for _ in 0..<3 {
      var keys: Sequencer.Output? = try sequencer.virtualOutput("Keys")
      #expect(try await next(1, of: input) == [.connected(source: 0, time: .zero)])
      try keys?.send(.timingClock)
      #expect(try await next(1, of: input) == [.message(.timingClock, time: .zero, source: 0)])
      keys = nil
      #expect(try await next(1, of: input) == [.disconnected(source: 0, time: .zero)])
    }
  }

  @Test func releasedPortIsDisconnectedAfterItsNotesHaveEnded() async throws {
    var keys: Sequencer.Output? = try sequencer.virtualOutput("Keys")
    let input = try sequencer.input(PortChoice("keys", direction: .input))
    try keys?.send(note(60))
    #expect(
      try await next(2, of: input) == [
        .connected(source: 0, time: .zero), .message(note(60), time: .zero, source: 0),
      ])
    keys = nil
    #expect(
      try await next(2, of: input) == [
        .message(.noteOff(channel: .number(1), note: 60, velocity: 64), time: .zero, source: 0),
        .disconnected(source: 0, time: .zero),
      ])
  }

  /// A port of another program takes the number of the chosen one, whose new name only contains the former one.
  @Test func storedChoiceFindsPortUnderAnotherNumber() async throws {
    var keys: Sequencer.Output? = try sequencer.virtualOutput("Keys")
    let input = try sequencer.input(PortChoice("KEY", direction: .input))
    let stored = try JSONEncoder().encode(input.choices)
    let address = try #require(try sequencer.ports.current.first { $0.portName == "Keys" }).description
    keys = nil
    let other = try sequencer.virtualOutput("Other Key")
    keys = try sequencer.virtualOutput("Keys")

    let choice = try #require(try JSONDecoder().decode([PortChoice].self, from: stored).first)
    #expect(choice.name == "Keys")
    let found = try #require(choice.port(among: try sequencer.ports.current))
    #expect(found.portName == "Keys" && found.description != address)
    let again = try sequencer.input(choice)
    try other.send(note(1))
    try keys?.send(note(60))
    #expect(
      try await next(2, of: again) == [
        .connected(source: 0, time: .zero), .message(note(60), time: .zero, source: 0),
      ])
    keys = nil
    #expect(choice.port(among: try sequencer.ports.current) == nil)
  }

  @Test func ambiguousNameIsReportedWithItsPortsUntilOneIsLeft() async throws {
    let (left, right) = (try sequencer.virtualOutput("Keys left"), try sequencer.virtualOutput("Keys right"))
    var middle: Sequencer.Output? = try sequencer.virtualOutput("Keys")
    let choice = PortChoice("key", direction: .input)
    let ports = try sequencer.ports.current
    let matches = choice.matches(among: ports)
    #expect(Set(matches.map(\.portName)) == ["Keys left", "Keys right", "Keys"])
    #expect(choice.port(among: ports) == nil)
    #expect(PortChoice("keys", direction: .input).port(among: ports)?.portName == "Keys")
    let input = try sequencer.input(choice)
    func refusal(_ ports: [Endpoint]) -> Event {
      .refused(source: 0, reason: .ambiguity(of: "key", among: ports))
    }
    #expect(try await next(2, of: input) == [.disconnected(source: 0, time: .zero), refusal(matches)])
    middle = nil
    #expect(try await next(1, of: input) == [refusal(matches.filter { $0.portName != "Keys" })])
    withExtendedLifetime((left, right, middle)) {}
  }

  @Test func clientsHaveTheNameOfTheProgram() throws {
    let input = try sequencer.input(PortChoice("Missing", direction: .input))
    let output = try sequencer.output(PortChoice("Missing", direction: .output))
    let clients = try String(contentsOfFile: "/proc/asound/seq/clients", encoding: .utf8)
    #expect(clients.matches(of: /"Test"/).count == 2)
    withExtendedLifetime((input, output)) {}
  }

  @Test func timesCountFromTheStart() async throws {
    let input = try sequencer.virtualInput("Grid")
    let output = try sequencer.output(PortChoice("Grid", direction: .output))
    let before = input.elapsed
    try output.send(.tuneRequest)
    let events = input.makeAsyncIterator()
    guard case .message(_, let time, _) = try await events.next() else {
      Issue.record("no message")
      return
    }
    #expect(before - .milliseconds(1)...input.elapsed + .milliseconds(1) ~= time)
  }

  @Test func sourcesAreNumberedAsChosen() async throws {
    let (left, right) = (try sequencer.virtualOutput("Left"), try sequencer.virtualOutput("Right"))
    let input = try sequencer.input(
      PortChoice("Left", direction: .input), .none(.input), PortChoice("Right", direction: .input))
    #expect(
      try await next(2, of: input) == [
        .connected(source: 0, time: .zero), .connected(source: 2, time: .zero),
      ])
    try right.send(note(72))
    #expect(try await next(1, of: input) == [.message(note(72), time: .zero, source: 2)])
    try left.send(note(48))
    #expect(try await next(1, of: input) == [.message(note(48), time: .zero, source: 0)])
    #expect(input.choices.map(\.name) == ["Left", nil, "Right"])
  }

  @Test func slowConsumerLosesTheNewestMessagesAndLearnsTheirNumber() async throws {
    let keys = try sequencer.virtualOutput("Keys")
    let input = try sequencer.input(PortChoice("Keys", direction: .input), capacity: 11)
    #expect(try await next(1, of: input) == [.connected(source: 0, time: .zero)])
    let second = try sequencer.input(PortChoice("Keys", direction: .input))
    #expect(try await next(1, of: second) == [.connected(source: 0, time: .zero)])
    let sent = (0..<100).map { Message.songSelect(UInt7(clamping: $0)) }
    try keys.send(sent)
    // The other input has received the last message, so the first one has also received it.
    #expect(try await next(100, of: second) == sent.map { .message($0, time: .zero, source: 0) })
    try keys.send(note(60))
    _ = try await next(1, of: second)
    let events = try await next(12, of: input)
    #expect(events.prefix(11) == sent.prefix(11).map { .message($0, time: .zero, source: 0) }[...])
    guard case .lost(89...90) = events[11] else { return #expect(Bool(false), "\(events[11])") }
  }

  @Test func recordingIsPlayedOnTimeWithMessagesBetweenIt() async throws {
    let input = try sequencer.virtualInput("Synth")
    let output = try sequencer.output(PortChoice("Synth", direction: .output))
    #expect(output.isConnected && output.choice.name == "Synth")
    let messages = (0..<5).map {
      TimedMessage(
        time: .milliseconds(100 * $0),
        message: .programChange(channel: .number(1), program: UInt7(clamping: $0)))
    }
    let recording = Recording(tracks: [.init(messages: messages, end: .seconds(1))])
    async let report = output.play(recording, from: .milliseconds(150))
    var times: [Message: Nanoseconds] = [:]
    for try await case .message(let message, let time, _) in input {
      times[message] = time
      if message == .programChange(channel: .number(1), program: 3) { try output.send(note(60)) }
      if times.count == 5 { break }
    }
    #expect(try await report.sentCount == 4)
    let first = try #require(times[messages[1].message])
    for (index, message) in messages.enumerated().dropFirst(2) {
      let due = Nanoseconds.milliseconds(100 * index - 150)
      #expect((try #require(times[message.message]) - first - due).magnitude <= .milliseconds(2))
    }
    let live = try #require(times[note(60)])
    #expect(.milliseconds(149)...(.milliseconds(240)) ~= live - first)
  }

  @Test func canceledRecordingEndsItsNotes() async throws {
    let input = try sequencer.virtualInput("Synth")
    let output = try sequencer.output(PortChoice("Synth", direction: .output))
    let recording = Recording(tracks: [
      .init(messages: [TimedMessage(time: .zero, message: note(60))], end: .seconds(3600))
    ])
    let playing = Task { try await output.play(recording) }
    #expect(try await next(1, of: input) == [.message(note(60), time: .zero, source: 0)])
    playing.cancel()
    await #expect(throws: CancellationError.self) { try await playing.value }
    #expect(
      try await next(1, of: input) == [
        .message(.noteOff(channel: .number(1), note: 60, velocity: 64), time: .zero, source: 0)
      ])
    try output.send(note(61))
    #expect(try await next(1, of: input) == [.message(note(61), time: .zero, source: 0)])
  }

  @Test func taskOfExecutorRunsOnTheThreadOfItsInput() async throws {
    let input = try sequencer.virtualInput("Receiver")
    let output = try sequencer.output(PortChoice("Receiver", direction: .output))
    let receiving = Task(executorPreference: input.executor) {
      var threads: [pthread_t] = []
      for try await event in input {
        if case .message = event { threads.append(currentThread()) }
        if threads.count == 3 { break }
      }
      return threads
    }
    for _ in 0..<3 {
      try output.send(.timingClock)
      try await Task.sleep(for: .milliseconds(10))
    }
    let threads = try await receiving.value
    #expect(Set(threads).count == 1)
    #expect(!threads.contains(currentThread()))
  }

  /// Tasks of the executor continue elsewhere.
  @Test func taskCanReleaseTheInputOnWhoseThreadItRuns() async throws {
    let input = Mutex<Sequencer.Input?>(try sequencer.virtualInput("Receiver"))
    let executor = try #require(input.withLock { $0?.executor })
    let task = Task(executorPreference: executor) {
      input.withLock { $0 = nil }
      try await Task.sleep(for: .milliseconds(10))
      return try sequencer.ports.current.contains { $0.portName == "Receiver" }
    }
    #expect(try await !task.value)
    #expect(await Task(executorPreference: executor) { true }.value)
  }

  @Test func consumerEndsWhenItsTaskIsCanceled() async throws {
    for choice in [PortChoice.none(.input), PortChoice("Missing", direction: .input)] {
      let input = try sequencer.input(choice)
      let events = Task {
        var events: [Event] = []
        for try await event in input { events.append(event) }
        return events
      }
      try await Task.sleep(for: .milliseconds(10))
      events.cancel()
      #expect(try await events.value == (choice.isNone ? [] : [.disconnected(source: 0, time: .zero)]))
    }
  }

  @Test func outputWithoutPortTakesTheTimeOfItsRecordings() async throws {
    for choice in [PortChoice.none(.output), PortChoice("Missing", direction: .output)] {
      let output = try sequencer.output(choice)
      #expect(!output.isConnected)
      try output.send(note(60))
      let start = SuspendingClock.now
      try await output.play(Recording(tracks: [.init(end: .milliseconds(250))]))
      #expect(SuspendingClock.now - start >= .milliseconds(250))
    }
  }

  @Test func outputReportsChangesOfItsConnection() async throws {
    let output = try sequencer.output(PortChoice("Synth", direction: .output))
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    output.whenConnectionChanges { continuation.yield() }
    var iterator = changes.makeAsyncIterator()
    for _ in 0..<2 {
      var input: Sequencer.Input? = try sequencer.virtualInput("Synth")
      _ = await iterator.next()
      #expect(output.isConnected)
      withExtendedLifetime(input) {}
      input = nil
      _ = await iterator.next()
      #expect(!output.isConnected)
    }
  }

  @Test func listOfPortsFollowsTheSystem() async throws {
    var lists = sequencer.ports.updates.makeAsyncIterator()
    func names() async -> Set<String> { Set(await lists.next()?.map(\.portName) ?? []) }
    let first = await names()
    #expect(!first.contains("Keys"))
    var keys: Sequencer.Output? = try sequencer.virtualOutput("Keys")
    #expect(await names() == first.union(["Keys"]))
    withExtendedLifetime(keys) {}
    keys = nil
    #expect(await names() == first)
  }

  @Test func sequencerIsLeftWithoutPortsOfReleasedValues() async throws {
    let before = try sequencer.ports.current
    for _ in 0..<20 {
      let input = try sequencer.virtualInput("Grid")
      let output = try sequencer.output(PortChoice("Grid", direction: .output))
      try output.send(note(60))
      #expect(try await next(1, of: input).count == 1)
    }
    #expect(try sequencer.ports.current == before)
  }
}

extension Sequencer.Input.Event {
  /// The event at time zero.
  fileprivate var withoutTime: Self {
    switch self {
    case .message(let message, _, let source): .message(message, time: .zero, source: source)
    case .connected(let source, _): .connected(source: source, time: .zero)
    case .disconnected(let source, _): .disconnected(source: source, time: .zero)
    case .refused, .lost: self
    }
  }
}

private func currentThread() -> pthread_t { pthread_self() }
