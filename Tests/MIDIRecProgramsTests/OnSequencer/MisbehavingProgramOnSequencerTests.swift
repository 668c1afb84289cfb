import ALSASequencer
import MIDICore
import MIDIRecSystem
import TestSupport
import Testing

@testable import MIDIRecPrograms

/// Programs that misbehave.
@Suite(.onSimulatedMachine)
struct MisbehavingProgramOnSequencerTests {
  private static let note = Message.noteOn(channel: .number(1), note: 60, velocity: 100)

  private static var impatient: ProgramSettings.Limits {
    var limits = ProgramSettings.Limits()
    limits.answer = .seconds(1)
    return limits
  }

  /// Plays messages, one every 10 ms, for two seconds.
  ///
  /// - Returns: The number of sent messages and of replies, and the outcome.
  private func play(
    _ count: Int64, to mode: String, _ value: Int? = nil, limits: ProgramSettings.Limits = impatient
  ) async throws -> (sent: Int, replies: Int, outcome: ProgramConnection.Outcome) {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start(mode, value)
    var outcome = try link.connect(to: program)
    if outcome == .done {
      outcome = try link.play(
        (0..<count).map { TimedMessage(time: .milliseconds(10 * $0), message: Self.note) },
        until: .seconds(2),
        limits: limits)
    }
    await program.end()
    return (link.dueCount, link.replies.count, outcome)
  }

  @Test(arguments: ["crash", "exit"]) func endedProgramInterrupts(mode: String) async throws {
    let (sent, replies, outcome) = try await play(20, to: mode)
    #expect(sent == 10)
    #expect(replies == 9)
    #expect(outcome == .interrupted)
  }

  @Test func closedPortIsNamed() async throws {
    let (sent, replies, outcome) = try await play(20, to: "close")
    #expect(sent == 10)
    #expect(replies == 9)
    #expect(outcome == .portClosed(name: "Program under test In"))
  }

  @Test func programThatReadsNoEventsHangs() async throws {
    // It has already read the tenth.
    let (sent, replies, outcome) = try await play(20, to: "hang")
    #expect(sent == 20)
    #expect(replies == 9)
    #expect(outcome == .notTaken(waitingCount: 10))
  }

  @Test func endlessOutputFloods() async throws {
    var limits = ProgramSettings.Limits()
    limits.replies = 500
    let (_, replies, outcome) = try await play(20, to: "flood", limits: limits)
    #expect(outcome == .flooded(count: replies))
    #expect((500...600).contains(replies), "\(replies)")
  }

  @Test func programThatReadsNoEventsHangsInRealTime() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("hang")
    #expect(try link.connect(to: program) == .done)
    // It reads the first ten; the others arrive when it no longer reads.
    let messages = (0..<20).map {
      TimedMessage(time: $0 < 10 ? .zero : .seconds(1), message: Self.note)
    }
    let outcome = try link.playOnTime(
      messages, until: .seconds(10), limits: Self.impatient)
    #expect(outcome == .notTaken(waitingCount: 10))
    await program.end()
  }

  @Test func programWithoutPortIsNotReady() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("noPort")
    #expect(try link.connect(to: program, within: .seconds(1)) == .notReady(seen: []))
    await program.end()
  }

  @Test func programWithOtherPortsIsNotReadyAndPortsAreReported() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("twoPorts")
    guard case .notReady(let seen) = try link.connect(to: program, within: .seconds(10)) else {
      Issue.record("ready with two ports to choose from")
      return
    }
    #expect(seen.map(\.portName) == ["In 1", "In 2", "Out 1", "Out 2"])
    await program.end()
  }

  @Test func lossesAreReported() async throws {
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("hang")
    #expect(try link.connect(to: program) == .done)
    // Real-time mode doesn't wait: the pool holds two hundred, and with the tenth the program may have read the
    // contents of ALSA's buffer of 16 KiB, less than a third of the messages.
    let messages = [TimedMessage](repeating: TimedMessage(time: .zero, message: Self.note), count: 2_000)
    let outcome = try link.playOnTime(
      messages, until: .milliseconds(500), limits: Self.impatient)
    guard case .lost(let count, fromProgram: false) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    // The loss is reported at once, while others may still be on their way.
    #expect((1...1_990).contains(count))
    await program.end()
  }

  @Test func stopEndsEachWait() async throws {
    let stop = try #require(StopToken())
    var link = try ProgramConnection.open(ProgramRouting())
    let program = try StartedProgram.start("map")
    #expect(try link.connect(to: program) == .done)
    link.stop = stop
    stop.requestStop()
    let late = [TimedMessage(time: .seconds(60), message: Self.note)]
    #expect(try link.play(late) == .stopRequested)
    #expect(
      try link.playOnTime(late, until: .seconds(60), limits: ProgramSettings.Limits()) == .stopRequested)
    await program.end()
  }
}
