import ALSASequencer
import Foundation
import MIDICore
import MIDIRecSessions
import MIDIRecSystem
import TestSupport
import Testing

@testable import MIDIRecPrograms

/// Programs that behave.
@Suite(.onSimulatedMachine)
struct ProgramConnectionOnSequencerTests {
  private static func noteOn(_ note: UInt8) -> Message {
    .noteOn(channel: .number(1), note: NoteNumber(masking: note), velocity: 100)
  }

  private static func noteOff(_ note: UInt8) -> Message {
    .noteOff(channel: .number(1), note: NoteNumber(masking: note), velocity: 64)
  }

  /// Single notes and chords every 10 ms.
  private static let chords: [TimedMessage] = (0..<100).flatMap { index in
    let note = UInt8(30 + index % 60)
    let chord = [note, note + 4, note + 7].prefix(1 + index % 3)
    return [chord.map(noteOn), chord.map(noteOff)].enumerated().flatMap { part, messages in
      messages.map { TimedMessage(time: .milliseconds(Int64(20 * index + 10 * part)), message: $0) }
    }
  }

  private static func transposed(_ message: Message, by interval: UInt8) -> Message {
    switch message {
    case .noteOn(_, let note, _): noteOn(note.rawValue + interval)
    case .noteOff(_, let note, _): noteOff(note.rawValue + interval)
    default: message
    }
  }

  private static func reply(_ message: Message, at time: Nanoseconds, from source: Int = 0)
    -> SourcedMessage
  {
    SourcedMessage(source: source, time: time, message: message)
  }

  /// Computing takes no simulated time. A poll every 2 ms and a queue with a timer of 1 kHz do.
  @Test(arguments: [
    ("map", 0), ("threads", 0), ("child", 0), ("secondThread", 0), ("polling", 2_000), ("queue", 1_000),
  ])
  func replyHasItsSimulatedTime(mode: String, latestMicroseconds: Int64) async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start(mode, 12)
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play(Self.chords) == .done)
    #expect(link.replies.map(\.message) == Self.chords.map { Self.transposed($0.message, by: 12) })
    let delays = zip(link.replies, Self.chords).map { $0.time - $1.time }
    let limit = Nanoseconds.microseconds(latestMicroseconds)
    #expect(delays.allSatisfy { (.zero...limit).contains($0) }, "\(delays)")
    #expect(link.sources == ["Program under test Out"])
    await program.end()
  }

  @Test func programConnectsItself() async throws {
    let wiring = ProgramRouting(input: .virtual(name: "LinnStrument"), output: .virtual(name: "Synth"))
    var link = try ProgramConnection.open(wiring)
    #expect(Set(try Endpoint.all().map(\.displayName)).isSuperset(of: ["LinnStrument", "Synth"]))
    let program = try StartedProgram.start("connecting", 1, toConnectTo: (link.sender, link.receiver))
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .seconds(1)) == .done)
    #expect(link.replies == [Self.reply(Self.noteOn(61), at: .seconds(1))])
    await program.end()
  }

  @Test func equalNamesGiveOneBidirectionalPort() async throws {
    let wiring = ProgramRouting(input: .virtual(name: "Grid"), output: .virtual(name: "Grid"))
    var link = try ProgramConnection.open(wiring)
    #expect(link.sender == link.receiver)
    let program = try StartedProgram.start("connecting", 1, toConnectTo: (link.sender, link.receiver))
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero) == .done)
    #expect(link.replies == [Self.reply(Self.noteOn(61), at: .zero)])
    await program.end()
  }

  @Test func equalNamesOfOtherProgramsAreIgnored() async throws {
    let other = try StartedProgram.start("map", 1)
    var otherLink = try ProgramConnection.open(ProgramRouting())
    #expect(try otherLink.connect(to: other) == .done)
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("map", 2)
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero) == .done)
    #expect(try otherLink.play([Self.noteOn(60)], at: .zero) == .done)
    #expect(link.replies.map(\.message) == [Self.noteOn(62)])
    #expect(otherLink.replies.map(\.message) == [Self.noteOn(61)])
    await program.end()
    await other.end()
  }

  @Test func repliesOfSeveralPortsAreInOrderOfArrival() async throws {
    let input = try #require(EndpointQuery("In 1"))
    var link = try ProgramConnection.open(ProgramRouting(input: .port(input)))
    let program = try StartedProgram.start("twoPorts")
    #expect(try link.connect(to: program) == .done)
    #expect(link.sources == ["Program under test Out 1", "Program under test Out 2"])
    #expect(try link.play([Self.noteOn(60), Self.noteOn(61)], at: .zero) == .done)
    #expect(link.replies.map(\.source) == [1, 0, 1, 0])
    await program.end()
  }

  @Test func onlyChosenPortIsRecorded() async throws {
    let (input, output) = (try #require(EndpointQuery("In 2")), try #require(EndpointQuery("Out 1")))
    var link = try ProgramConnection.open(ProgramRouting(input: .port(input), output: .ports([output])))
    let program = try StartedProgram.start("twoPorts")
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero) == .done)
    #expect(link.sources == ["Program under test Out 1"])
    #expect(link.replies == [Self.reply(Self.noteOn(60), at: .zero)])
    await program.end()
  }

  @Test func namesOfSourcesAreReproducible() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("volatileNames")
    #expect(try link.connect(to: program) == .done)
    let other = try #require(program.processes.first) + 1
    #expect(
      link.sources == [
        "Client Out", "Client Out (2)", "Client Out (3)", "Client Synth (N)", "Client (\(other))",
      ])
    await program.end()
  }

  @Test func startupOutputBelongsToTimeZero() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("beginning", 20)
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .seconds(1)) == .done)
    #expect(link.replies.map(\.time) == .init(repeating: .zero, count: 20) + [.seconds(1)])
    await program.end()
  }

  @Test func receivingProgramHasNoSources() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("silent")
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero) == .done)
    #expect(link.sources == [])
    #expect(link.replies == [])
    await program.end()
  }

  @Test func longSystemExclusiveReturnsComplete() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("map")
    let message = Message.systemExclusive(
      SystemExclusive(payload: (0..<5000).map { UInt7(masking: UInt8($0 % 128)) }))
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([message], at: .seconds(1)) == .done)
    #expect(link.replies == [Self.reply(message, at: .seconds(1))])
    await program.end()
  }

  @Test func delayedReplyHasItsArrivalTime() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("delay", 100)
    let messages = (0..<20).map {
      TimedMessage(time: .milliseconds(50 * $0), message: Self.noteOn(UInt8(60 + $0)))
    }
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play(messages, until: .milliseconds(1_200)) == .done)
    #expect(link.replies.map(\.message) == messages.map(\.message))
    // The program's queue has a timer of 1 kHz, and the times of replies are rounded down to 0.1 ms.
    let delays = zip(link.replies, messages).map { $0.time - $1.time }
    #expect(
      delays.allSatisfy { (.microseconds(99_900)...Nanoseconds.milliseconds(101)).contains($0) }, "\(delays)")
    await program.end()
  }

  @Test func replyAfterTheEndIsIgnored() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("delay", 100)
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero, until: .milliseconds(99)) == .done)
    #expect(link.replies == [])
    await program.end()
  }

  @Test func slowProgramReceivesHugeGroupCompletely() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("slow", 1000)
    let group = (0..<2000).map { Self.noteOn(UInt8($0 % 128)) }
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play(group, at: .zero, until: .seconds(3)) == .done)
    #expect(link.replies.map(\.message) == group)
    // The program sleeps 1 ms per event.
    #expect(
      (.seconds(2)...Nanoseconds.milliseconds(2_010)).contains(link.replies.last?.time ?? .zero))
    #expect(await program.end(SIGTERM) == "2000\n")
  }

  @Test func manyRepliesToFullPoolDoNotOverflow() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("repeating", 9)
    let group = (0..<3_000).map { Self.noteOn(UInt8($0 % 128)) }
    #expect(try link.connect(to: program) == .done)
    let outcome = try link.play(group, at: .zero, until: .seconds(1), limits: .generous)
    #expect(outcome == .done)
    let expected = group.flatMap { [Message](repeating: $0, count: 9) }
    #expect(link.replies.count == expected.count)
    // Compared here, because printing thousands of different messages is very slow.
    #expect(link.replies.lazy.map { $0.message }.elementsEqual(expected))
    await program.end()
  }

  @Test func repliesHaveTheirTimesInRealTime() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("delay", 100)
    let messages = (0..<20).map {
      TimedMessage(time: .milliseconds(50 * $0), message: Self.noteOn(UInt8(60 + $0)))
    }
    #expect(try link.connect(to: program) == .done)
    let outcome = try link.playOnTime(
      messages, until: .milliseconds(1300), limits: ProgramSettings.Limits())
    #expect(outcome == .done)
    #expect(link.replies.map { $0.message } == messages.map { $0.message })
    let delays = zip(link.replies, messages).map { $0.time - $1.time }
    // Two timers of 5 and 1 kHz are between them.
    #expect(
      delays.allSatisfy { (Nanoseconds.milliseconds(99)...(.milliseconds(200))).contains($0) }, "\(delays)")
    await program.end()
  }

  @Test func messagesBeyondPoolSizeArriveInRealTime() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("roomy", 0)
    let messages = (0..<6000).map {
      TimedMessage(time: .microseconds(200 * $0), message: Self.noteOn(UInt8($0 % 128)))
    }
    #expect(try link.connect(to: program) == .done)
    let outcome = try link.playOnTime(
      messages, until: .milliseconds(2500), limits: ProgramSettings.Limits())
    #expect(outcome == .done)
    #expect(link.replies.map { $0.message } == messages.map { $0.message })
    await program.end()
  }

  @Test func startedNotesAreReleasedInRealTime() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("map", 0)
    #expect(try link.connect(to: program) == .done)
    let outcome = try link.playOnTime(
      [TimedMessage(time: .zero, message: Self.noteOn(60))], until: .milliseconds(10),
      limits: ProgramSettings.Limits())
    #expect(outcome == .done)
    link.release()
    #expect(try link.play([], until: .zero) == .done)
    #expect(link.replies.last == Self.reply(Self.noteOff(60), at: .zero))
    await program.end()
  }

  @Test func activeSensingIsNotAReply() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("map", 0)
    #expect(try link.connect(to: program) == .done)
    let messages: [Message] = [.activeSensing, Self.noteOn(60), .activeSensing, .timingClock, .activeSensing]
    #expect(try link.play(messages, at: .zero) == .done)
    #expect(link.replies.map { $0.message } == [Self.noteOn(60), .timingClock])
    await program.end()
  }

  @Test func notesAreReleased() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("map", 0)
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero) == .done)
    link.release()
    #expect(try link.play([], until: .zero) == .done)
    #expect(link.replies.last == Self.reply(Self.noteOff(60), at: .zero))
    await program.end()
  }
}

extension ProgramSettings.Limits {
  /// Limits that 100,000 replies don't exceed.
  fileprivate static var generous: ProgramSettings.Limits {
    var limits = ProgramSettings.Limits()
    limits.replies = 100_000
    return limits
  }
}

extension ProgramConnection {
  mutating func connect(to program: StartedProgram, within limit: Nanoseconds = .seconds(30)) throws
    -> Outcome
  {
    endDescriptor = program.ended.descriptor
    return try connect(
      to: { program.processes }, until: StopToken.now + limit, settling: .milliseconds(100))
  }

  /// Plays messages in simulated time, and records replies until `end`, or 10 ms after the last message.
  mutating func play(
    _ messages: [TimedMessage], until end: Nanoseconds? = nil,
    limits: ProgramSettings.Limits = ProgramSettings.Limits()
  ) throws -> Outcome {
    try playOnSimulatedClock(
      messages, until: end ?? (messages.last?.time ?? .zero) + .milliseconds(10), limits: limits)
  }

  /// Plays messages of one time.
  mutating func play(
    _ group: [Message], at time: Nanoseconds, until end: Nanoseconds? = nil,
    limits: ProgramSettings.Limits = ProgramSettings.Limits()
  ) throws -> Outcome {
    try play(group.map { TimedMessage(time: time, message: $0) }, until: end, limits: limits)
  }
}
