import MIDICore
import TestSupport
import Testing

@testable import ALSASequencer

/// What is said of programs that don't behave.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct MisbehavingProgramOnSequencerTests {
  private static let note = Message.noteOn(channel: 0, note: 60, velocity: 100)

  private static var impatient: ProgramLink.Limits {
    var limits = ProgramLink.Limits()
    limits.answer = .seconds(1)
    return limits
  }

  /// Plays one message after the other, and says how many were answered before something else came.
  private func play(
    _ count: Int, to mode: String, _ value: Int? = nil, limits: ProgramLink.Limits = impatient
  ) async throws -> (answered: Int, ProgramLink.Outcome) {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start(mode, value)
    var outcome = try link.connect(to: program)
    var answered = 0
    while outcome == .done, answered < count {
      outcome = try link.play([Self.note], at: .zero, limits: limits, to: program)
      if outcome == .done { answered += 1 }
    }
    await program.end()
    return (answered, outcome)
  }

  @Test(arguments: ["crash", "exit"]) func oneThatEndsInterrupts(mode: String) async throws {
    let (answered, outcome) = try await play(20, to: mode)
    #expect(answered == 9)
    #expect(outcome == .interrupted)
  }

  @Test func oneThatClosesItsPortIsNamed() async throws {
    let (answered, outcome) = try await play(20, to: "close")
    #expect(answered == 9)
    #expect(outcome == .portClosed(name: "Program under test In"))
  }

  @Test func oneThatTakesNothingHangs() async throws {
    // It has read the tenth already.
    let (answered, outcome) = try await play(20, to: "hang")
    #expect(answered == 10)
    #expect(outcome == .notTaken(waitingCount: 1))
  }

  @Test func oneThatWorksOnIsNotAtRest() async throws {
    let (answered, outcome) = try await play(20, to: "busy")
    #expect(answered == 9)
    #expect(outcome == .notAtRest)
  }

  @Test func oneThatPlaysWithoutEndFloods() async throws {
    var limits = ProgramLink.Limits()
    limits.replyCount = 500
    let (answered, outcome) = try await play(20, to: "flood", limits: limits)
    #expect(answered == 0)
    guard case .flooded(let count) = outcome else {
      // It may also have been too fast for midirec's pool.
      #expect(outcome == .lost(toProgram: 0, fromProgram: true))
      return
    }
    #expect(count > 510)
  }

  @Test func onTheRealClockOneThatTakesNothingHangs() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("hang")
    #expect(try link.connect(to: program) == .done)
    // The first ten are read; the others come when it reads no more.
    let messages = (0..<20).map {
      TimedMessage(time: $0 < 10 ? .zero : .seconds(1), message: Self.note)
    }
    let outcome = try link.playOnTime(
      messages, until: .seconds(10), limits: Self.impatient, orInputFrom: program.ended.descriptor)
    #expect(outcome == .notTaken(waitingCount: 10))
    await program.end()
  }

  @Test func oneWithoutAPortIsNotReady() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("noPort")
    #expect(try link.connect(to: program, within: .seconds(1)) == .notReady(seen: []))
    await program.end()
  }

  @Test func oneWithOtherPortsIsNotReadyAndTheyAreSaid() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("twoPorts")
    guard case .notReady(let seen) = try link.connect(to: program, within: .seconds(10)) else {
      Issue.record("ready with two ports to choose from")
      return
    }
    #expect(seen.map(\.portName) == ["In 1", "In 2", "Out 1", "Out 2"])
    await program.end()
  }

  @Test func lossesAreSaid() async throws {
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("hang")
    #expect(try link.connect(to: program) == .done)
    // The real clock waits for nobody: two hundred have room in the pool, and with the tenth the program may have read
    // what fits into ALSA's buffer of 16 KiB, which is not a third of them.
    let messages = [TimedMessage](repeating: TimedMessage(time: .zero, message: Self.note), count: 2_000)
    let outcome = try link.playOnTime(
      messages, until: .milliseconds(500), limits: Self.impatient, orInputFrom: program.ended.descriptor)
    guard case .lost(let count, fromProgram: false) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    // It is said as soon as it is seen, while others may still be on their way.
    #expect((1...1_990).contains(count))
    await program.end()
  }

  @Test func aStopEndsEachWait() async throws {
    let stop = try #require(StopRequest())
    var link = try ProgramLink.open(ProgramWiring())
    let program = try StartedProgram.start("map")
    #expect(try link.connect(to: program) == .done)
    stop.make()
    #expect(try link.play([Self.note], at: .zero, to: program, stop: stop) == .stopRequested)
    let late = [TimedMessage(time: .seconds(60), message: Self.note)]
    #expect(
      try link.playOnTime(late, until: .seconds(60), limits: ProgramLink.Limits(), stop: stop)
        == .stopRequested)
    await program.end()
  }
}
