import Foundation
import MIDICore
import TestSupport
import Testing

@testable import ALSASequencer

/// midirec's side of programs that behave.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct ProgramLinkOnSequencerTests {
  private static func noteOn(_ note: UInt8) -> Message {
    .noteOn(channel: 0, note: NoteNumber(masking: note), velocity: 100)
  }

  private static func noteOff(_ note: UInt8) -> Message {
    .noteOff(channel: 0, note: NoteNumber(masking: note), velocity: 64)
  }

  /// Notes alone and in chords.
  private static let groups: [[Message]] = (0..<100).flatMap { index in
    let note = UInt8(30 + index % 60)
    let chord = [note, note + 4, note + 7].prefix(1 + index % 3)
    return [chord.map(noteOn), chord.map(noteOff)]
  }

  private static func reply(_ message: Message, at time: Nanoseconds, from source: Int = 0)
    -> ProgramLink.Reply
  {
    ProgramLink.Reply(source: source, message: TimedMessage(time: time, message: message))
  }

  @Test(arguments: ["map", "threads", "child", "polling", "queue"])
  func whatAProgramAnswersHasTheTimeOfWhatItAnswers(mode: String) async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start(mode, 12)
    #expect(try link.connect(to: program) == .done)
    for (index, group) in Self.groups.enumerated() {
      let outcome = try link.play(group, at: .milliseconds(Int64(index)), to: program)
      guard outcome == .done else {
        #expect(outcome == .done)
        break
      }
    }
    let expected = Self.groups.enumerated().flatMap { index, group in
      group.map { message in
        switch message {
        case .noteOn(_, let note, _): Self.noteOn(note.rawValue + 12)
        case .noteOff(_, let note, _): Self.noteOff(note.rawValue + 12)
        default: message
        }
      }.map { Self.reply($0, at: .milliseconds(Int64(index))) }
    }
    #expect(link.replies == expected)
    #expect(link.sources == ["Program under test Out"])
    await program.end()
  }

  @Test func aProgramConnectsItself() async throws {
    let wiring = ProgramWiring(input: .virtual(name: "LinnStrument"), output: .virtual(name: "Synth"))
    var link = try ProgramLink.open(wiring)
    #expect(Set(try Endpoint.all().map(\.displayName)).isSuperset(of: ["LinnStrument", "Synth"]))
    let program = try StartedProgram.start("connecting", 1, toConnectTo: (link.sender, link.receiver))
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .seconds(1), to: program) == .done)
    #expect(link.replies == [Self.reply(Self.noteOn(61), at: .seconds(1))])
    await program.end()
  }

  @Test func onePortGoesBothWaysWhereBothHaveOneName() async throws {
    let wiring = ProgramWiring(input: .virtual(name: "Grid"), output: .virtual(name: "Grid"))
    var link = try ProgramLink.open(wiring)
    #expect(link.sender == link.receiver)
    let program = try StartedProgram.start("connecting", 1, toConnectTo: (link.sender, link.receiver))
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero, to: program) == .done)
    #expect(link.replies == [Self.reply(Self.noteOn(61), at: .zero)])
    await program.end()
  }

  @Test func equalNamesOfAnotherProgramDontMatter() async throws {
    let other = try StartedProgram.start("map", 1)
    var otherLink = try ProgramLink.open(ProgramWiring())
    #expect(try otherLink.connect(to: other) == .done)
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("map", 2)
    #expect(try link.connect(to: program) == .done)
    #expect(link.owners == program.processes)
    #expect(try link.play([Self.noteOn(60)], at: .zero, to: program) == .done)
    #expect(try otherLink.play([Self.noteOn(60)], at: .zero, to: other) == .done)
    #expect(link.replies.map(\.message.message) == [Self.noteOn(62)])
    #expect(otherLink.replies.map(\.message.message) == [Self.noteOn(61)])
    await program.end()
    await other.end()
  }

  @Test func answersOfSeveralPortsStandInTheOrderInWhichTheyCame() async throws {
    let input = try #require(EndpointQuery("In 1"))
    var link = try ProgramLink.open(ProgramWiring(input: .port(input)))
    let program = try StartedProgram.start("twoPorts")
    #expect(try link.connect(to: program) == .done)
    #expect(link.sources == ["Program under test Out 1", "Program under test Out 2"])
    #expect(try link.play([Self.noteOn(60), Self.noteOn(61)], at: .zero, to: program) == .done)
    #expect(link.replies.map(\.source) == [1, 0, 1, 0])
    await program.end()
  }

  @Test func onlyTheChosenPortIsListenedTo() async throws {
    let (input, output) = (try #require(EndpointQuery("In 2")), try #require(EndpointQuery("Out 1")))
    var link = try ProgramLink.open(ProgramWiring(input: .port(input), output: .ports([output])))
    let program = try StartedProgram.start("twoPorts")
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero, to: program) == .done)
    #expect(link.sources == ["Program under test Out 1"])
    #expect(link.replies == [Self.reply(Self.noteOn(60), at: .zero)])
    await program.end()
  }

  @Test func sourcesHaveNamesThatAreTheSameInEachRun() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("volatileNames")
    #expect(try link.connect(to: program) == .done)
    let other = try #require(program.processes.first) + 1
    #expect(
      link.sources == [
        "Client Out", "Client Out (2)", "Client Out (3)", "Client Synth (N)", "Client (\(other))",
      ])
    await program.end()
  }

  @Test func whatAProgramPlaysWhenItBeginsComesFirst() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("beginning", 20)
    #expect(try link.connect(to: program) == .done)
    while link.replies.count < 20, try link.play([], at: .zero, to: program) == .done {}
    #expect(try link.play([Self.noteOn(60)], at: .seconds(1), to: program) == .done)
    #expect(link.replies.map(\.message.time) == .init(repeating: .zero, count: 20) + [.seconds(1)])
    await program.end()
  }

  @Test func aProgramThatOnlyTakesEventsHasNoSources() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("silent")
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero, to: program) == .done)
    #expect(link.sources == [])
    #expect(link.replies == [])
    await program.end()
  }

  @Test func aLongSystemExclusiveMessageComesBackWhole() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("map")
    let message = Message.systemExclusive(
      SystemExclusive(payload: (0..<5000).map { UInt7(masking: UInt8($0 % 128)) }))
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([message], at: .seconds(1), to: program) == .done)
    #expect(link.replies == [Self.reply(message, at: .seconds(1))])
    await program.end()
  }

  @Test func aDelayedAnswerBelongsToItsCause() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("delay", 100)
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero, to: program) == .done)
    #expect(try link.play([Self.noteOff(60)], at: .milliseconds(1), to: program) == .done)
    #expect(
      link.replies == [
        Self.reply(Self.noteOn(60), at: .zero), Self.reply(Self.noteOff(60), at: .milliseconds(1)),
      ])
    await program.end()
  }

  @Test func aSlowProgramGetsAHugeGroupWhole() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("slow", 1000)
    let group = (0..<2000).map { Self.noteOn(UInt8($0 % 128)) }
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play(group, at: .zero, to: program) == .done)
    #expect(link.replies.count == group.count)
    #expect(link.replies.map(\.message.message).elementsEqual(group))
    #expect(await program.end(SIGTERM) == "2000\n")
  }

  @Test func manyAnswersToAHugeGroupOverflowNothing() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("repeating", 9)
    let group = (0..<3000).map { Self.noteOn(UInt8($0 % 128)) }
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play(group, at: .zero, to: program) == .done)
    #expect(link.replies.map { $0.message.message } == group.flatMap { [Message](repeating: $0, count: 9) })
    await program.end()
  }

  @Test func onTheRealClockAnswersHaveTheirOwnTimes() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("delay", 100)
    let messages = (0..<20).map {
      TimedMessage(time: .milliseconds(50 * $0), message: Self.noteOn(UInt8(60 + $0)))
    }
    #expect(try link.connect(to: program) == .done)
    let outcome = try link.playOnTime(
      messages, until: .milliseconds(1300), limits: ProgramLink.Limits(),
      orInputFrom: program.ended.descriptor)
    #expect(outcome == .done)
    #expect(link.replies.map { $0.message.message } == messages.map { $0.message })
    let delays = zip(link.replies, messages).map { $0.message.time - $1.time }
    // Two timers of 5 and 1 kHz are between them.
    #expect(
      delays.allSatisfy { (Nanoseconds.milliseconds(99)...(.milliseconds(200))).contains($0) }, "\(delays)")
    await program.end()
  }

  @Test func onTheRealClockMoreMessagesThanThePoolHoldsAllArrive() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("roomy", 0)
    let messages = (0..<6000).map {
      TimedMessage(time: .microseconds(200 * $0), message: Self.noteOn(UInt8($0 % 128)))
    }
    #expect(try link.connect(to: program) == .done)
    let outcome = try link.playOnTime(
      messages, until: .milliseconds(2500), limits: ProgramLink.Limits(),
      orInputFrom: program.ended.descriptor)
    #expect(outcome == .done)
    #expect(link.replies.map { $0.message.message } == messages.map { $0.message })
    await program.end()
  }

  @Test func whatWasBegunOnTheRealClockIsReleased() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("map", 0)
    #expect(try link.connect(to: program) == .done)
    let outcome = try link.playOnTime(
      [TimedMessage(time: .zero, message: Self.noteOn(60))], until: .milliseconds(10),
      limits: ProgramLink.Limits(), orInputFrom: program.ended.descriptor)
    #expect(outcome == .done)
    link.release()
    #expect(try link.play([], at: .seconds(1), to: program) == .done)
    #expect(link.replies.last == Self.reply(Self.noteOff(60), at: .seconds(1)))
    await program.end()
  }

  @Test func activeSensingIsNoReply() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("map", 0)
    #expect(try link.connect(to: program) == .done)
    let messages: [Message] = [.activeSensing, Self.noteOn(60), .activeSensing, .timingClock, .activeSensing]
    #expect(try link.play(messages, at: .zero, to: program) == .done)
    #expect(link.replies.map { $0.message.message } == [Self.noteOn(60), .timingClock])
    await program.end()
  }

  @Test func notesAreReleased() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("map", 0)
    #expect(try link.connect(to: program) == .done)
    #expect(try link.play([Self.noteOn(60)], at: .zero, to: program) == .done)
    link.release()
    #expect(try link.play([], at: .seconds(1), to: program) == .done)
    #expect(link.replies.last == Self.reply(Self.noteOff(60), at: .seconds(1)))
    await program.end()
  }
}

extension ProgramLink {
  mutating func connect(to program: StartedProgram, within limit: Nanoseconds = .seconds(30)) throws
    -> Outcome
  {
    try connect(
      to: { program.processes }, until: StopRequest.now + limit, isAtRest: { program.isAtRest },
      orInputFrom: program.ended.descriptor)
  }

  mutating func play(
    _ group: [Message], at time: Nanoseconds, limits: Limits = Limits(), to program: StartedProgram,
    stop: StopRequest? = nil
  ) throws -> Outcome {
    try play(
      group, at: time, limits: limits, isAtRest: { program.isAtRest }, orInputFrom: program.ended.descriptor,
      stop: stop)
  }
}
